;;; trace-test.el --- What is written down, and how things are shown  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-without-times (text)
  "The lines of TEXT, whose times have the form of the README, without them."
  (mapcar (lambda (line)
            (should (string-match "\\`[0-9]\\{4\\}-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]\\.[0-9]\\{3\\} " line))
            (substring line (match-end 0)))
          (split-string text "\n" t)))

(defun vt-mark-and-method (line)
  "The mark of LINE, and its method or its id."
  (string-match "\\`\\([^ ]+\\) \\(.*\\)" line)
  (let ((mark (match-string 1 line)) (text (match-string 2 line)))
    (concat mark " "
            (cond ((string-match "\"method\":\"\\([^\"]*\\)\"" text)
                   (match-string 1 text))
                  ((string-match "\"id\":[0-9]+" text) (match-string 0 text))
                  (t text)))))

(defconst vt-traced
  '("--> initialize" "<-- \"id\":1" "--> viewModel/create" "<-- \"id\":2"
    "--> viewModel/call" "<-- viewModel/update" "<-- \"id\":3"
    "# end (:exit-status 0)")
  "What a trace has of `vt-count', after the start.")

(defun vt-count (host)
  "Have HOST count to 1, and stop it."
  (viewmodel-host-call (viewmodel-host-create host "counter") 'plusButtonDidTap)
  (viewmodel-host-stop host :timeout nil))

(defmacro vt-with-folder (variable &rest body)
  "Evaluate BODY with VARIABLE bound to a new folder."
  (declare (indent 1))
  `(let ((,variable (file-name-as-directory (make-temp-file "folder" t))))
     (unwind-protect (progn ,@body)
       (delete-directory ,variable t))))

(defun vt-text (file)
  "The text of FILE."
  (with-temp-buffer
    (insert-file-contents file)
    (buffer-string)))

(ert-deftest trace/is-a-buffer ()
  (let* ((host (viewmodel-host-start (vt-built-host) :trace t))
         (buffer (viewmodel-host-events-buffer host)))
    (unwind-protect
        (progn
          (vt-count host)
          (with-current-buffer buffer
            (should (derived-mode-p 'viewmodel-host-events-mode))
            (should buffer-read-only)
            (should (equal (cdr (mapcar #'vt-mark-and-method
                                        (vt-without-times (buffer-string))))
                           vt-traced)))
          (save-window-excursion
            (should (eq buffer (call-interactively
                                #'viewmodel-host-events-buffer)))
            (should (eq buffer (window-buffer)))))
      (kill-buffer buffer)))
  (should-error (call-interactively #'viewmodel-host-events-buffer)
                :type 'user-error))

(ert-deftest trace/buffers-are-bounded ()
  (with-temp-buffer
    (let ((viewmodel-host-events-buffer-size 1000))
      (dotimes (number 1000)
        (viewmodel-host--insert-event (current-buffer) (format "%d\n" number))))
    (should (< 400 (buffer-size) 1010))
    (should (string-match-p "\\`[0-9]+\n" (buffer-string)))
    (should (string-suffix-p "998\n999\n" (buffer-string)))))

(ert-deftest trace/is-a-file-that-goes-on ()
  (vt-with-folder folder
    (let* ((file (concat folder "trace"))
           (process-environment (cons (concat "VIEWMODEL_HOST_TRACE=" file)
                                      process-environment)))
      (vt-count (viewmodel-host-start (vt-built-host)))
      (vt-count (viewmodel-host-start (vt-built-host) :trace file))
      (let ((lines (vt-without-times (vt-text file))))
        (should (string-match-p "\\`# start .*--clock virtual\\'" (car lines)))
        (should (equal (mapcar #'vt-mark-and-method
                               (cdr (seq-take lines (/ (length lines) 2))))
                       vt-traced))
        (should (= (length lines) (* 2 (1+ (length vt-traced)))))))))

