;;; fault-test.el --- When the host misbehaves, is slow, huge or gone  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)
(require 'transcripts)

;;; The shared transcripts under each fault

(defconst vt-outcomes
  '(("counter" ("c" 6 (count . -2) (isEven . t))
     ("d" 1 (count . -1) (isEven . :false)))
    ("call" ("c" 2 (count . 2) (isEven . t))
     ("u" 2 (user . ((id . 9)))))
    ("user" ("u" 2 (user . ((id . 2)))))
    ("dispose" ("u" 0 (user . :null)) ("c" nil))
    ("services" ("l" 5 (items . [((id . "1") (name . "ä"))])
                 (loading . :false)))
    ("service-cancelled" ("l" nil))
    ("service-rejected" ("l" 0 (items . []) (loading . :false))))
  "The transcripts, and the revisions and states that they lead to.
Without a revision the instance is gone.")

(defun vt-play-fake (name &rest faults)
  "Play the transcript NAME with the fake host and FAULTS; return the player."
  (let ((file (vt-transcript name)))
    (vt-play (vt-transcript-of-file file)
             (apply #'vt-fake
                    (append (mapcan (lambda (fault) (list "--fault" fault))
                                    faults)
                            (list file)))
             (lambda (player) (viewmodel-host-ping (vt-player-host player))))))

