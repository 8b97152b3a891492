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
