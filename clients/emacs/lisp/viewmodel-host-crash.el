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

(defconst viewmodel-host-crash--limit 1000000
  "How many bytes of standard error are kept at least.")
(defconst viewmodel-host-crash--last 200
  "How many lines are told of what is no report.")
(defconst viewmodel-host-crash--before 20
  "How many lines are told that stand before a report.")
(defconst viewmodel-host-crash--most 400
  "How many lines are told of a report, with those before it.")

(defconst viewmodel-host-crash--report
  "\\`\\(?:\\*\\*\\* Signal [0-9]+: \\|Current stack trace:\\)"
  "Matches the line that a report of a crash begins with.")

(cl-defstruct (viewmodel-host-stderr
               (:constructor viewmodel-host-stderr-make ()) (:copier nil))
  "The end of a stream of text."
  (chunks nil :documentation "The last one first.")
  (size 0))

(defun viewmodel-host-stderr-feed (stderr data)
  "Append DATA, bytes, to STDERR."
  (push data (viewmodel-host-stderr-chunks stderr))
  (when (> (cl-incf (viewmodel-host-stderr-size stderr) (length data))
           (* 4 viewmodel-host-crash--limit))
    (let ((text (viewmodel-host-stderr--text stderr)))
      (setf (viewmodel-host-stderr-chunks stderr) (list text)
            (viewmodel-host-stderr-size stderr) (length text)))))

(defun viewmodel-host-stderr--text (stderr)
  "The bytes that STDERR ends with."
  (let ((text (apply #'concat
                     (reverse (viewmodel-host-stderr-chunks stderr)))))
    (substring text (- (min (length text) viewmodel-host-crash--limit)))))

(defun viewmodel-host-stderr-kept (stderr)
  "The lines of STDERR that matter, a list of strings.
They are its last lines, or those of its last report, and before it."
  (let* ((text (decode-coding-string (viewmodel-host-stderr--text stderr)
                                     'utf-8-unix))
         (lines (split-string (string-remove-suffix "\n" text) "\r?\n"))
         (report (cl-position-if (lambda (line)
                                   (string-match-p
                                    viewmodel-host-crash--report line))
                                 lines :from-end t)))
    (cond ((equal text "") nil)
          (report
           (seq-take (nthcdr (max 0 (- report viewmodel-host-crash--before))
                             lines)
                     viewmodel-host-crash--most))
          (t (last lines viewmodel-host-crash--last)))))

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
    (concat "the host ended"
            (cond (signal (concat " by " (viewmodel-host-crash--name signal)))
                  (code (format " (exit status %d)" code)))
            (and reason (concat ": " reason)))))

(defun viewmodel-host-crash--name (signal)
  "The name of SIGNAL, a number."
  (or (alist-get signal viewmodel-host-crash--signals)
      (format "signal %d" signal)))

(defun viewmodel-host-crash-reason (status lines)
  "Why a host ended with STATUS, a string, or nil if LINES do not say so.
The arguments are as in `viewmodel-host-crash-message'.  When it is not known
how the host ended, a report of a crash is believed."
  (let* ((code (or (plist-get status :exit-status) 0))
         ;; A shell in between makes this of a signal.
         (signal (or (plist-get status :signal)
                     (and (> code 128) (- code 128))))
         (name (and signal (viewmodel-host-crash--name signal))))
    (cond ((or (not status) (member name viewmodel-host-crash--traps))
           (viewmodel-host-crash--trap name lines))
          (signal nil)
          ((/= 0 code)
           (viewmodel-host-crash--last-words (reverse lines))))))

(defun viewmodel-host-crash--last-words (lines)
  "The first of LINES with words, the last line first, trimmed."
  (viewmodel-host-crash--first-line
   "[^ \t]"
   (seq-remove (lambda (line) (string-prefix-p "swift-runtime: " line))
               lines)))

(defun viewmodel-host-crash--first-line (regexp lines)
  "The first of LINES that REGEXP matches, trimmed; or its first group."
  (seq-some (lambda (line)
              (and (string-match regexp line)
                   (string-trim (or (match-string 1 line) line))))
            lines))

(defun viewmodel-host-crash--trap (signal lines)
  "Why a process trapped with SIGNAL, a name or nil, as LINES say, or nil."
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
                        (viewmodel-host-crash--last-words (cdr before)))
                   (viewmodel-host-crash--first-line
                    "\\`\\*\\*\\* \\(Program crashed: .*?\\)\\(?: at 0x[0-9a-f]+\\)? \\*\\*\\*\\'"
                    report))))
         (thread (cdr (seq-drop-while
                       (lambda (line)
                         (not (string-match-p
                               "\\`Thread [0-9]+.* crashed:\\'" line)))
                       report)))
         (place (viewmodel-host-crash--first-line
                 "\\` *[0-9]+ .* at \\(/.*\\.swift\\(?::[0-9]+\\)*\\)\\'"
                 (seq-take-while
                  (lambda (line) (not (string-prefix-p "Thread " line)))
                  thread))))
    (if (or (not words) (not place)
            (and (string-match "\\`[^ \t]+\\.swift:[0-9]+: " words)
                 (not (string-prefix-p "Swift/" words))))
        words
      (concat words " at " place))))

(provide 'viewmodel-host-crash)
;;; viewmodel-host-crash.el ends here
