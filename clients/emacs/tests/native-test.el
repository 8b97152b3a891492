;;; native-test.el --- What of the client the judge does not see  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Callbacks, waiting and quitting, services that answer later, the death of a
;; host and a restart, undo, JSON, and the bridge to jsonrpc.el.

;;; Code:

(require 'support)

(defun vt-count (instance)
  "The count of INSTANCE, a counter."
  (viewmodel-host-get instance 'count))

(defun vt-program (&optional name)
  "The command of the built host NAME with the real clock."
  (car (vt-built-host name)))

;;; Waiting

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

(ert-deftest wait/a-stopped-host-holds-nobody-up ()
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

;;; Callbacks

(ert-deftest callback/errors-are-warnings-and-stop-nothing ()
  (vt-with-warnings warnings
    (vt-with-host (host (vt-built-host))
      (let* ((told nil)
             (counter (viewmodel-host-create
                       host "counter" :on-change (lambda (_) (error "Oh")))))
        (viewmodel-host-on counter 'change (lambda (change) (push change told)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (equal warnings '("Error in a callback: Oh")))
        (should (equal '((count . 1) (isEven . :false))
                       (viewmodel-host-change-state (car told))))
        (should (equal '((count . 0) (isEven . t))
                       (viewmodel-host-change-before (car told))))
        (should (= 2 (length (viewmodel-host-change-patch (car told)))))))))

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

(ert-deftest callback/what-nobody-hears-is-a-warning ()
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
      (let* ((told nil)
             (list (viewmodel-host-create
                    host "list" :on-event (lambda (_ value) (push value told)))))
        (viewmodel-host-input list 'viewWillAppear)
        (vt-wait-for (lambda () told))
        (should (equal told (list (cdr case))))))))

;;; Ends and beginnings

(ert-deftest host/is-not-there ()
  (let ((err (vt-error (viewmodel-host-start "/no/such/program"))))
    (should (eq 'viewmodel-host-not-found (car err)))
    (should (string-prefix-p
             "Cannot start the host /no/such/program: There is no such program.  Install "
             (viewmodel-host-error-message err)))
    (should (equal '("/no/such/program")
                   (viewmodel-host-error-get err :command)))))

(ert-deftest host/has-no-working-directory ()
  (should (equal (viewmodel-host-error-message
                  (vt-error (let ((default-directory "/no/such/"))
                              (viewmodel-host-start "cat"))))
                 "Cannot start the host cat: Its working directory does not exist: /no/such/")))

(ert-deftest host/ends-before-its-flood-is-handled ()
  (let* ((line "{\"method\":\"host/log\",\"params\":{\"level\":\"info\",\"message\":\"m\"}}")
         (flood (format "yes '%s' | head -n 30000; cat > /dev/null" line))
         (command (vt-shell-host))
         (handled 0))
    (setcar (nthcdr 2 command)
            (replace-regexp-in-string "cat > /dev/null" flood (nth 2 command) t t))
    (vt-with-host (host command :on-log (lambda (&rest _) (cl-incf handled)))
      (vt-wait-for (lambda () (> handled 0)))
      (viewmodel-host-close host)
      (should (< handled 30000)))))

(ert-deftest host/is-found-beside-and-in-the-environment ()
  (let* ((folder (file-name-as-directory (make-temp-file "package" t)))
         (viewmodel-host--folder folder)
         (process-environment (cons "VIEWMODEL_HOST=/there"
                                    process-environment)))
    (unwind-protect
        (progn
          (should (equal '("/there") (viewmodel-host--command-line nil)))
          (make-directory (concat folder "bin"))
          (write-region "" nil (concat folder "bin/viewmodel-host"))
          (set-file-modes (concat folder "bin/viewmodel-host") #o755)
          (should (equal (list (concat folder "bin/viewmodel-host"))
                         (viewmodel-host--command-line nil)))
          (should (equal '("x" "y") (viewmodel-host--command-line '("x" "y")))))
      (delete-directory folder t))))

(ert-deftest host/another-program-is-told ()
  (vt-with-warnings _
    (should (eq 'viewmodel-host-died (car (vt-error (viewmodel-host-start "true")))))
    (should (eq 'viewmodel-host-protocol-error
                (car (vt-error (viewmodel-host-start '("echo" "hello"))))))
    (should (vt-error (viewmodel-host-start "cat")))))

(ert-deftest host/dies-and-is-told-once-and-restarts ()
  (let (told changes)
    (vt-with-host (host (vt-program) :on-died (lambda (err) (push err told)))
      (let ((counter (viewmodel-host-create
                      host "counter" :id "c" :observe '(count)
                      :on-change (lambda (change) (push change changes))))
            (request nil))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (signal-process (viewmodel-host-pid host) 'STOP)
        (setq request (viewmodel-host-call-async counter 'plusButtonDidTap))
        (signal-process (viewmodel-host-pid host) 'KILL)
        (vt-wait-for (lambda () told))
        (should (equal told '((viewmodel-host-died "the host ended by SIGKILL"
                                                   :signal "SIGKILL"))))
        (should (equal (car told) (vt-error (viewmodel-host-await request))))
        (should (equal (car told)
                       (vt-error (viewmodel-host-input counter 'plus))))
        (should-not (viewmodel-host-live-p host))
        (should (equal '((count . 1)) (viewmodel-host-state counter)))
        (setq changes nil)
        (viewmodel-host-restart host)
        (should (equal '((count . 0)) (viewmodel-host-state counter)))
        (should (equal '(nil) (mapcar #'viewmodel-host-change-patch changes)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (viewmodel-host-close host)
        (should (eq 'viewmodel-host-closed
                    (car (vt-error (viewmodel-host-call counter 'plus)))))
        (viewmodel-host-restart host)
        (should (equal (list counter) (viewmodel-host-instances host)))
        (should (= 1 (length told)))))))

(ert-deftest host/says-why-it-died ()
  (pcase-dolist
      (`(,script . ,words)
       '(("echo hello >&2; exit 3" . "the host ended (exit status 3): hello")
         ("echo hello >&2; exit 0" . "the host ended (exit status 0)")
         ("echo 'a.swift:3: Fatal error: boom' >&2; echo x >&2; kill -ILL $$"
          . "the host ended by SIGILL: a.swift:3: Fatal error: boom")
         ("echo 'Fatal error: no' >&2; kill -TERM $$"
          . "the host ended by SIGTERM")))
    (should (equal words (viewmodel-host-error-message
                          (vt-error (viewmodel-host-start
                                     (list "sh" "-c" script))))))))

(defun vt-restart (second)
  "Play restart.transcript until the host dies, and restart with SECOND.
What is sent then is compared by the fake host.  Return what was told."
  (let* ((starts (make-temp-file "starts"))
         (seen nil)
         (see (lambda (change)
                (push (viewmodel-host-change-state change) seen))))
    (vt-with-host (host (vt-fake "--starts" starts "--fault" "die=3"
                                 (vt-transcript "restart")
                                 (vt-transcript second))
                        :on-died #'ignore)
      (let* ((list (viewmodel-host-create
                    host "list" :id "l" :on-change see
                    :parameters '((folder . "/tmp") (pageSize . 2))))
             (pager (viewmodel-host-create
                     host "pager" :id "p" :parameters '((selectedId . "1"))
                     :uses `((list . ,list)) :observe '("index") :on-change see
                     :on-closed (lambda (reason) (push reason seen)))))
        (should (eq 'viewmodel-host-died
                    (car (vt-error (viewmodel-host-call
                                    pager "willTransitionTo"
                                    '((index . 1)))))))
        (setq seen nil)
        (viewmodel-host-restart host)
        (unless (viewmodel-host-closed pager)
          (viewmodel-host-call pager "willTransitionTo" '((index . 1)))))
      (delete-file starts)
      (reverse seen))))

(ert-deftest host/restarts-as-the-transcripts-say ()
  (should (equal (vt-restart "restart")
                 '(((items . []) (loading . :false)) ((index . 0))
                   ((items . []) (loading . t)) ((index . 1)))))
  (should (equal (vt-restart "restart-fails")
                 '(((items . []) (loading . t))
                   "pager could not be created: there is no item 1"))))

(ert-deftest host/shows-what-it-prints ()
  (let (messages)
    (cl-letf (((symbol-function 'message)
               (lambda (format &rest arguments)
                 (push (apply #'format-message format arguments) messages))))
      (vt-with-host
          (host (list "sh" "-c"
                      (concat "echo one >&2; echo 'viewmodel-host: warning: two' >&2; "
                              (nth 2 (vt-shell-host)))))
        (vt-wait-for (lambda () messages))
        (viewmodel-host-close host)
        (should (equal messages '("viewmodel-host: one")))
        (should (equal (viewmodel-host-stderr host)
                       '("one" "viewmodel-host: warning: two")))))))

(ert-deftest host/is-traced ()
  (let ((file (make-temp-file "trace")))
    (unwind-protect
        (let ((process-environment (cons (concat "VIEWMODEL_HOST_TRACE=" file)
                                         process-environment)))
          (vt-with-host (host (vt-built-host))
            (viewmodel-host-request host "ping"))
          (with-temp-buffer
            (insert-file-contents file)
            (should (equal '("#" "-->" "<--" "-->" "<--" "#")
                           (mapcar (lambda (line) (nth 2 (split-string line)))
                                   (split-string (buffer-string) "\n" t))))))
      (delete-file file))))

;;; Supervised hosts

(ert-deftest supervised/a-crash-costs-one-input-and-undo-brings-back ()
  (let (told)
    (vt-with-host (host (vt-program "example-host") :supervised t :log "off"
                        :on-restarted (lambda (crash) (push crash told)))
      (let ((counter (viewmodel-host-create host "counter" :id "c"))
            (crash (viewmodel-host-create host "example.crash")))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (eql -32017 (viewmodel-host-error-get
                             (vt-error (viewmodel-host-call crash 'fatalError))
                             :code)))
        (should (= 1 (length told)))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (alist-get 'messages (viewmodel-host-try
                                      counter 'plusButtonDidTap)))
        (viewmodel-host-undo host)
        (should (eql 1 (vt-count counter)))
        (viewmodel-host-redo host)
        (should (eql 2 (vt-count counter)))
        (viewmodel-host-dispose counter)
        (should (equal (list counter)
                       (alist-get 'opened (viewmodel-host-undo host))))
        (should-not (viewmodel-host-closed counter))
        (should (alist-get 'turns (viewmodel-host-request
                                   host "session/turns")))))))

;;; JSON and jsonrpc.el

(ert-deftest json/values-are-kept-apart ()
  (let ((text "{\"a\":null,\"b\":false,\"c\":{},\"d\":[],\"e\":9223372036854775807,\"f\":18446744073709552000,\"g\":\"\\u0000 12345678901234567890\"}"))
    (should (equal (viewmodel-host--parse text)
                   '((a . :null) (b . :false) (c) (d . [])
                     (e . 9223372036854775807) (f . 18446744073709552000.0)
                     (g . "\0 12345678901234567890"))))))

(ert-deftest json/patches ()
  (pcase-dolist
      (`(,state ,patch ,expected)
       '(("{\"a\":[1,2]}" "[{\"op\":\"add\",\"path\":\"/a/1\",\"value\":3},{\"op\":\"remove\",\"path\":\"/a/0\"}]"
          "{\"a\":[3,2]}")
         ("{\"a/~\":{\"b\":null}}" "[{\"op\":\"replace\",\"path\":\"/a~1~0/b\",\"value\":{}},{\"op\":\"add\",\"path\":\"/c\",\"value\":[]}]"
          "{\"a/~\":{\"b\":{}},\"c\":[]}")
         ("{\"a\":1}" "[{\"op\":\"remove\",\"path\":\"/a\"},{\"op\":\"replace\",\"path\":\"\",\"value\":{\"x\":0}}]"
          "{\"x\":0}")))
    (let* ((before (viewmodel-host--parse state))
           (copy (copy-tree before t)))
      (should (equal (viewmodel-host--patched before
                                              (viewmodel-host--parse patch))
                     (viewmodel-host--parse expected)))
      (should (equal before copy))))
  (should-error (viewmodel-host--patched '((a . 1)) [((op . "replace") (path . "/b") (value . 1))])))

(ert-deftest jsonrpc/speaks-with-the-connection ()
  "What a program knows of jsonrpc.el works with a host."
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter" :id "c")))
      (jsonrpc-notify host :viewModel/input
                      '(:id "c" :input "plusButtonDidTap"))
      (should (equal '((value . :null))
                     (jsonrpc-request host 'viewModel/call
                                      '(:id "c" :input "plusButtonDidTap"))))
      (should (eql 2 (vt-count counter)))
      (should-error (jsonrpc-request host 'no/such nil) :type 'jsonrpc-error))))

(provide 'native-test)
;;; native-test.el ends here