(defun vt-check-outcome (name player)
  "Check that PLAYER has what the transcript NAME leads to."
  (pcase-dolist (`(,id ,revision . ,state) (alist-get name vt-outcomes
                                                      nil nil #'equal))
    (let ((instance (cdr (assoc id (vt-player-instances player)))))
      (if (null revision)
          (should (viewmodel-host-closed-reason instance))
        (should-not (viewmodel-host-closed-reason instance))
        (should (= revision (viewmodel-host-revision instance)))
        (should (vt-same state (viewmodel-host-state instance)))))))

(ert-deftest fault/what-changes-nothing ()
  "The same states come of slow, huge, noisy and interleaved hosts."
  (let ((checked 0))
    (dolist (faults '(() ("drip") ("long") ("interleave") ("noise")
                      ("drip" "interleave")))
      (pcase-dolist (`(,name . ,_) vt-outcomes)
        (ert-info ((format "%s with %s" name faults))
          (let ((player (apply #'vt-play-fake name faults)))
            (vt-check-outcome name player)
            (should-not (vt-player-resynced player))
            (should (= 0 (process-exit-status
                          (viewmodel-host-child-process
                           (viewmodel-host--child (vt-player-host player))))))
            (cl-incf checked)))))
    (should (= checked (* 6 (length vt-outcomes))))))

(ert-deftest fault/gap ()
  "A missed revision is made good by a snapshot, and told."
  (dolist (name '("counter" "user"))
    (let* ((player (vt-play-fake name "gap"))
           (change (car (vt-player-resynced player))))
      (should (= 1 (length (vt-player-resynced player))))
      (should (equal [] (viewmodel-host-change-patch change)))
      (pcase-dolist (`(,id ,_ . ,state) (alist-get name vt-outcomes
                                                   nil nil #'equal))
        (should (vt-same state
                         (viewmodel-host-state
                          (cdr (assoc id (vt-player-instances player))))))))))

(ert-deftest fault/a-patch-that-does-not-fit ()
  "Nothing of it is applied; the state is fetched, and updates meanwhile wait."
  (vt-with-host
      (host
       (vt-shell-host
        nil "{\"id\":2,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{\"n\":0}}}"
        nil "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1},{\"op\":\"remove\",\"path\":\"/x\"}]}]}}"
        "{\"id\":3,\"result\":{\"value\":1}}"
        nil "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":2,\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":2}]}]}}"
        "{\"id\":4,\"result\":{\"id\":\"c\",\"revision\":2,\"state\":{\"n\":2}}}"
        "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":3,\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":3}]}]}}"))
    (let* (changes
           (counter (viewmodel-host-create
                     host "counter"
                     :on-change (lambda (change) (push change changes)))))
      (should (= 1 (viewmodel-host-call counter "plus")))
      (viewmodel-host-wait-until
       host (lambda () (= 3 (viewmodel-host-get counter 'n))))
      (should (equal '((n . 0))
                     (viewmodel-host-change-before (car (last changes)))))
      (should (equal '(nil t)
                     (mapcar #'viewmodel-host-change-resynced changes)))
      (should (equal '(3 2)
                     (mapcar #'viewmodel-host-change-revision changes))))))

;;; Death

(defun vt-die (name &rest faults)
  "Play NAME under FAULTS until the host dies.
Return (ERROR DEATHS WARNINGS): what was signaled, what was reported to the
callback, and the warnings."
  (let (deaths err host (transcript (vt-transcript-of-file
                                     (vt-transcript name))))
    (vt-with-warnings warnings
      (cl-letf* ((start (symbol-function 'viewmodel-host--start))
                 ((symbol-function 'viewmodel-host--start)
                  (lambda (new)
                    (setq host new)
                    (viewmodel-host-on-died
                     new (lambda (err) (push err deaths)))
                    (funcall start new))))
        (setq err (vt-error
                   (vt-play transcript
                            (apply #'vt-fake
                                   (append (mapcan (lambda (fault)
                                                     (list "--fault" fault))
                                                   faults)
                                           (list (vt-transcript name))))
                            (lambda (player)
                              (viewmodel-host-ping
                               (vt-player-host player)))))))
      (should (vt-gone-p (viewmodel-host-pid host)))
      (should (equal (vt-error (viewmodel-host-ping host)) err))
      (list err deaths warnings))))

(defun vt-deaths (fault err)
  "What FAULT has reported to the callback: ERR, unless the start signaled it."
  (unless (string-match-p "=0" fault) (list err)))

(ert-deftest fault/killed ()
  "What does not depend on the transcript is tried with one of them."
  (let ((checked 0))
    (dolist (name '("counter" "call" "user" "dispose" "services"))
      (dolist (fault (if (equal name "counter")
                         '("die=0" "die=1" "die=2" "die=3" "half=0" "half=1"
                           "half=2" "half=3")
                       '("die=2" "die=3" "half=2" "half=3")))
        (ert-info ((format "%s with %s" name fault))
          (pcase-let ((`(,err ,deaths ,warnings) (vt-die name fault)))
            (should (eq (car err) 'viewmodel-host-died))
            (should (= 9 (viewmodel-host-error-get err :signal)))
            (should (equal deaths (vt-deaths fault err)))
            (should-not warnings)
            (cl-incf checked)))))
    (should (= checked 24))))

(ert-deftest fault/exits ()
  (dolist (fault '("exit=0:3" "exit=1:3" "exit=2:3" "exit=2:0"))
    (ert-info (fault)
      (pcase-let ((`(,err ,deaths ,_) (vt-die "counter" fault)))
        (should (eq (car err) 'viewmodel-host-died))
        (should (equal (viewmodel-host-error-get err :exit-status)
                       (string-to-number (substring fault -1))))
        (should (equal (viewmodel-host-error-get err :stderr) '("last words")))
        (should (equal (viewmodel-host-error-message err)
                       (if (equal fault "exit=2:0")
                           "The host ended (exit status 0)"
                         "The host ended (exit status 3): last words")))
        (should (equal deaths (vt-deaths fault err)))))))

(ert-deftest fault/the-pipe-breaks-before-the-exit-status-is-known ()
  "Emacs knows of the end then, and of the status only later."
  (let* ((viewmodel-host-child-grace 600)
         (go (make-temp-name (expand-file-name "go" temporary-file-directory)))
         (host (viewmodel-host-start
                (list "sh" "-c"
                      (format "read -r line; exec 0<&-
                               echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                               until [ -e %s ]; do sleep 0.02; done
                               echo 'last words' >&2; exit 3"
                              go))
                :on-died #'ignore)))
    (unwind-protect
        (progn
          (viewmodel-host--tell host "nothing" nil)
          (accept-process-output nil 0.01)
          (write-region "" nil go nil 'silent)
          (should (equal (viewmodel-host-error-message
                          (vt-error (viewmodel-host-ping host)))
                         "The host ended (exit status 3): last words")))
      (ignore-errors (delete-file go)))))

(ert-deftest fault/a-host-that-reads-no-more-is-ended ()
  (let* ((viewmodel-host-child-grace 0.1)
         (host (viewmodel-host-start
                '("sh" "-c" "read -r line; exec 0<&-
                  echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                  exec sleep 1000")
                :on-died #'ignore)))
    (should (equal (viewmodel-host-error-message
                    (vt-error (viewmodel-host-ping host)))
                   "The host ended by SIGKILL"))
    (should (vt-gone-p (viewmodel-host-pid host)))))

(ert-deftest fault/garbage ()
  (dolist (fault '("garbage=0" "garbage=1" "garbage=2"))
    (ert-info (fault)
      (pcase-let ((`(,err ,deaths ,_) (vt-die "counter" fault)))
        (should (eq (car err) 'viewmodel-host-protocol-error))
        (should (string-match-p "{this is not JSON"
                                (viewmodel-host-error-message err)))
        (should (equal deaths (vt-deaths fault err)))))))

(ert-deftest fault/a-death-nobody-hears-of-is-shown-once ()
  (vt-with-warnings warnings
    (vt-with-script command `(,@vt-counter ,@vt-call "fault exit=2:3")
      (let ((host (viewmodel-host-start command)))
        (let ((counter (viewmodel-host-create host "counter")))
          ;; On a slow machine the host is dead before it is called.
          (condition-case nil
              (progn (viewmodel-host-call-async counter "plus")
                     (viewmodel-host-input counter "plus"))
            (viewmodel-host-died nil))
          (while (not (viewmodel-host--error host))
            (accept-process-output nil 0.01))
          (should-error (viewmodel-host-input counter "plus")
                        :type 'viewmodel-host-died)
          (viewmodel-host-dispose counter)
          (viewmodel-host-stop host)
          (should (equal warnings
                         '("The host ended (exit status 3): last words"))))))))

(defvar backtrace-on-error-noninteractive)

(ert-deftest fault/a-death-that-is-signaled-is-not-shown-too ()
  "But in batch mode, where Emacs would cut the message."
  (dolist (cut '(nil t))
    (vt-with-warnings warnings
      (let* ((backtrace-on-error-noninteractive cut)
             (host (viewmodel-host-start
                    (append (butlast (vt-shell-host))
                            '("read -r line
                               echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                               read -r line; echo 'last words' >&2; exit 3"))))
             (err (vt-error (viewmodel-host-ping host))))
        (should (equal warnings
                       (and cut
                            '("The host ended (exit status 3): last words"))))
        (should-not (string-match-p "(\"last words\")" (format "%S" err)))))))

(ert-deftest fault/a-death-beside-an-answer-is-shown ()
  "Who waits has its answer then, and is not told otherwise."
  (vt-with-warnings warnings
    (let* (backtrace-on-error-noninteractive
           (host (viewmodel-host-start
                  (list "sh" "-c" "read -r line
                    echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                    read -r line; echo 'last words' >&2
                    echo '{\"id\":2,\"result\":{}}'; exit 3"))))
      (viewmodel-host-wait-until
       host (let ((request (viewmodel-host-request-async host "ping")))
              (lambda ()
                (and (viewmodel-host-request--done request)
                     (viewmodel-host--error host)))))
      (should (equal warnings
                     '("The host ended (exit status 3): last words"))))))

(ert-deftest fault/what-came-before-the-death-is-taken-in ()
  (vt-with-script command
      `(,@vt-counter ,@vt-call ,(vt-counted 1 1) ,vt-called "fault die=3")
    (let* (order
           (host (viewmodel-host-start
                  command :on-died (lambda (_) (push 'died order))))
           (counter (viewmodel-host-create
                     host "counter"
                     :on-change (lambda (_) (push 'change order)))))
      (should-error (viewmodel-host-call counter "plus")
                    :type 'viewmodel-host-died)
      (should (equal (viewmodel-host-state counter) '((count . 1))))
      (should (equal (reverse order) '(change died))))))

(ert-deftest fault/all-that-waits-fails-once ()
  (vt-with-script command `(,@vt-counter ,@vt-call "fault die=2")
    (let* (seen
           (fail (lambda (what) (lambda (err) (push (cons what (car err)) seen))))
           (host (viewmodel-host-start command :on-died (funcall fail 'died)))
           (counter (viewmodel-host-create host "counter")))
      (ignore-errors
        (viewmodel-host-call-async counter "plus" nil
                                   :error-fn (funcall fail 'call))
        (viewmodel-host-input counter "plus" nil
                              :error-fn (funcall fail 'input)))
      (should-error (viewmodel-host-wait-until host #'ignore)
                    :type 'viewmodel-host-died)
      (viewmodel-host-stop host)
      (should (equal (alist-get 'died seen) 'viewmodel-host-died))
      (should (= (length seen)
                 (length (delete-dups (mapcar #'car seen)))))
      (dolist (each seen)
        (should (eq (cdr each) 'viewmodel-host-died))))))

(provide 'fault-test)
;;; fault-test.el ends here
