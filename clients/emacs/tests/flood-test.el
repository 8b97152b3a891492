;;; flood-test.el --- Much at once, and hosts that do not read  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-busy (seconds)
  "Use the processor for SECONDS."
  (let ((end (+ (float-time) seconds)))
    (while (< (float-time) end))))

(defconst vt-created
  "{\"id\":2,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{\"count\":0}}}"
  "The answer to the creation of c.")

(defun vt-events (count)
  "A line with COUNT events of c."
  (format "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"events\":[%s]}]}}"
          (mapconcat (lambda (number)
                       (format "{\"event\":\"e\",\"value\":%d}" number))
                     (number-sequence 1 count) ",")))

(ert-deftest flood/events-leave-time-for-other-things ()
  (vt-with-host (host (vt-shell-host nil vt-created nil (vt-events 200)))
    (let* ((calls 0) (turns 0)
           (counter (viewmodel-host-create host "counter"))
           (timer (run-at-time 0 0.001 (lambda ()
                                         (when (< 0 calls 200)
                                           (cl-incf turns))))))
      (unwind-protect
          (progn
            (viewmodel-host-on-event
             counter (lambda (_ value)
                       (cl-incf calls)
                       (should (= calls value))
                       (vt-busy 0.001)))
            (viewmodel-host--tell host "go" nil)
            (vt-wait-for (lambda () (= calls 200)))
            (should (> turns 3)))
        (cancel-timer timer)))))

