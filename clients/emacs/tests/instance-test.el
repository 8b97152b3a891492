;;; instance-test.el --- Observing, batches and disposing  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest instance/observing ()
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter" :observe '("count"))))
      (should (equal (viewmodel-host-state counter) '((count . 0))))
      (viewmodel-host-observe counter '(isEven))
      (should (equal (viewmodel-host-state counter) '((isEven . t))))
      (viewmodel-host-observe counter nil)
      (should (equal (viewmodel-host-state counter) nil)))))

(ert-deftest instance/a-batch-is-one-turn ()
  (vt-with-host (host (vt-built-host))
    (let* ((changes nil)
           (counter (viewmodel-host-create
                     host "counter"
                     :on-change (lambda (change) (push change changes))))
           (created nil))
      (should (eq 'value
                  (viewmodel-host-batch host
                    (viewmodel-host-input counter 'plusButtonDidTap)
                    (viewmodel-host-input counter 'plusButtonDidTap)
                    (viewmodel-host-create-async
                     host "counter" :id "d"
                     :success-fn (lambda (d) (setq created d)))
                    (should-error (viewmodel-host-ping host) :type 'error)
                    'value)))
      (viewmodel-host-ping host)
      (should (= 1 (length changes)))
      (should (= 2 (viewmodel-host-get counter 'count)))
      (should (equal (viewmodel-host-id created) "d")))))

(ert-deftest instance/a-batch-that-fails-is-not-sent ()
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter"))
          seen)
      (should-error
       (viewmodel-host-batch host
         (viewmodel-host-input counter 'plusButtonDidTap nil
                               :error-fn (lambda (err) (push (car err) seen)))
         (viewmodel-host-call-async counter 'plusButtonDidTap nil
                                    :error-fn (lambda (err)
                                                (push (car err) seen)))
         (error "No")))
      (should (equal seen '(viewmodel-host-cancelled
                            viewmodel-host-cancelled)))
      (should-error
       (viewmodel-host-batch host
         (dotimes (_ 5001)
           (viewmodel-host-input counter 'plusButtonDidTap nil
                                 :error-fn #'ignore)))
       :type 'viewmodel-host-invalid-value)
      (viewmodel-host-batch host)
      (viewmodel-host-ping host)
      (should (= 0 (viewmodel-host-get counter 'count))))))

(ert-deftest instance/a-quit-while-disposing-harms-no-other ()
  "The message has just been sent, and nobody has the request yet."
  (vt-with-host (host (vt-built-host))
    (let ((quitted (viewmodel-host-create host "counter"))
          (other (viewmodel-host-create host "counter"))
          (quit-now (lambda (&rest _) (signal 'quit nil))))
      (advice-add 'viewmodel-host--write-now :after quit-now)
      (unwind-protect
          (should (eq 'quit (condition-case nil
                                (viewmodel-host-dispose quitted)
                              (quit 'quit))))
        (advice-remove 'viewmodel-host--write-now quit-now))
      (viewmodel-host-call other 'plusButtonDidTap)
      (should (= 1 (viewmodel-host-get other 'count)))
      (should-not (viewmodel-host--error host)))))

(ert-deftest instance/disposing ()
  (vt-with-host (host (vt-built-host))
    (let* (closed
           (counter (viewmodel-host-create
                     host "counter"
                     :on-closed (lambda (reason) (push reason closed)))))
      (viewmodel-host-dispose counter)
      (viewmodel-host-dispose counter)
      (should (equal closed '("it was disposed")))
      (should (equal (viewmodel-host-closed-reason counter) "it was disposed"))
      (should-not (viewmodel-host-instances host))
      (let ((err (vt-error (viewmodel-host-input counter 'plusButtonDidTap))))
        (should (eq (car err) 'viewmodel-host-instance-closed))
        (should (equal (viewmodel-host-error-get err :id) "counter-1")))
      (should-error (viewmodel-host-snapshot counter)
                    :type 'viewmodel-host-instance-closed))))

(ert-deftest instance/instances-that-use-others-end-with-them ()
  (let ((folder (make-temp-file "viewmodel-list" t)))
    (unwind-protect
        (vt-with-host (host (vt-built-host))
          (write-region "" nil (expand-file-name "a" folder) nil 'silent)
          (let* (closed
                 (list (viewmodel-host-create
                        host "list" :parameters `((folder . ,folder)))))
            (viewmodel-host-call list 'viewWillAppear)
            (let ((pager (viewmodel-host-create
                          host "pager" :uses `((list . ,list))
                          :parameters '((selectedId . "a"))
                          :on-closed (lambda (reason) (push reason closed)))))
              (should (= 0 (viewmodel-host-get pager 'index)))
              (viewmodel-host-dispose list)
              (should (= 1 (length closed)))
              (should (string-match-p "list" (car closed)))
              (should (viewmodel-host-closed-reason pager)))))
      (delete-directory folder t))))

(provide 'instance-test)
;;; instance-test.el ends here
