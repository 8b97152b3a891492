;;; viewmodel-host-crash.el --- How a host ended  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Keeps what matters of a host's standard error, and finds in it why the host
;; ended.  A Swift process that crashes writes why, then a report with a
;; backtrace, registers and more: far more than its last words.
;; clients/conformance/README.md has the rule, and samples to test it with.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)

;;; What is kept

(defconst viewmodel-host-crash--last 200
  "How many lines are kept of what is no report.")
(defconst viewmodel-host-crash--before 20
  "How many lines are kept that stand before a report.")
(defconst viewmodel-host-crash--most 400
  "How many lines are kept of a report, with those before it.")
(defconst viewmodel-host-crash--line 4000
  "How many bytes are kept of a line.")

(defconst viewmodel-host-crash--report
  "\\`\\(?:\\*\\*\\* Signal [0-9]+: \\|Current stack trace:\\)"
  "Matches the line that a report of a crash begins with.")

(cl-defstruct (viewmodel-host-stderr
               (:constructor viewmodel-host-stderr-make ()) (:copier nil))
  "What is kept of a stream of text: its last lines, or its last report."
  (line "" :documentation "What has come of a line that is not complete.")
  (lines nil :documentation "The last lines, the last one first.")
  (count 0 :documentation "How many these are.")
  (report nil :documentation "The report, with lines before it, last first.")
  (report-count 0))

(defun viewmodel-host-stderr-feed (stderr data)
  "Append DATA, bytes, to STDERR."
  (let ((start 0) end)
    (while (setq end (string-match-p "\n" data start))
      (viewmodel-host-stderr--extend stderr (substring data start end))
      (viewmodel-host-stderr--take stderr)
      (setq start (1+ end)))
    (viewmodel-host-stderr--extend stderr (substring data start))))

(defun viewmodel-host-stderr--extend (stderr data)
  "Append DATA, which has no line feed, to the line of STDERR."
  (let ((line (viewmodel-host-stderr-line stderr)))
    (when (< (length line) viewmodel-host-crash--line)
      (setq line (concat line data))
      (setf (viewmodel-host-stderr-line stderr)
            (substring line 0 (min (length line)
                                   viewmodel-host-crash--line))))))

(defun viewmodel-host-stderr--take (stderr)
  "Take in the line of STDERR, which is complete."
  (let ((line (string-remove-suffix "\r" (viewmodel-host-stderr-line stderr))))
    (setf (viewmodel-host-stderr-line stderr) "")
    (when (string-match-p viewmodel-host-crash--report line)
      (let ((before (seq-take (viewmodel-host-stderr-lines stderr)
                              viewmodel-host-crash--before)))
        (setf (viewmodel-host-stderr-report stderr) before
              (viewmodel-host-stderr-report-count stderr) (length before)))
      (push line (viewmodel-host-stderr-report stderr)))
    (when (and (viewmodel-host-stderr-report stderr)
               (not (eq line (car (viewmodel-host-stderr-report stderr))))
               (< (viewmodel-host-stderr-report-count stderr)
                  (1- viewmodel-host-crash--most)))
      (push line (viewmodel-host-stderr-report stderr))
      (cl-incf (viewmodel-host-stderr-report-count stderr)))
    (push line (viewmodel-host-stderr-lines stderr))
    (when (> (cl-incf (viewmodel-host-stderr-count stderr))
             (* 2 viewmodel-host-crash--last))
      (setf (viewmodel-host-stderr-lines stderr)
            (seq-take (viewmodel-host-stderr-lines stderr)
                      viewmodel-host-crash--last)
            (viewmodel-host-stderr-count stderr) viewmodel-host-crash--last))))