(ert-deftest flood/many-events-are-called-back-in-order ()
  (let ((file (make-temp-file "events")) (last 0))
    (unwind-protect
        (progn
          (write-region (concat (vt-events 30000) "\n") nil file nil 'silent)
          (should (< viewmodel-host-reader-least
                     (file-attribute-size (file-attributes file))))
          (vt-with-host
              (host (append (butlast (vt-shell-host))
                            (list (format "read -r line
                              echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                              read -r line; echo '%s'; cat %s; cat >/dev/null"
                                          vt-created file))))
            (let ((counter (viewmodel-host-create host "counter")))
              (viewmodel-host-on-event
               counter (lambda (_ value)
                         (should (= value (1+ last)))
                         (setq last value)))
              (viewmodel-host-wait-until host (lambda () (= last 30000))))))
      (delete-file file))))

(ert-deftest flood/each-listener-hears-each-event-and-a-new-one-those-after-it ()
  (vt-with-host (host (vt-shell-host nil vt-created nil (vt-events 3)
                                     nil (string-replace
                                          "\"revision\":1" "\"revision\":2"
                                          (vt-events 1))))
    (let* (seen
           (counter (viewmodel-host-create host "counter"))
           (listen (lambda (who)
                     (lambda (_ value) (push (list who value) seen)))))
      (viewmodel-host-on-event counter (funcall listen 'a))
      (let (end)
        (setq end (viewmodel-host-on-event
                   counter (lambda (_ value)
                             (funcall (funcall listen 'b) nil value)
                             (viewmodel-host-on-event counter
                                                      (funcall listen 'c))
                             (funcall end)))))
      (viewmodel-host--tell host "go" nil)
      (vt-wait-for (lambda () (= 4 (length seen))))
      (should (equal (reverse seen) '((a 1) (b 1) (a 2) (a 3))))
      (viewmodel-host--tell host "go" nil)
      (vt-wait-for (lambda () (= 6 (length seen))))
      (should (equal (nthcdr 4 (reverse seen)) '((a 1) (c 1)))))))

(ert-deftest flood/a-wait-keeps-its-time ()
  (dolist (flood '("yes '{\"method\":\"host/log\",\"params\":{\"level\":\"info\",\"message\":\"m\"}}'"
                   "yes noise >&2"))
    (ert-info (flood)
      (let ((host (viewmodel-host-start
                   (list "sh" "-c"
                         (concat "read -r line
                           echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
                           exec " flood))
                   :on-log #'ignore)))
        (should (eq 'viewmodel-host-timeout
                    (car (vt-error (viewmodel-host-ping host :timeout 0.2)))))
        (viewmodel-host-stop host :timeout 0)))))

(ert-deftest flood/an-input-to-a-stopped-host-is-not-lost ()
  (vt-with-host (host (vt-built-host "example-host"))
    (let* ((form (viewmodel-host-create host "example.form"))
           (pid (viewmodel-host-pid host))
           (ended nil)
           (process (viewmodel-host-child-process (viewmodel-host--child host))))
      (signal-process pid 'SIGSTOP)
      (vt-wait-for (lambda () (eq 'stop (process-status process))))
      (viewmodel-host-input form 'rename '((name . "Ada"))
                            :success-fn (lambda (_) (setq ended t)))
      (dotimes (number 20)
        (viewmodel-host-input form 'rename
                              `((name . ,(make-string 10000 (+ ?a number))))))
      (should (eq 'viewmodel-host-timeout
                  (car (vt-error (viewmodel-host-ping host :timeout 0)))))
      (should-not ended)
      (signal-process pid 'SIGCONT)
      (viewmodel-host-ping host)
      (should ended)
      (should (equal (make-string 10000 ?t)
                     (viewmodel-host-get form 'name))))))

(ert-deftest flood/what-is-too-much-for-a-host-is-refused ()
  (let ((viewmodel-host-outbox-most 100000))
    (vt-with-host (host (vt-built-host "example-host"))
      (let ((form (viewmodel-host-create host "example.form"))
            (name (make-string 10000 ?x)) (sent 0) err)
        (while (not err)
          (condition-case problem
              (progn (viewmodel-host-input form 'rename `((name . ,name)))
                     (cl-incf sent))
            (viewmodel-host-not-sent (setq err problem))))
        (should (<= 10 sent 13))
        (vt-wait-for (lambda ()
                       (viewmodel-host-outbox-empty-p
                        (viewmodel-host--outbox host))))
        (viewmodel-host-ping host)
        (should (equal name (viewmodel-host-get form 'name)))))))

(ert-deftest flood/a-stale-state-is-told-and-mended-by-the-next-update ()
  (let ((gap "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":%d}]}}"))
    (vt-with-host
        (host (vt-shell-host
               nil vt-created
               nil (format gap 5)
               nil "{\"id\":3,\"error\":{\"code\":-32603,\"message\":\"not now\"}}"
               nil (format gap 6)
               nil "{\"id\":4,\"result\":{\"id\":\"c\",\"revision\":9,\"state\":{\"count\":9}}}"))
      (let* (reasons changes
             (counter (viewmodel-host-create
                       host "counter"
                       :on-change (lambda (change) (push change changes)))))
        (viewmodel-host-on-stale counter (lambda (why) (push why reasons)))
        ;; Only now, so that nothing is told before somebody listens.
        (viewmodel-host--tell host "go" nil)
        (viewmodel-host-wait-until host (lambda () reasons))
        (should (equal reasons '("revision 5 came after 0; and it could not be fetched anew: not now")))
        (should (equal (car reasons) (viewmodel-host-stale-reason counter)))
        (should (= 0 (viewmodel-host-get counter 'count)))
        (viewmodel-host--tell host "go" nil)
        (viewmodel-host-wait-until
         host (lambda () (= 9 (viewmodel-host-revision counter))))
        (should-not (viewmodel-host-stale-reason counter))
        (should (= 1 (length reasons) (length changes)))
        (should (viewmodel-host-change-resynced (car changes)))))))

(ert-deftest flood/a-callback-can-be-quit ()
  "Also where what a process writes is handled, which cannot be quit else."
  (vt-with-host (host (vt-shell-host nil vt-created nil (vt-events 2)))
    (let* ((seen nil)
           (counter (viewmodel-host-create host "counter")))
      (viewmodel-host-on-event
       counter (lambda (_ value)
                 (push value seen)
                 (when (= value 1) (setq quit-flag t) (while t (sit-for 0)))))
      (let ((inhibit-quit t))
        (viewmodel-host--tell host "go" nil)
        (vt-wait-for (lambda () (equal seen '(2 1))))
        (setq quit-flag nil)))))

(provide 'flood-test)
;;; flood-test.el ends here