(ert-deftest trace/is-on-standard-error ()
  (let ((process-environment
         (append (list "VIEWMODEL_HOST_TRACE=-"
                       (concat "VIEWMODEL_HOST=" (car (vt-built-host))))
                 process-environment)))
    (with-temp-buffer
      (call-process (expand-file-name invocation-name invocation-directory)
                    nil t nil "-Q" "--batch"
                    "-L" (expand-file-name "lisp" vt-client)
                    "-l" "viewmodel-host" "--eval"
                    "(viewmodel-host-stop (viewmodel-host-start))")
      (should (equal (cdr (mapcar #'vt-mark-and-method
                                  (vt-without-times (buffer-string))))
                     '("--> initialize" "<-- \"id\":1"
                       "# end (:exit-status 0)"))))))

(ert-deftest trace/that-cannot-be-written-is-warned-of-once ()
  (vt-with-folder folder
    (vt-with-warnings warnings
      (vt-count (viewmodel-host-start (vt-built-host) :trace folder))
      (should (= 1 (length warnings)))
      (should (string-match-p "The trace cannot be written" (car warnings))))))

(ert-deftest record/is-an-option-of-the-host ()
  (vt-with-folder folder
    (let ((file (concat folder "session.transcript")))
      (vt-count (viewmodel-host-start (car (vt-built-host)) :record file))
      (should (string-match-p "plusButtonDidTap" (vt-text file))))
    (let ((file (concat folder "arguments")))
      (viewmodel-host-stop
       (viewmodel-host-start
        (list "sh" "-c" (concat "printf %s \"$*\" >\"$0\"; read -r line; echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'; cat >/dev/null")
              file)
        :record "~/sessions"))
      (should (equal (vt-text file)
                     (concat "--record " (expand-file-name "~/sessions")))))))

(ert-deftest program/an-echo-is-told-as-such ()
  (dolist (command '("/bin/cat" ("cat")))
    (should (equal (viewmodel-host-error-message
                    (vt-error (viewmodel-host-start command)))
                   (format "%s is no viewmodel-host: it answered with what it was sent"
                           (if (consp command) (car command) command))))))

(ert-deftest program/is-in-a-session-of-its-own ()
  (vt-with-host (host (vt-built-host))
    (let ((attributes (process-attributes (viewmodel-host-pid host))))
      (should (= (viewmodel-host-pid host) (alist-get 'pgrp attributes)
                 (alist-get 'sess attributes))))))

(ert-deftest printing/is-short ()
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter" :id "c")))
      (should (equal (prin1-to-string counter)
                     "#s(viewmodel-host-instance \"counter\" \"c\" …)"))
      (should (equal (cl-prin1-to-string counter)
                     "#<viewmodel-host-instance c ((count . 0) (isEven . t))>"))
      (should (equal (prin1-to-string host)
                     (format "#s(viewmodel-host %S …)" (vt-built-host))))
      (should (equal (prin1-to-string
                      (viewmodel-host-call-async counter 'plusButtonDidTap))
                     "#s(viewmodel-host-request \"viewModel/call\" nil …)")))))

(ert-deftest errors/of-lists-say-what-to-write ()
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter")))
      (pcase-dolist (`(,arguments ,message)
                     '(((1) "A list is not an array: write [1]")
                       (((x . (1 2))) "A list is not an array: write [1 2]")
                       (((("a") . 1)) "A key of an object is a symbol, not (\"a\")")
                       ((("a" . 1)) "A key of an object is a symbol, not \"a\"")))
        (should (equal (viewmodel-host-error-message
                        (vt-error (viewmodel-host-call
                                   counter 'plusButtonDidTap arguments)))
                       message)))
      (should (equal (error-message-string
                      (vt-error (viewmodel-host-call counter 'x '(1))))
                     "viewmodel-host: \"A list is not an array: write [1]\"")))))

(provide 'trace-test)
;;; trace-test.el ends here
