;;; service-test.el --- Tests of services  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-page (&rest names)
  "The page of items with NAMES, the only one."
  `((items . ,(vconcat (mapcar (lambda (name) `((id . ,name) (name . ,name)))
                               names)))
    (pages . ((currentPage . 1) (nextPage . :null)))))

(defun vt-names (list)
  "The names of the items of the instance LIST."
  (mapcar (lambda (item) (alist-get 'name item))
          (viewmodel-host-get list 'items)))

(ert-deftest service/answers-at-once ()
  (let (asked)
    (vt-with-host (host (vt-built-host)
                        :services
                        `(("items" . ,(lambda (arguments call)
                                        (push arguments asked)
                                        (viewmodel-host-reply
                                         call (vt-page "ä" "b"))))))
      (let ((list (viewmodel-host-create host "list")))
        (viewmodel-host-input list 'viewWillAppear)
        (viewmodel-host-wait-until
         host (lambda () (equal (vt-names list) '("ä" "b"))))
        (should (equal asked '(((page . 1)))))))))

(ert-deftest service/answers-later ()
  (let (waiting)
    (vt-with-host (host (vt-built-host)
                        :services
                        `(("items" . ,(lambda (_ call) (push call waiting)))))
      (let ((list (viewmodel-host-create host "list")))
        (viewmodel-host-input list 'viewWillAppear)
        (viewmodel-host-wait-until host (lambda () waiting))
        (should (eq t (viewmodel-host-get list 'loading)))
        (should (equal (viewmodel-host-service-call-instance-id (car waiting))
                       (viewmodel-host-id list)))
        (viewmodel-host-reply (car waiting) (vt-page "a"))
        (should-error (viewmodel-host-reply (car waiting) (vt-page "a")))
        (viewmodel-host-ping host)
        (should (eq :false (viewmodel-host-get list 'loading)))
        (should (equal (vt-names list) '("a")))))))

(ert-deftest service/is-named-by-a-symbol ()
  (vt-with-host (host (vt-built-host)
                      :services
                      `((items . ,(lambda (_ call)
                                    (viewmodel-host-reply call
                                                          (vt-page "a"))))))
    (let ((list (viewmodel-host-create host "list")))
      (viewmodel-host-input list 'viewWillAppear)
      (viewmodel-host-wait-until
       host (lambda () (equal (vt-names list) '("a"))))))
  (dolist (services '(((items vt-page)) ((items)) ((items . 7)) (items)))
    (let ((err (should-error (viewmodel-host-start (vt-built-host)
                                                   :services services))))
      (should (string-match-p "\\`A service is (NAME . FUNCTION), not .*items"
                              (error-message-string err))))))

(ert-deftest service/fails ()
  (dolist (case `((,(lambda (_ call)
                      (viewmodel-host-reply-error call "net" :code 1
                                                  :data '((retry . t))))
                   "net")
                  (,(lambda (_ _)
                      (signal 'viewmodel-host-service-error
                              '("signaled" :code 2)))
                   "signaled")
                  (,(lambda (_ _) (user-error "Any %s" "error")) "Any error")
                  (,(lambda (_ call) (viewmodel-host-reply call 0.0e+NaN))
                   "A value has no JSON form: NaN, an infinity, or too much of it")))
    (let (events
          (debug-ignored-errors '(viewmodel-host-error user-error)))
      (vt-with-host (host (vt-built-host)
                          :services `(("items" . ,(car case))))
        (let ((list (viewmodel-host-create
                     host "list"
                     :on-event (lambda (name value)
                                 (push (cons name value) events)))))
          (viewmodel-host-input list 'viewWillAppear)
          (viewmodel-host-wait-until host (lambda () events))
          (should (equal events `(("error" . ,(cadr case))))))))))

(ert-deftest service/answers-once ()
  "What goes wrong after the answer is shown, with the name of the service."
  (pcase-dolist (`(,more ,text)
                 `((,(lambda (call) (viewmodel-host-reply call (vt-page "b")))
                    "The call was answered already; only the first answer counts")
                   (,(lambda (_) (user-error "Any error")) "Any error")
                   (,(lambda (_) (signal 'viewmodel-host-service-error
                                         '("signaled" :code 2)))
                    "signaled")))
    (vt-with-warnings warnings
      (vt-with-host (host (vt-built-host)
                          :services
                          `(("items" . ,(lambda (_ call)
                                          (viewmodel-host-reply
                                           call (vt-page "a"))
                                          (condition-case err
                                              (funcall more call)
                                            ;; Past the debugger of the tests.
                                            (error
                                             (let (debug-on-error)
                                               (signal (car err)
                                                       (cdr err)))))))))
        (let ((list (viewmodel-host-create host "list")))
          (viewmodel-host-input list 'viewWillAppear)
          (viewmodel-host-wait-until
           host (lambda () (equal (vt-names list) '("a"))))))
      (should (equal warnings
                     (list (concat "The service items failed after its answer: "
                                   text)))))))

(ert-deftest service/is-cancelled ()
  (let (waiting cancelled)
    (vt-with-host (host (vt-built-host)
                        :services
                        `(("items" . ,(lambda (_ call)
                                        (push call waiting)
                                        (viewmodel-host-on-cancel
                                         call (lambda () (push call cancelled)))))))
      (let ((list (viewmodel-host-create host "list")))
        (viewmodel-host-input list 'viewWillAppear)
        (viewmodel-host-wait-until host (lambda () waiting))
        (viewmodel-host-dispose list)
        (should (equal (length cancelled) 1))
        (should (eq (car cancelled) (car waiting)))
        ;; Too late, which is no error.
        (viewmodel-host-reply (car waiting) (vt-page "a"))
        (let (late)
          (viewmodel-host-on-cancel (car waiting) (lambda () (setq late t)))
          (should late))
        (viewmodel-host-ping host)))))

(ert-deftest service/is-cancelled-when-the-host-ends ()
  (let* (waiting cancelled
         (host (viewmodel-host-start
                (vt-built-host)
                :services `(("items" . ,(lambda (_ call)
                                          (push call waiting)
                                          (viewmodel-host-on-cancel
                                           call
                                           (lambda () (push t cancelled)))))))))
    (viewmodel-host-input (viewmodel-host-create host "list") 'viewWillAppear)
    (viewmodel-host-wait-until host (lambda () waiting))
    (viewmodel-host-stop host)
    (should (equal cancelled '(t)))
    (viewmodel-host-reply (car waiting) (vt-page "a"))))

(ert-deftest service/an-answer-that-does-not-fit ()
  (let (rejected)
    (vt-with-host (host (vt-built-host)
                        :services
                        `(("items" . ,(lambda (_ call)
                                        (viewmodel-host-reply call "no"))))
                        :on-rejected (lambda (err) (push err rejected)))
      (viewmodel-host-input (viewmodel-host-create host "list")
                            'viewWillAppear)
      (viewmodel-host-wait-until host (lambda () rejected))
      (should (eq (caar rejected) 'viewmodel-host-service-rejected))
      (should (equal (viewmodel-host-error-get (car rejected) :service)
                     "items")))))

(ert-deftest service/missing ()
  (vt-with-host (host (vt-built-host))
    (let ((err (vt-error (viewmodel-host-create host "foos.caught"))))
      (should (= -32014 (viewmodel-host-error-code err))))))

(provide 'service-test)
;;; service-test.el ends here
