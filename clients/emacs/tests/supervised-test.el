;;; supervised-test.el --- Tests of supervised hosts, and of tries  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-program (&optional name)
  "The built host NAME, with the real clock."
  (car (vt-built-host name)))

(ert-deftest supervised/a-crash-costs-one-input ()
  (let (told)
    (vt-with-warnings _
      (vt-with-host (host (vt-program "example-host") :supervised t :log "off"
                          :on-restarted (lambda (crash) (push crash told)))
        (let ((counter (viewmodel-host-create host "counter"))
              (crash (viewmodel-host-create host "example.crash")))
          (viewmodel-host-call counter 'plusButtonDidTap)
          (let ((err (vt-error (viewmodel-host-call crash 'fatalError))))
            (should (eq (car err) 'viewmodel-host-request-failed))
            (should (eql -32017 (viewmodel-host-error-code err)))
            (should (string-match-p "Fatal error: boom"
                                    (viewmodel-host-error-message err)))
            (should (eql 11 (alist-get 'line (viewmodel-host-error-data err)))))
          (viewmodel-host-call counter 'plusButtonDidTap)
          (should (eql 2 (viewmodel-host-get counter 'count)))))
      (should (= 1 (length told)))
      (should (string-match-p "Fatal error: boom" (alist-get 'reason (car told))))
      (should (string-match-p "CrashViewModel\\.swift\\'"
                              (alist-get 'file (car told))))
      (should (eql 11 (alist-get 'line (car told)))))))

(ert-deftest supervised/a-kill-costs-nothing ()
  (let (told)
    (vt-with-host (host (vt-program) :supervised t
                        :on-restarted (lambda (crash)
                                        (push (alist-get 'reason crash) told)))
      (let ((counter (viewmodel-host-create host "counter"))
            (pid (viewmodel-host-pid host)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (signal-process
         (string-to-number (vt-text (format "/proc/%d/task/%d/children" pid pid)))
         'KILL)
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (eql 2 (viewmodel-host-get counter 'count)))))
    (should (equal told '("ended by SIGKILL")))))

(ert-deftest supervised/a-restart-is-a-message-if-nobody-listens ()
  (let ((viewmodel-host-supervised t) (messages nil))
    (cl-letf (((symbol-function 'message)
               (lambda (format &rest arguments)
                 (push (apply #'format-message format arguments) messages))))
      (vt-with-host
          (host (list "sh" "-c"
                      (concat "read -r line; "
                              "case \"$0 $line\" in '--supervised '*'\"restarts\":true'*) ;; *) exit 97 ;; esac; "
                              "echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'; "
                              "echo '{\"method\":\"host/restarted\",\"params\":{\"reason\":\"ended by SIGILL\",\"milliseconds\":3}}'; "
                              "cat >/dev/null")))
        (vt-wait-for
         (lambda ()
           (member "viewmodel-host: the host goes on in another process: ended by SIGILL"
                   messages)))
        (should (viewmodel-host-live-p host))))))

;;; Undo and redo

(defun vt-code (function)
  "The code of the failed request that FUNCTION signals."
  (viewmodel-host-error-code
   (should-error (funcall function) :type 'viewmodel-host-request-failed)))

(ert-deftest undo/brings-the-state-back ()
  (vt-with-host (host (vt-program) :supervised t)
    (let* ((counter (viewmodel-host-create host "counter" :id "c"))
           (counts nil) turn)
      (viewmodel-host-on-change
       counter (lambda (change)
                 (push (alist-get 'count (viewmodel-host-change-state change))
                       counts)))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (viewmodel-host-call counter 'plusButtonDidTap)
      (let ((undone (viewmodel-host-undo host)))
        (setq turn (alist-get 'turn undone))
        (should-not (alist-get 'opened undone)))
      (should (equal '((count . 1) (isEven . :false))
                     (viewmodel-host-state counter)))
      (should (eql 3 (viewmodel-host-revision counter)))
      (let-alist (viewmodel-host-turns host)
        (should (= 3 (length .turns)))
        (should (equal turn (alist-get 'turn (aref .turns 2))))
        (should (eq t (alist-get 'step (aref .turns 2))))
        (should (= 1 (length .undone))))
      (should (= 1 (length (alist-get 'turns (viewmodel-host-turns
                                              host :count 1)))))
      (viewmodel-host-redo host)
      (should (eql 2 (viewmodel-host-get counter 'count)))
      (should (eql -32600 (vt-code (lambda () (viewmodel-host-redo host)))))
      (should (equal turn (alist-get 'turn (viewmodel-host-rewind host turn))))
      (should (equal '(1 2 1 2 1) (reverse counts))))))

(ert-deftest undo/brings-instances-back-and-closes-later-ones ()
  (vt-with-host (host (vt-program) :supervised t)
    (let* ((first (viewmodel-host-create host "counter" :id "first"))
           (resynced nil) second)
      (viewmodel-host-on-change
       first (lambda (change)
               (push (viewmodel-host-change-resynced change) resynced)))
      (viewmodel-host-call first 'plusButtonDidTap)
      (setq second (viewmodel-host-create host "counter" :id "second"))
      (viewmodel-host-call second 'plusButtonDidTap)
      (viewmodel-host-dispose first)
      (should (equal (list first)
                     (alist-get 'opened (viewmodel-host-undo host))))
      (should-not (viewmodel-host-closed-reason first))
      (should (eql 1 (viewmodel-host-get first 'count)))
      (viewmodel-host-call first 'plusButtonDidTap)
      (should (eql 2 (viewmodel-host-get first 'count)))
      (should (equal '(nil t nil) resynced))
      (viewmodel-host-undo host)
      (viewmodel-host-undo host)
      (should (string-match-p "gone back"
                              (viewmodel-host-closed-reason second)))
      (should-error (viewmodel-host-call second 'plusButtonDidTap))
      (should (equal (list first) (viewmodel-host-instances host))))))

(ert-deftest undo/brings-an-instance-that-nobody-has-back-as-a-new-one ()
  (vt-with-host (host (vt-program) :supervised t)
    (let ((counter (viewmodel-host-create host "counter" :id "c")))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (viewmodel-host-call counter 'plusButtonDidTap)
      (viewmodel-host-dispose counter)
      (clrhash (viewmodel-host--gone host)) ; as the collector would
      (let ((back (car (alist-get 'opened (viewmodel-host-undo host)))))
        (should-not (eq back counter))
        (should (equal "c" (viewmodel-host-id back)))
        (viewmodel-host-call back 'plusButtonDidTap)
        (should (eql 2 (viewmodel-host-get back 'count)))))))

(ert-deftest undo/fails-where-it-cannot-be ()
  (vt-with-host (host (vt-program) :supervised t)
    (should (eql -32600 (vt-code (lambda () (viewmodel-host-undo host)))))
    (should (eql -32602 (vt-code (lambda () (viewmodel-host-rewind host 99))))))
  (vt-with-host (host (vt-program))
    (dolist (function '(viewmodel-host-undo viewmodel-host-redo
                        viewmodel-host-turns))
      (should (eql -32601 (vt-code (lambda () (funcall function host))))))
    (should (eql -32601 (vt-code (lambda () (viewmodel-host-rewind host 1)))))))

(ert-deftest try/says-what-an-input-would-do ()
  (vt-with-warnings _
    (vt-with-host (host (vt-built-host "example-host"))
      (let* ((counter (viewmodel-host-create host "counter"))
             (trial (viewmodel-host-try counter 'plusButtonDidTap)))
        (should (= 1 (length (alist-get 'messages trial))))
        (should (equal "viewModel/update"
                       (alist-get 'method (aref (alist-get 'messages trial) 0))))
        (should (eql 0 (viewmodel-host-get counter 'count)))
        (should (eql 0 (viewmodel-host-revision counter)))
        (setq trial (viewmodel-host-try counter 'plusButtonDidTap '((by . 2))))
        (should (equal "viewModel/rejected"
                       (alist-get 'method (aref (alist-get 'messages trial) 0))))
        (setq trial (viewmodel-host-try
                     (viewmodel-host-create host "example.crash") 'fatalError))
        (should (string-match-p "Fatal error: boom\\'"
                                (let-alist trial .crashed.reason)))
        (should (eql 11 (let-alist trial .crashed.line)))))))

(provide 'supervised-test)
;;; supervised-test.el ends here
