;;; wait-test.el --- Tests of waiting, timeouts and quitting  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest wait/a-call-that-takes-too-long-is-cancelled ()
  (vt-with-host (host (vt-built-host))
    (let* ((user (viewmodel-host-create host "user"))
           (err (vt-error (viewmodel-host-await
                           (viewmodel-host-call-async user 'fetch [7])
                           :timeout 0.1))))
      (should (equal err '(viewmodel-host-timeout
                           "viewModel/call took longer than 0.1 seconds")))
      (should (eql 0 (alist-get 'inputs (viewmodel-host-request
                                         host "host/pending")))))))

(ert-deftest wait/a-quit-cancels ()
  (vt-with-host (host (vt-built-host))
    (let ((user (viewmodel-host-create host "user"))
          (timer (run-at-time 0.1 nil (lambda () (setq quit-flag t)))))
      (should (eq 'quit (condition-case nil
                            (viewmodel-host-call user 'fetch [7])
                          (quit 'quit))))
      (cancel-timer timer)
      (should (eql 0 (alist-get 'inputs (viewmodel-host-request
                                         host "host/pending")))))))

(ert-deftest wait/a-request-is-cancelled ()
  (vt-with-host (host (vt-built-host))
    (let* ((user (viewmodel-host-create host "user"))
           (request (viewmodel-host-call-async user 'fetch [7])))
      (viewmodel-host-cancel request)
      (should (eq 'viewmodel-host-cancelled
                  (car (vt-error (viewmodel-host-await request)))))
      (viewmodel-host-cancel request))))

(ert-deftest wait/until ()
  (vt-with-host (host (vt-program))
    (let ((counter (viewmodel-host-create host "counter")))
      (run-at-time 0.05 nil #'viewmodel-host-input counter 'plusButtonDidTap)
      (should (eql 1 (viewmodel-host-until
                      counter (lambda (state)
                                (let ((count (alist-get 'count state)))
                                  (and (> count 0) count))))))
      (should (eq 'viewmodel-host-timeout
                  (car (vt-error (viewmodel-host-until counter #'ignore
                                                       :timeout 0.05)))))
      (viewmodel-host-dispose counter)
      (dolist (function (list (lambda () (viewmodel-host-until counter #'ignore))
                              (lambda () (viewmodel-host-input counter 'plus))))
        (should (eq 'viewmodel-host-instance-closed
                    (car (vt-error (funcall function)))))))))

(ert-deftest wait/a-late-instance-is-disposed-of ()
  (vt-with-host (host (vt-program))
    (signal-process (viewmodel-host-pid host) 'STOP)
    (oset host timeout 0.1)
    (should (eq 'viewmodel-host-timeout
                (car (vt-error (viewmodel-host-create host "counter" :id "c")))))
    (oset host timeout 30)
    (signal-process (viewmodel-host-pid host) 'CONT)
    (viewmodel-host-request host "ping")
    (viewmodel-host-request host "ping")
    (should-not (viewmodel-host-instances host))
    (should (viewmodel-host-create host "counter" :id "c"))))

(ert-deftest wait/a-stopped-host-does-not-block-inputs ()
  (vt-with-host (host (vt-program))
    (let ((counter (viewmodel-host-create host "counter"))
          (start (float-time)))
      (signal-process (viewmodel-host-pid host) 'STOP)
      (dotimes (_ 20)
        (viewmodel-host-input counter 'none `((text . ,(make-string 50000 ?x)))))
      (should (< (- (float-time) start) 5))
      (signal-process (viewmodel-host-pid host) 'CONT)
      (let (rejected)
        (viewmodel-host-on counter 'rejected (lambda (_) (push t rejected)))
        (viewmodel-host-request host "ping")
        (should (= 20 (length rejected)))))))

(provide 'wait-test)
;;; wait-test.el ends here
