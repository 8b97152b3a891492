;;; host-test.el --- Tests with a built host  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest host/counts ()
  (vt-with-host (host (vt-built-host))
    (let* (seen
           (counter (viewmodel-host-create
                     host "counter"
                     :on-change
                     (lambda (change)
                       (push (list (viewmodel-host-change-revision change)
                                   (alist-get 'count
                                              (viewmodel-host-change-before
                                               change))
                                   (alist-get 'count
                                              (viewmodel-host-change-state
                                               change))
                                   (viewmodel-host-change-resynced change))
                             seen)))))
      (should (equal (viewmodel-host-state counter) '((count . 0) (isEven . t))))
      (should (equal (viewmodel-host-id counter) "counter-1"))
      (should (equal (viewmodel-host-name counter) "counter"))
      (should (eq :null (viewmodel-host-call counter 'plusButtonDidTap)))
      (should (equal (viewmodel-host-state counter)
                     '((count . 1) (isEven . :false))))
      (viewmodel-host-input counter "plusButtonDidTap" nil
                            :success-fn (lambda (_) (push 'done seen)))
      (viewmodel-host-ping host)
      (should (equal seen '(done (2 1 2 nil) (1 0 1 nil))))
      (should (= 2 (viewmodel-host-revision counter)))
      (should (equal (viewmodel-host-snapshot counter)
                     (cons 2 (viewmodel-host-state counter)))))))

(ert-deftest host/the-command-has-a-keyword-too ()
  (dolist (arguments `((,(vt-built-host) :log "off")
                       (:log "off" :command ,(vt-built-host))
                       (:command ,(car (vt-built-host)))))
    (let ((host (apply #'viewmodel-host-start arguments)))
      (should (member "counter" (viewmodel-host-list host)))
      (viewmodel-host-stop host)))
  (should (string-match-p "\\`Keyword argument :comand not one of (:command "
                          (error-message-string
                           (should-error (viewmodel-host-start :comand "x"))))))

(ert-deftest host/states-that-are-kept-stay ()
  (vt-with-host (host (vt-built-host))
    (let* ((counter (viewmodel-host-create host "counter"))
           (kept (viewmodel-host-state counter)))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal kept '((count . 0) (isEven . t)))))))

(ert-deftest host/list-describe-info ()
  (vt-with-host (host (vt-built-host))
    (should (member "counter" (viewmodel-host-list host)))
    (let-alist (viewmodel-host-describe host "counter")
      (should (equal .name "counter"))
      (should (equal .events [])))
    (should (equal "viewmodel-host"
                   (let-alist (viewmodel-host-info host) .host.name)))
    (should (vt-process-exists-p (viewmodel-host-pid host)))
    (should (viewmodel-host-live-p host))))

(ert-deftest host/asynchronous ()
  (vt-with-host (host (vt-built-host))
    (let (seen)
      (viewmodel-host-create-async
       host "user" :id "u"
       :success-fn (lambda (user)
                     (push (viewmodel-host-state user) seen)
                     (viewmodel-host-call-async
                      user "fetch" '((userId . 7))
                      :success-fn (lambda (value) (push value seen)))))
      (viewmodel-host-create-async
       host "nothing"
       :error-fn (lambda (err) (push (viewmodel-host-error-code err) seen)))
      (viewmodel-host-ping host)
      (should (equal seen '(-32001 ((user . :null)))))
      (should (= 1000 (viewmodel-host-advance host 1000)))
      (should (equal seen '(:null -32001 ((user . :null))))))))

(ert-deftest host/a-request-that-fails ()
  (vt-with-host (host (vt-built-host))
    (let* ((counter (viewmodel-host-create host "counter"))
           (err (vt-error (viewmodel-host-call counter "bogus"))))
      (should (eq (car err) 'viewmodel-host-request-failed))
      (should (= (viewmodel-host-error-code err) -32004))
      (should (string-prefix-p "counter has no input bogus"
                               (viewmodel-host-error-message err)))
      (should (equal (viewmodel-host-error-get err :method) "viewModel/call"))
      (should (vectorp (alist-get 'inputs (viewmodel-host-error-data err))))
      (should (string-match-p "counter has no input bogus"
                              (error-message-string err))))))

(ert-deftest host/a-failure-nobody-hears-of-is-shown ()
  (vt-with-host (host (vt-built-host))
    (vt-with-warnings warnings
      (viewmodel-host-create-async host "nothing")
      (let ((counter (viewmodel-host-create host "counter")))
        (viewmodel-host-input counter "bogus"))
      (viewmodel-host-ping host)
      (should (= 2 (length warnings)))
      (should (string-match-p "nothing" (nth 1 warnings)))
      (should (string-match-p "bogus" (nth 0 warnings))))))

(ert-deftest host/a-rejected-input ()
  (vt-with-host (host (vt-built-host))
    (let* ((user (viewmodel-host-create host "user"))
           seen)
      (viewmodel-host-on-rejected host (lambda (_) (push 'host seen)))
      (viewmodel-host-on-rejected user (lambda (_) (push 'instance seen)))
      (viewmodel-host-input user "fetch" '((userId . "7"))
                            :success-fn (lambda (_) (push 'done seen))
                            :error-fn (lambda (err)
                                        (push err seen)))
      (viewmodel-host-ping host)
      (pcase-let ((`(host instance ,err) seen))
        (should (eq (car err) 'viewmodel-host-input-rejected))
        (should (= (viewmodel-host-error-code err) -32602))
        (should (equal (viewmodel-host-error-get err :input) "fetch"))
        (should (equal (viewmodel-host-error-get err :id) "user-1"))
        (should (equal (viewmodel-host-error-data err)
                       '((path . "/arguments/userId"))))))))

(ert-deftest host/cancelling ()
  (vt-with-host (host (vt-built-host))
    (let* ((user (viewmodel-host-create host "user"))
           (seen nil)
           (call (viewmodel-host-call-async
                  user "fetch" [7]
                  :success-fn (lambda (_) (push 'done seen))
                  :error-fn (lambda (err) (push (car err) seen)))))
      (viewmodel-host-cancel call)
      (viewmodel-host-ping host)
      (should (equal seen '(viewmodel-host-cancelled)))
      (should-error (viewmodel-host-await call)
                    :type 'viewmodel-host-cancelled)
      (viewmodel-host-cancel call))))

(ert-deftest host/a-call-that-takes-too-long-is-cancelled ()
  (vt-with-host (host (vt-built-host))
    (let ((user (viewmodel-host-create host "user.article")))
      (should (equal (vt-error (viewmodel-host-call user "fetch" [7]
                                                    :timeout 0))
                     '(viewmodel-host-timeout
                       "user.article-1.fetch took longer than 0 seconds")))
      ;; Its sleep has ended early: time has not moved.
      (viewmodel-host-ping host)
      (should (equal (viewmodel-host-state user) '((user . ((id . 7)))))))))

(ert-deftest host/all-that-waits-takes-a-timeout ()
  "So that a host that answers nothing stops nobody."
  (let* ((host (viewmodel-host-start
                (vt-shell-host
                 nil "{\"id\":2,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{}}}")))
         (counter (viewmodel-host-create host "counter")))
    (dolist (wait `((viewmodel-host-list ,host)
                    (viewmodel-host-describe ,host "counter")
                    (viewmodel-host-ping ,host)
                    (viewmodel-host-advance ,host 1)
                    (viewmodel-host-request ,host "ping" nil)
                    (viewmodel-host-wait-until ,host ignore)
                    (viewmodel-host-create ,host "counter")
                    (viewmodel-host-call ,counter "plus" nil)
                    (viewmodel-host-await
                     ,(viewmodel-host-call-async counter "plus"))
                    (viewmodel-host-observe ,counter nil)
                    (viewmodel-host-snapshot ,counter)
                    (viewmodel-host-dispose ,counter)
                    (viewmodel-host-restart ,host)))
      (ert-info ((format "%s" (car wait)))
        (let ((err (vt-error (apply (car wait)
                                    (append (cdr wait) '(:timeout 0))))))
          (should (eq (car err) 'viewmodel-host-timeout))
          (should (string-match-p
                   "\\`\\(c\\.plus\\|initialize\\|ping\\|viewModel/.*\\|clock/advance\\|What was waited for\\) took longer than 0 seconds\\'"
                   (viewmodel-host-error-message err))))))
    (viewmodel-host-stop host :timeout nil)))

(ert-deftest host/a-call-that-is-quit-is-cancelled ()
  (vt-with-host (host (vt-built-host))
    (let ((user (viewmodel-host-create host "user.article")))
      (should (eq 'quit
                  (condition-case nil
                      (cl-letf (((symbol-function 'viewmodel-host-child-wait)
                                 (lambda (&rest _) (signal 'quit nil))))
                        (viewmodel-host-call user "fetch" [7]))
                    (quit 'quit))))
      ;; Its sleep has ended early: time has not moved.
      (viewmodel-host-ping host)
      (should (equal (viewmodel-host-state user) '((user . ((id . 7)))))))))

(ert-deftest host/inputs-without-end ()
  "More than the pipes hold, both ways, to a host that waits until it is read."
  (vt-with-host (host (vt-built-host) :merge-updates nil)
    (let* ((changes 0) (done 0)
           (counter (viewmodel-host-create
                     host "counter"
                     :on-change (lambda (_) (cl-incf changes)))))
      (dotimes (_ 5000)
        (viewmodel-host-input counter 'plusButtonDidTap nil
                              :success-fn (lambda (_) (cl-incf done))))
      (viewmodel-host-ping host)
      (should (= 5000 changes done (viewmodel-host-get counter 'count))))))

(ert-deftest host/a-long-line-each-way ()
  "A name of 5 MB goes to the host, and comes back in two instances' states."
  (vt-with-host (host (vt-built-host "example-host"))
    (let* ((name (make-string 2500000 ?ü))
           (form (viewmodel-host-create host "example.form"))
           (preview (viewmodel-host-create host "example.preview"
                                           :uses `((form . ,form)))))
      (viewmodel-host-call form "rename" (vector name))
      (should (equal name (viewmodel-host-get form 'name)))
      (should (equal name (viewmodel-host-get preview 'text))))))

(ert-deftest host/values-that-cannot-be-sent ()
  (vt-with-host (host (vt-built-host))
    (let ((user (viewmodel-host-create host "user")))
      (dolist (value (list 0.0e+NaN 'symbol (make-string (* 17 1024 1024) ?x)
                           (let ((deep 1))
                             (dotimes (_ 512 deep) (setq deep (vector deep))))))
        (should-error (viewmodel-host-input user "fetch" (vector value))
                      :type 'viewmodel-host-invalid-value))
      (viewmodel-host-ping host))))

(ert-deftest host/stopping ()
  (let* ((host (viewmodel-host-start (vt-built-host)))
         (user (viewmodel-host-create host "user"))
         (pid (viewmodel-host-pid host))
         (call (viewmodel-host-call-async user "fetch" [7]
                                          :error-fn #'ignore))
         died)
    (viewmodel-host-on-died host (lambda (err) (push err died)))
    (viewmodel-host-stop host)
    (viewmodel-host-stop host)
    (should (vt-gone-p pid))
    (should-not (viewmodel-host-live-p host))
    (should-not died)
    (should-error (viewmodel-host-await call) :type 'viewmodel-host-error)
    (should-error (viewmodel-host-ping host) :type 'viewmodel-host-closed)
    (should-error (viewmodel-host-input user "fetch" [7])
                  :type 'viewmodel-host-closed)
    (viewmodel-host-dispose user)))

(ert-deftest host/the-command ()
  (let ((process-environment
         (cons "VIEWMODEL_HOST=/given" process-environment))
        (viewmodel-host-command nil))
    (should (equal (viewmodel-host--command-line nil) '("/given")))
    (should (equal (viewmodel-host--command-line "/mine") '("/mine")))
    (should (equal (viewmodel-host--command-line '("/mine" "-x"))
                   '("/mine" "-x")))
    (should (file-exists-p (expand-file-name "viewmodel-host.el"
                                             viewmodel-host-child-folder)))
    (let* ((viewmodel-host-child-folder
            (file-name-as-directory (make-temp-file "vmh-" t)))
           (program (concat viewmodel-host-child-folder "bin/viewmodel-host")))
      (make-directory (concat viewmodel-host-child-folder "bin"))
      (write-region "" nil program nil 'silent)
      (should (equal (viewmodel-host--command-line nil) '("/given")))
      (set-file-modes program #o755)
      (should (equal (viewmodel-host--command-line nil) (list program)))
      (delete-directory viewmodel-host-child-folder t))
    (setq viewmodel-host-command '("/custom" "-y"))
    (should (equal (viewmodel-host--command-line nil) '("/custom" "-y"))))
  (let ((process-environment (cons "VIEWMODEL_HOST=" process-environment))
        (viewmodel-host-command nil))
    (should (equal (viewmodel-host--command-line nil) '("viewmodel-host")))))

(ert-deftest host/codes-are-those-of-the-protocol ()
  (with-temp-buffer
    (insert-file-contents (expand-file-name "protocol.md" vt-root))
    (pcase-dolist (`(,name . ,code)
                   `(("method not found"
                      . ,viewmodel-host-code-method-not-found)
                     ("unknown instance"
                      . ,viewmodel-host-code-unknown-instance)
                     ("unsupported version"
                      . ,viewmodel-host-code-unsupported-version)
                     ("cancelled" . ,viewmodel-host-code-cancelled)))
      (goto-char (point-min))
      (should (search-forward (format "\n| %d | %s |" code name) nil t)))))

(provide 'host-test)
;;; host-test.el ends here
