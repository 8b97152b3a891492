;;; callback-test.el --- Tests of callbacks and services  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest callback/errors-are-warnings-and-stop-nothing ()
  (vt-with-warnings warnings
    (vt-with-host (host (vt-built-host))
      (let* ((received nil)
             (counter (viewmodel-host-create
                       host "counter" :on-change (lambda (_) (error "Oh")))))
        (viewmodel-host-on counter 'change (lambda (change) (push change received)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (equal warnings '("Error in a callback: Oh")))
        (should (equal '((count . 1) (isEven . :false))
                       (viewmodel-host-change-state (car received))))
        (should (equal '((count . 0) (isEven . t))
                       (viewmodel-host-change-before (car received))))
        (should (= 2 (length (viewmodel-host-change-patch (car received)))))))))

(ert-deftest callback/may-wait-and-ends ()
  (vt-with-host (host (vt-built-host))
    (let* ((counts nil)
           (counter (viewmodel-host-create host "counter"))
           (end (viewmodel-host-on
                 counter 'change
                 (lambda (change)
                   (push (viewmodel-host-change-revision change) counts)
                   (when (< (vt-count counter) 3)
                     (viewmodel-host-call counter 'plusButtonDidTap))))))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal counts '(3 2 1)))
      (funcall end)
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal counts '(3 2 1))))))

(ert-deftest callback/a-quit-ends-one ()
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create
                    host "counter"
                    :on-change (lambda (_) (setq quit-flag t) (sleep-for 1)))))
      (condition-case nil
          (viewmodel-host-call counter 'plusButtonDidTap)
        (quit nil))
      (setq quit-flag nil)
      (should (eql 1 (vt-count counter))))))

(ert-deftest callback/without-a-listener-a-rejection-is-a-warning ()
  (vt-with-warnings warnings
    (vt-with-host (host (vt-built-host))
      (let ((counter (viewmodel-host-create host "counter" :id "c")))
        (viewmodel-host-input counter "plus")
        (viewmodel-host-request host "ping")
        (should (string-prefix-p "c plus rejected: " (car warnings)))
        (viewmodel-host-call-async counter "plus" nil :success-fn #'ignore)
        (viewmodel-host-request host "ping")
        (should (= 2 (length warnings)))))))

(ert-deftest callback/a-turn-is-one-change ()
  (vt-with-host (host (vt-built-host))
    (let* ((changes 0) (values nil)
           (counter (viewmodel-host-create
                     host "counter" :on-change (lambda (_) (cl-incf changes)))))
      (viewmodel-host-turn host
        (dotimes (_ 2) (viewmodel-host-input counter 'plusButtonDidTap))
        (viewmodel-host-call-async counter 'plusButtonDidTap nil
                                   :success-fn (lambda (value)
                                                 (push value values)))
        (should-error (viewmodel-host-call counter 'plusButtonDidTap)))
      (viewmodel-host-request host "ping")
      (should (equal (list 1 4 '(:null))
                     (list changes (vt-count counter) values)))
      (should-error (viewmodel-host-turn host
                      (viewmodel-host-input counter 'plusButtonDidTap)
                      (error "No")))
      (viewmodel-host-request host "ping")
      (should (eql 4 (vt-count counter))))))

;;; Services

(ert-deftest service/answers-later ()
  (let (asked)
    (vt-with-host (host (vt-built-host)
                        :services `((items . ,(lambda (arguments call)
                                                (push (cons arguments call)
                                                      asked)))))
      (let ((list (viewmodel-host-create host "list" :id "l")))
        (viewmodel-host-call list 'viewWillAppear)
        (vt-wait-for (lambda () asked))
        (pcase-let ((`(,arguments . ,call) (car asked)))
          (should (equal '((page . 1)) arguments))
          (should (eq list (viewmodel-host-service-call-instance call)))
          (viewmodel-host-reply
           call '((items . [((id . "a") (name . "A"))])
                  (pages . ((currentPage . 1) (nextPage . :null)))))
          (viewmodel-host-reply call nil))
        (should (viewmodel-host-until
                 list (lambda (state)
                        (equal [((id . "a") (name . "A"))]
                               (alist-get 'items state)))))))))

(ert-deftest service/is-cancelled ()
  (let (asked cancelled)
    (vt-with-host (host (vt-built-host)
                        :services `((items . ,(lambda (_ call)
                                                (push call asked)
                                                (viewmodel-host-on-cancel
                                                 call
                                                 (lambda ()
                                                   (push call cancelled)))))))
      (let ((list (viewmodel-host-create host "list")))
        (viewmodel-host-call list 'viewWillAppear)
        (vt-wait-for (lambda () asked))
        (viewmodel-host-dispose list)
        (should (equal asked cancelled))
        (viewmodel-host-reply (car asked) nil)))))

(ert-deftest service/errors-are-answers ()
  (dolist (case '(((error "Away") . "Away")
                  ((signal viewmodel-host-service-error
                           '("Full" :code 507)) . "Full")))
    (vt-with-host (host (vt-built-host)
                        :services `((items . ,(lambda (_ _)
                                                (eval (if (eq 'signal (caar case))
                                                          `(signal ',(nth 1 (car case))
                                                                   ,(nth 2 (car case)))
                                                        (car case))
                                                      t)))))
      (let* ((received nil)
             (list (viewmodel-host-create
                    host "list" :on-event (lambda (_ value) (push value received)))))
        (viewmodel-host-input list 'viewWillAppear)
        (vt-wait-for (lambda () received))
        (should (equal received (list (cdr case))))))))

(provide 'callback-test)
;;; callback-test.el ends here
