;;; callback-test.el --- When callbacks are called, with what  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest callback/a-turn-is-applied-whole-before-any-callback ()
  (vt-with-host (host (vt-built-host))
    (let* (seen
           (see (lambda (_)
                  (push (mapcar (lambda (instance)
                                  (viewmodel-host-get instance 'count))
                                (viewmodel-host-instances host))
                        seen)))
           (one (viewmodel-host-create host "counter" :on-change see))
           (other (viewmodel-host-create host "counter" :on-change see)))
      (viewmodel-host-batch host
        (viewmodel-host-input one 'plusButtonDidTap)
        (viewmodel-host-input other 'minusButtonDidTap))
      (viewmodel-host-ping host)
      (should (equal seen '((1 -1) (1 -1)))))))

(ert-deftest callback/names-that-there-are-not ()
  "An event is a warning, and an output an error: both say which there are."
  (vt-with-warnings warnings
    (vt-with-host (host (vt-built-host "example-host"))
      (let ((form (viewmodel-host-create host "example.form")))
        (viewmodel-host-on-event form #'ignore 'message)
        (viewmodel-host-on-event form #'ignore 'mesage)
        (viewmodel-host-ping host)
        (should (equal (viewmodel-host-error-message
                        (vt-error (viewmodel-host-get form 'nope)))
                       (format "example.form has no output nope; it has %s"
                               (mapconcat (lambda (each)
                                            (symbol-name (car each)))
                                          (viewmodel-host-state form) ", "))))))
    (should (equal warnings
                   '("example.form has no event mesage; it has message")))))

(ert-deftest callback/change-then-events-then-done ()
  (vt-with-script command
      `(,@vt-counter
        "--> {\"jsonrpc\":\"2.0\",\"method\":\"viewModel/input\",\"params\":{\"id\":\"c\",\"input\":\"plus\",\"seq\":1}}"
        ,(vt-counted 1 5 ",\"events\":[{\"event\":\"a\",\"value\":{}},{\"event\":\"b\"}],\"droppedEvents\":3,\"done\":[1]"))
    (vt-with-host (host command)
      (let* (seen (counter (viewmodel-host-create host "counter")))
        (viewmodel-host-on-event counter (lambda (name value)
                                           (push (list name value) seen)))
        (viewmodel-host-on-event counter (lambda (_ value) (push value seen))
                                 'b)
        (viewmodel-host-on-change counter
                                  (lambda (change)
                                    (push (viewmodel-host-change-state change)
                                          seen)))
        (viewmodel-host-on-dropped counter (lambda (number) (push number seen)))
        (viewmodel-host-input counter "plus" nil
                              :success-fn (lambda (_) (push 'done seen)))
        (viewmodel-host-ping host)
        (should (equal (reverse seen)
                       '(((count . 5)) ("a" nil) ("b" :null) :null 3 done)))))))

(ert-deftest callback/an-error-stops-no-other ()
  (vt-with-host (host (vt-built-host))
    (vt-with-warnings warnings
      (let* (seen (counter (viewmodel-host-create host "counter")))
        (viewmodel-host-on-change counter (lambda (_) (user-error "Oops")))
        (viewmodel-host-on-change counter (lambda (_) (push 1 seen)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (equal seen '(1 1)))
        (should (equal warnings '("Error in a callback: Oops"
                                  "Error in a callback: Oops")))))))

(ert-deftest callback/registrations-end ()
  (vt-with-host (host (vt-built-host))
    (let* (seen end-other
           (counter (viewmodel-host-create host "counter"))
           (end (viewmodel-host-on-change
                 counter (lambda (_)
                           (push 'first seen)
                           (funcall end-other)))))
      (setq end-other (viewmodel-host-on-change
                       counter (lambda (_) (push 'second seen))))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal seen '(first)))
      (funcall end)
      (funcall end)
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal seen '(first))))))

(ert-deftest callback/may-wait-for-the-host ()
  "Lines are handled while a callback waits; their callbacks come after it."
  (vt-with-host (host (vt-built-host))
    (let* (seen (counter (viewmodel-host-create host "counter")))
      (viewmodel-host-on-change
       counter
       (lambda (change)
         (push (viewmodel-host-change-revision change) seen)
         (when (= 1 (viewmodel-host-change-revision change))
           (viewmodel-host-call counter 'plusButtonDidTap)
           (push (viewmodel-host-state counter) seen))))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal (reverse seen)
                     '(1 ((count . 2) (isEven . t)) 2))))))

(ert-deftest callback/may-stop-the-host ()
  (let ((host (viewmodel-host-start (vt-built-host))))
    (let ((counter (viewmodel-host-create
                    host "counter"
                    :on-change (lambda (_) (viewmodel-host-stop host)))))
      (viewmodel-host-call-async counter 'plusButtonDidTap nil
                                 :error-fn #'ignore)
      (should-error (viewmodel-host-wait-until host #'ignore)
                    :type 'viewmodel-host-closed)
      (should (vt-gone-p (viewmodel-host-pid host))))))

(ert-deftest callback/leaves-the-buffer-and-the-match-alone ()
  (vt-with-host (host (vt-built-host))
    (with-temp-buffer
      (let* ((other (generate-new-buffer "other"))
             (buffer (current-buffer))
             (counter (viewmodel-host-create
                       host "counter"
                       :on-change (lambda (_)
                                    (set-buffer other)
                                    (string-match "b" "ab")))))
        (string-match "a" "a")
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (eq (current-buffer) buffer))
        (should (= 0 (match-beginning 0)))
        (kill-buffer other)))))

(ert-deftest callback/messages-of-errors ()
  "Those of this package are for people; others are shown as Emacs does."
  (pcase-dolist (`(,err ,text)
                 '(((viewmodel-host-died "It died" :signal 9) "It died")
                   ((viewmodel-host-closed) "viewmodel-host")
                   ((error "Any error") "Any error")
                   ((file-missing "Opening" "No such file" "/nope")
                    "Opening: No such file, /nope")))
    (should (equal (viewmodel-host-error-message err) text))
    (vt-with-warnings warnings
      (let (debug-on-error)
        (viewmodel-host--call-back
         (list (lambda () (signal (car err) (cdr err))))))
      (should (equal warnings (list (concat "Error in a callback: " text)))))))

(ert-deftest callback/failures-and-logs ()
  (vt-with-script command
      `(,@vt-counter ,@vt-call
        "<-- {\"jsonrpc\":\"2.0\",\"method\":\"viewModel/failed\",\"params\":{\"id\":\"c\",\"error\":{\"code\":-32011,\"message\":\"inf\"}}}"
        "<-- {\"jsonrpc\":\"2.0\",\"method\":\"host/log\",\"params\":{\"level\":\"info\",\"message\":\"hi\"}}"
        "<-- {\"jsonrpc\":\"2.0\",\"method\":\"unknown/notification\",\"params\":{}}"
        ,vt-called)
    (dolist (heard '(t nil))
      (vt-with-warnings warnings
        (let (seen)
          (vt-with-host (host command)
            (when heard
              (viewmodel-host-on-log host (lambda (level text)
                                            (push (list level text) seen)))
              (viewmodel-host-on-failed host (lambda (err) (push err seen))))
            (viewmodel-host-call (viewmodel-host-create host "counter") "plus"))
          (if heard
              (pcase-let ((`(,log ,err) seen))
                (should (equal log '("info" "hi")))
                (should (eq (car err) 'viewmodel-host-viewmodel-failed))
                (should (equal (viewmodel-host-error-get err :id) "c"))
                (should-not warnings))
            (should (equal warnings '("c failed: inf")))))))))

(ert-deftest callback/what-comes-with-the-creation-is-not-missed ()
  "Events and seqs of a batch that creates an instance follow its answer."
  (vt-with-host (host (vt-built-host "example-host"))
    (let (seen)
      (viewmodel-host-batch host
        (viewmodel-host-create-async
         host "example.form" :id "f"
         :on-event (lambda (name value) (push (list name value) seen)))
        (viewmodel-host-request-async
         host "viewModel/call"
         '((id . "f") (input . "addTag") (arguments . ["x"]))))
      (viewmodel-host-ping host)
      (should (equal seen '(("message" "Added x")))))))

(provide 'callback-test)
;;; callback-test.el ends here