(defun viewmodel-host-stderr-kept (stderr)
  "The lines that STDERR has kept, a list of strings."
  (unless (equal "" (viewmodel-host-stderr-line stderr))
    (viewmodel-host-stderr--take stderr))
  (mapcar (lambda (line) (decode-coding-string line 'utf-8-unix))
          (reverse (or (viewmodel-host-stderr-report stderr)
                       (seq-take (viewmodel-host-stderr-lines stderr)
                                 viewmodel-host-crash--last)))))

;;; How it ended

(defconst viewmodel-host-crash--signals
  `((1 . "SIGHUP") (2 . "SIGINT") (3 . "SIGQUIT") (4 . "SIGILL")
    (5 . "SIGTRAP") (6 . "SIGABRT") (8 . "SIGFPE") (9 . "SIGKILL")
    (11 . "SIGSEGV") (13 . "SIGPIPE") (14 . "SIGALRM") (15 . "SIGTERM")
    ,(cons (if (eq system-type 'gnu/linux) 7 10) "SIGBUS"))
  "The names of signals.")

(defconst viewmodel-host-crash--traps
  '("SIGILL" "SIGTRAP" "SIGABRT" "SIGBUS" "SIGFPE" "SIGSEGV")
  "The signals that a trap raises.")

(defun viewmodel-host-crash-message (status lines)
  "How a host ended and why, in one line.
STATUS is a property list with `:exit-status' or `:signal', or neither if
that is not known; LINES are those of its standard error."
  (let ((code (plist-get status :exit-status))
        (signal (plist-get status :signal))
        (reason (viewmodel-host-crash-reason status lines)))
    (concat "The host ended"
            (cond (signal (concat " by " (viewmodel-host-crash--name signal)))
                  (code (format " (exit status %d)" code)))
            (and reason (concat ": " reason)))))

(defun viewmodel-host-crash--name (signal)
  "The name of SIGNAL, a number."
  (or (alist-get signal viewmodel-host-crash--signals)
      (format "signal %d" signal)))

(defun viewmodel-host-crash-reason (status lines)
  "Why a host ended with STATUS, a string, or nil if LINES do not say so.
The arguments are as in `viewmodel-host-crash-message'."
  (let* ((code (or (plist-get status :exit-status) 0))
         ;; A shell in between makes this of a signal.
         (signal (or (plist-get status :signal)
                     (and (> code 128) (- code 128))))
         (name (and signal (viewmodel-host-crash--name signal))))
    (cond ((member name viewmodel-host-crash--traps)
           (viewmodel-host-crash--trap name lines))
          (signal nil)
          ((/= 0 code)
           (viewmodel-host-crash--first-line "[^ \t]" (reverse lines))))))

(defun viewmodel-host-crash--first-line (regexp lines)
  "The first of LINES that REGEXP matches, trimmed; or its first group."
  (seq-some (lambda (line)
              (and (string-match regexp line)
                   (string-trim (or (match-string 1 line) line))))
            lines))

(defun viewmodel-host-crash--trap (signal lines)
  "Why a process trapped with SIGNAL, as LINES say, or nil."
  (let* ((after (reverse lines))
         (before (seq-drop-while
                  (lambda (line)
                    (not (string-match-p viewmodel-host-crash--report line)))
                  after))
         (report (and before (last lines (- (length lines) -1
                                            (length before)))))
         (words
          (and report
               (or (viewmodel-host-crash--first-line
                    "[^/ \t]\\.swift:[0-9]+: \\(?:Fatal error\\|Precondition failed\\|Assertion failed\\)"
                    (cdr before))
                   (viewmodel-host-crash--first-line
                    "\\`\\*\\*\\* \\(Swift runtime failure: .*\\) \\*\\*\\*\\'"
                    report)
                   (and (equal signal "SIGABRT")
                        (viewmodel-host-crash--first-line "[^ \t]"
                                                          (cdr before)))
                   (viewmodel-host-crash--first-line
                    "\\`\\*\\*\\* \\(Program crashed: .*?\\)\\(?: at 0x[0-9a-f]+\\)? \\*\\*\\*\\'"
                    report))))
         (place (viewmodel-host-crash--first-line
                 " at \\(/.*\\.swift:[0-9]+:[0-9]+\\)\\'" report)))
    (if (or (not words) (not place)
            (and (string-match "\\`[^ \t]+\\.swift:[0-9]+: " words)
                 (not (string-prefix-p "Swift/" words))))
        words
      (concat words " at " place))))

(provide 'viewmodel-host-crash)
;;; viewmodel-host-crash.el ends here
