;;; fault-test.el --- When the host misbehaves, is slow, huge or gone  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)
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

(ert-deftest fault/the-pipe-breaks-before-the-exit-status-is-known ()
  "Emacs knows of the end then, and of the status only later."
  (let* ((viewmodel-host-child-grace 600)
         (go (make-temp-name (expand-file-name "go" temporary-file-directory)))
         (host (viewmodel-host-start
                (list "sh" "-c"
                      (format "read -r line; exec 0<&-
                               echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                               until [ -e %s ]; do sleep 0.02; done; exit 3"
                              go))
                :on-died #'ignore)))
    (unwind-protect
        (progn
          (viewmodel-host--tell host "nothing" nil)
          (accept-process-output nil 0.01)
          (write-region "" nil go nil 'silent)
          (should (equal (viewmodel-host-error-message
                          (vt-error (viewmodel-host-ping host)))
                         "the host ended (exit status 3)")))
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
                   "the host ended by SIGTERM"))
    (should (vt-gone-p (viewmodel-host-pid host)))))

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
                         '("the host ended (exit status 3): last words"))))))))

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
                            '("the host ended (exit status 3): last words"))))
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
                     '("the host ended (exit status 3): last words"))))))

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
