;;; viewmodel-host-child.el --- A host process, and what it writes  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The lines of its output, which can be left in the pipe for a while, and what is
;; kept of its standard error.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-crash)
(require 'viewmodel-host-lines)

(cl-defstruct (viewmodel-host-child
               (:constructor viewmodel-host-child--make) (:copier nil))
  (process nil :documentation "What it reads and its standard error.")
  (output nil :documentation "The pipe process that its output comes from.")
  (lines (viewmodel-host-lines-make))
  (words (viewmodel-host-stderr-make)
         :documentation "What is kept of its standard error.")
  (printed (viewmodel-host-lines-make)
           :documentation "The line of standard error that is not complete.")
  (crashing nil :documentation "Whether it reports a crash there.")
  on-lines on-printed on-end
  on-writable
  (limit (* 16 1024 1024)
         :documentation "How many bytes a line may have.")
  (long-line nil :documentation "Whether one had more; none follows.")
  (paused nil :documentation "Whether what it writes is left in its pipe.")
  (timer nil :documentation "Ends it, when it has lost a pipe and lives on.")
  (ended nil :documentation "Whether `on-end' has been called.")
  (stopping nil :documentation "Whether its input was closed, so that it ends.")
  (killed nil :documentation "Whether it was ended from here, by a signal."))

(defvar viewmodel-host-child--living nil
  "The children that have not ended.")

(defvar viewmodel-host-child-grace 2
  "How many seconds a host may take to end; then it is sent SIGTERM.")

(defconst viewmodel-host-child--term 0.5
  "How many seconds it may take after SIGTERM; then it is sent SIGKILL.")

(defun viewmodel-host-child-live-p (child)
  "Whether CHILD is running, as far as is known."
  (and child (process-live-p (viewmodel-host-child-process child)) t))

(defun viewmodel-host-child--pid (child)
  "The number of the process of CHILD."
  (process-id (viewmodel-host-child-process child)))

(defun viewmodel-host-child-stderr-lines (child)
  "What is kept of the lines that CHILD wrote to standard error."
  (viewmodel-host-stderr-kept (viewmodel-host-child-words child)))

(defun viewmodel-host-child--feed (child data)
  "Take in DATA, what CHILD wrote next.
A line that is longer than its limit is handed on as the symbol `long', and
nothing after it is kept."
  (unless (viewmodel-host-child-long-line child)
    (let* ((lines (viewmodel-host-child-lines child))
           (limit (viewmodel-host-child-limit child))
           (found (viewmodel-host-lines-feed lines data)))
      (when (> (viewmodel-host-lines-size lines) limit)
        (setf (viewmodel-host-lines-chunks lines) nil
              (viewmodel-host-child-long-line child) t
              found (nconc found (list 'long))))
      (when found (funcall (viewmodel-host-child-on-lines child) found)))))

(defun viewmodel-host-child--printed (child data)
  "Take in DATA, what CHILD wrote to standard error next."
  (viewmodel-host-stderr-feed (viewmodel-host-child-words child) data)
  (let* ((lines (viewmodel-host-lines-feed (viewmodel-host-child-printed child)
                                           data))
         ;; To show more of what came at once would hold Emacs up.
         (left-out (- (length lines) viewmodel-host-crash--last)))
    (dolist (line lines)
      (cond ((viewmodel-host-child-crashing child))
            ((string-match-p viewmodel-host-crash--report line)
             (setf (viewmodel-host-child-crashing child) t))
            ((> left-out 0) (cl-decf left-out))
            (t (funcall (viewmodel-host-child-on-printed child) line))))
    (when (> (viewmodel-host-lines-size (viewmodel-host-child-printed child))
             viewmodel-host-crash--limit)
      (setf (viewmodel-host-child-printed child)
            (viewmodel-host-lines-make)))))

(defun viewmodel-host-child--filter (child)
  "The function that takes in what CHILD writes."
  (lambda (_ data) (viewmodel-host-child--feed child data)))

(defun viewmodel-host-child-pause (child pause)
  "Leave what CHILD writes in its pipe if PAUSE; else take it in again."
  (unless (or (eq pause (viewmodel-host-child-paused child))
              (not (process-live-p (viewmodel-host-child-output child))))
    (setf (viewmodel-host-child-paused child) pause)
    (set-process-filter (viewmodel-host-child-output child)
                        (or pause (viewmodel-host-child--filter child)))))

(defun viewmodel-host-child-wait (child seconds)
  "Take in what CHILD writes, as soon as it does, for at most SECONDS."
  (let ((read-process-output-max (max 65536 read-process-output-max))
        (output (viewmodel-host-child-output child)))
    ;; Emacs, asked to wait for a process that has ended, returns at once while
    ;; anything else can be read, and does not call the sentinel.
    (if (and (process-live-p output)
             (process-live-p (viewmodel-host-child-process child)))
        (accept-process-output output seconds)
      (viewmodel-host-child--notify output)
      (accept-process-output nil (min seconds 0.05)))))

(defun viewmodel-host-child--notify (output)
  "Have Emacs call the sentinels of processes that have changed, if OUTPUT has.
It does so by itself when nothing can be read, and before that it forgets the
time that it was asked to wait (Emacs 28, `wait_reading_process_output'):
another pipe, which is written to faster than Emacs reads, keeps it for ever."
  (when (and (not (process-live-p output)) (memq output (process-list)))
    (delete-process output)))

(provide 'viewmodel-host-child)
;;; viewmodel-host-child.el ends here
