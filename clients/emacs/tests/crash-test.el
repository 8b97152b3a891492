;;; crash-test.el --- Why a host ended  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; clients/conformance/README.md has the rule.

;;; Code:

(require 'support)

(defconst vt-crashes (expand-file-name "../conformance/crashes/" vt-client)
  "The folder of what hosts wrote to standard error.")

(defun vt-bytes (file)
  "What is in FILE, as bytes."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert-file-contents-literally file)
    (buffer-string)))

(defun vt-kept (text size)
  "The lines that are kept of TEXT, which comes in pieces of SIZE bytes."
  (let ((stderr (viewmodel-host-stderr-make)) (start 0))
    (while (< start (length text))
      (let ((end (min (length text) (+ start size))))
        (viewmodel-host-stderr-feed stderr (substring text start end))
        (setq start end)))
    (viewmodel-host-stderr-kept stderr)))

(ert-deftest crash/the-reason-is-that-of-all-clients ()
  (let ((rows (split-string (vt-bytes (expand-file-name "expected.tsv"
                                                        vt-crashes))
                            "\n" t)))
    (should (> (length rows) 10))
    (dolist (row rows)
      (ert-info (row)
        (pcase-let* ((`(,file ,how ,reason) (split-string row "\t"))
                     (`(,kind ,number) (split-string how " "))
                     (text (vt-bytes (expand-file-name file vt-crashes)))
                     (status (list (if (equal kind "signal")
                                       :signal
                                     :exit-status)
                                   (string-to-number number))))
          (dolist (size '(1 100 1000000))
            (should (equal (viewmodel-host-crash-reason status
                                                        (vt-kept text size))
                           (and (not (member reason '(nil ""))) reason)))))))))

(ert-deftest crash/the-last-lines-are-kept ()
  (should-not (vt-kept "" 1))
  (should (equal (vt-kept "a\r\n\303\274" 1) '("a" "ü")))
  (let ((lines (mapcar (lambda (number) (format "line %d" number))
                       (number-sequence 1 1000))))
    (should (equal (vt-kept (concat (string-join lines "\n") "\n") 7)
                   (last lines 200))))
  (let ((lines (vt-kept (mapconcat #'identity (make-list 500000 "noise noise\n")
                                   "")
                        65536)))
    (should (equal lines (make-list 200 "noise noise")))))

(ert-deftest crash/a-report-is-kept-from-its-beginning-on ()
  (let* ((begin '("main/boom.swift:2: Fatal error: boom"
                  "*** Signal 4: Backtracing from 0x1... done ***"))
         (kept (vt-kept
                (concat (mapconcat #'identity (make-list 5000 "noise\n") "")
                        (string-join begin "\n") "\n"
                        (mapconcat #'identity (make-list 3000 "0x2\n") ""))
                4096)))
    (should (= 400 (length kept)))
    (should (equal begin (seq-subseq kept 19 21)))
    (should (equal (viewmodel-host-crash-message '(:signal 4) kept)
                   (concat "the host ended by SIGILL: " (car begin))))))

(ert-deftest crash/how-it-ended-may-not-be-known ()
  (let ((crash '("main/boom.swift:2: Fatal error: boom"
                 "*** Signal 4: Backtracing from 0x1... done ***")))
    (should (equal (viewmodel-host-crash-message nil crash)
                   (concat "the host ended: " (car crash))))
    (should (equal (viewmodel-host-crash-message nil (list (car crash)))
                   "the host ended"))))

(defmacro vt-with-crash (variables &rest body)
  "Evaluate BODY with a host and an instance of example.crash.
VARIABLES are those for these two and for the warnings."
  (declare (indent 1))
  (pcase-let ((`(,host ,instance ,warnings) variables))
    `(vt-with-warnings ,warnings
       (vt-with-host (,host (vt-built-host "example-host"))
         (let ((,instance (viewmodel-host-create ,host "example.crash")))
           ,@body)))))

(defvar backtrace-on-error-noninteractive)

(ert-deftest crash/a-host-says-why ()
  (vt-with-crash (host crash warnings)
    (let ((err (let (backtrace-on-error-noninteractive)
                 (vt-error (viewmodel-host-call crash 'fatalError)))))
      (should (eq (car err) 'viewmodel-host-died))
      (should (= 4 (viewmodel-host-error-get err :signal)))
      (should (string-match-p
               "\\`The host ended by SIGILL: ExampleViewModels/CrashViewModel.swift:[0-9]+: Fatal error: boom\\'"
               (viewmodel-host-error-message err)))
      (should (seq-some (lambda (line) (string-match-p "^\\*\\*\\* Signal 4" line))
                        (viewmodel-host-stderr host)))
      (should-not warnings))
    (viewmodel-host-restart host)
    (viewmodel-host-call crash 'say '((line . "alive")))))

(ert-deftest crash/what-a-viewmodel-prints-is-none ()
  (vt-with-crash (host crash _)
    (dolist (line '("*** Signal 4: Backtracing from 0x1"
                    "main/boom.swift:2: Fatal error: boom"))
      (viewmodel-host-call crash 'say `((line . ,line))))
    (viewmodel-host-ping host)
    (signal-process (viewmodel-host-pid host) 'KILL)
    (should (equal (viewmodel-host-error-message
                    (vt-error (viewmodel-host-wait-until host #'ignore)))
                   "the host ended by SIGKILL"))))

(provide 'crash-test)
;;; crash-test.el ends here
