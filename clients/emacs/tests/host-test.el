;;; host-test.el --- Tests of how a host starts, ends and restarts  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

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

(ert-deftest host/another-program-is-an-error ()
  (vt-with-warnings _
    (should (eq 'viewmodel-host-died (car (vt-error (viewmodel-host-start "true")))))
    (should (eq 'viewmodel-host-protocol-error
                (car (vt-error (viewmodel-host-start '("echo" "hello"))))))
    (should (vt-error (viewmodel-host-start "cat")))))

(ert-deftest host/reports-its-death-once-and-restarts ()
  (let (reported changes)
    (vt-with-host (host (vt-program) :on-died (lambda (err) (push err reported)))
      (let ((counter (viewmodel-host-create
                      host "counter" :id "c" :observe '(count)
                      :on-change (lambda (change) (push change changes))))
            (request nil))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (signal-process (viewmodel-host-pid host) 'STOP)
        (setq request (viewmodel-host-call-async counter 'plusButtonDidTap))
        (signal-process (viewmodel-host-pid host) 'KILL)
        (vt-wait-for (lambda () reported))
        (should (equal reported '((viewmodel-host-died "the host ended by SIGKILL"
                                                   :signal "SIGKILL"))))
        (should (equal (car reported) (vt-error (viewmodel-host-await request))))
        (should (equal (car reported)
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
        (should (= 1 (length reported)))))))

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

(ert-deftest host/dies-once-with-its-last-words-while-emacs-was-busy ()
  (let ((fifo (make-temp-name (expand-file-name "fifo" temporary-file-directory)))
        (watch (symbol-function 'viewmodel-host--watch))
        (printed (symbol-function 'viewmodel-host--printed))
        (ended (symbol-function 'viewmodel-host--ended))
        (ends 0)
        output)
    (call-process "mkfifo" nil nil nil fifo)
    (cl-letf (((symbol-function 'viewmodel-host--watch)
               (lambda (host pipe deadline)
                 (setq output pipe)
                 (when (process-live-p (oref host process))
                   (write-region "" nil fifo nil 'silent) ; the host goes on
                   (while (process-live-p (oref host process))))
                 (funcall watch host pipe deadline)))
              ((symbol-function 'viewmodel-host--printed)
               (lambda (host line)
                 (funcall printed host line)
                 ;; As the sentinel of its output, which Emacs calls meanwhile.
                 (viewmodel-host--settle host output 2)))
              ((symbol-function 'viewmodel-host--ended)
               (lambda (&rest arguments)
                 (cl-incf ends)
                 (apply ended arguments))))
      (should (equal "the host ended (exit status 3): bye"
                     (viewmodel-host-error-message
                      (vt-error (viewmodel-host-start
                                 (list "sh" "-c" "exec >&-
: <\"$0\"; echo bye >&2; exit 3" fifo))))))
      (should (= ends 1)))
    (delete-file fifo)))

(defun vt-restart (second)
  "Play restart.transcript until the host dies, and restart with SECOND.
What is sent then is compared by the fake host.  Return what callbacks received."
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
  (let (reported)
    (vt-with-host (host (vt-program "example-host") :supervised t :log "off"
                        :on-restarted (lambda (crash) (push crash reported)))
      (let ((counter (viewmodel-host-create host "counter" :id "c"))
            (crash (viewmodel-host-create host "example.crash")))
        (viewmodel-host-call counter 'plusButtonDidTap)
        (should (eql -32017 (viewmodel-host-error-get
                             (vt-error (viewmodel-host-call crash 'fatalError))
                             :code)))
        (should (= 1 (length reported)))
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

(provide 'host-test)
;;; host-test.el ends here
