;;; viewmodel-host-receive.el --- What comes from the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What arrives is handled line by line, for a slice of time at once, and given
;; to those that know it.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'subr-x)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-failures)
(require 'viewmodel-host-json)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-process)
(require 'viewmodel-host-queue)
(require 'viewmodel-host-reader)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-service)
(require 'viewmodel-host-trace)

(declare-function viewmodel-host--abort "viewmodel-host-session" (host err))
(declare-function viewmodel-host--child-ended "viewmodel-host-session"
                  (host status))

(defconst viewmodel-host--slice 0.01
  "For so many seconds lines are handled and callbacks made at once.
Then Emacs has the time to take keys and to draw.")

(defconst viewmodel-host--most-unhandled (* 1024 1024)
  "With so many bytes unhandled nothing more is read.
The host then merges its updates.")

(defun viewmodel-host--arrived (host lines)
  "Take in LINES, which HOST has written: strings, or `long' for one too long.
They are handled now, as far as there is time, and else soon."
  (dolist (line lines)
    (viewmodel-host-queue-add (viewmodel-host--lines host) line)
    (when (stringp line)
      (cl-incf (viewmodel-host--unhandled host) (length line))))
  (viewmodel-host--work host))

(defun viewmodel-host--work (host)
  "Handle what there is of HOST for the time of a slice, and the rest soon."
  (unless (viewmodel-host--rest-timer host)
    (unless (viewmodel-host--pump host)
      (viewmodel-host--work-soon host))))

(defun viewmodel-host--work-soon (host)
  "Have what is left to handle of HOST handled when Emacs has taken keys."
  (unless (viewmodel-host--rest-timer host)
    (setf (viewmodel-host--rest-timer host)
          (run-at-time 0.001 nil
                       (lambda ()
                         (setf (viewmodel-host--rest-timer host) nil)
                         (viewmodel-host--work host))))))

(defun viewmodel-host--pump (host &optional latest)
  "Handle the lines of HOST that have arrived, with their callbacks.
It takes the time of a slice, and ends before LATEST, a time in seconds, if
that is not nil.  Return whether all is handled."
  (let* ((gc-cons-threshold (max gc-cons-threshold viewmodel-host--garbage))
         (deadline (+ (float-time) viewmodel-host--slice))
         (deadline (if latest (min latest deadline) deadline))
         (lines (viewmodel-host--lines host))
         (handled nil))
    (while (and (setq handled (viewmodel-host--deliver host deadline))
                (viewmodel-host-queue-items lines)
                (setq handled (and (< (float-time) deadline)
                                   (viewmodel-host--read-on host deadline))))
      (viewmodel-host--handle host (viewmodel-host-queue-take lines)))
    (viewmodel-host-child-pause
     (viewmodel-host--child host)
     (> (viewmodel-host--unhandled host) viewmodel-host--most-unhandled))
    handled))

(defun viewmodel-host--pump-all (host)
  "Handle all that has arrived of HOST, however long it takes."
  (while (not (viewmodel-host--pump host))))

(defun viewmodel-host--read-on (host deadline)
  "Go on until DEADLINE with the next line of HOST, if that is long.
Return whether it can be handled."
  (let* ((lines (viewmodel-host-queue-items (viewmodel-host--lines host)))
         (limit (viewmodel-host-child-limit (viewmodel-host--child host))))
    (when (and (stringp (car lines))
               (<= viewmodel-host-reader-least (length (car lines)) limit))
      (setcar lines (viewmodel-host-reader-make (car lines))))
    (or (not (viewmodel-host-reader-p (car lines)))
        (viewmodel-host-reader-read (car lines) deadline))))

(defun viewmodel-host--handle (host item)
  "Take in ITEM, the next line of HOST, and end HOST if it is nonsense."
  (let* ((reader (and (viewmodel-host-reader-p item) item))
         (line (if reader (viewmodel-host-reader-line reader) item)))
    (condition-case err
        (pcase line
          ((pred stringp)
           (cl-decf (viewmodel-host--unhandled host) (length line))
           (if (> (length line)
                  (viewmodel-host-child-limit (viewmodel-host--child host)))
               (viewmodel-host--long-line host)
             (viewmodel-host--receive host line reader)))
          ('long (viewmodel-host--long-line host))
          (`(end . ,status) (viewmodel-host--child-ended host status)))
      (viewmodel-host-protocol-error
       (viewmodel-host--abort host (viewmodel-host--no-host host err)))
      (viewmodel-host-error
       (viewmodel-host--abort host err))
      (error
       (viewmodel-host--abort
        host
        (viewmodel-host--make-error
         'viewmodel-host-protocol-error
         (format "the host wrote a message that makes no sense (%s): %s"
                 (error-message-string err)
                 (viewmodel-host-json-cut line))))))))

(defun viewmodel-host--long-line (host)
  "Signal that HOST has written a line longer than its limit."
  (viewmodel-host--nonsense
   "the host wrote a line of more than %d bytes, the limit that initialize named"
   (viewmodel-host-child-limit (viewmodel-host--child host))))

(defun viewmodel-host--no-host (host err)
  "ERR, which HOST gave; if it did so at once, it is no host at all."
  (if (viewmodel-host--info host)
      err
    (viewmodel-host--make-error
     'viewmodel-host-protocol-error
     (format "%s is no viewmodel-host: %s" (car (viewmodel-host--command host))
             (viewmodel-host-error-message err)))))

(defun viewmodel-host--receive (host line &optional reader)
  "Take in LINE from HOST, which READER, if there is one, has read."
  (viewmodel-host--trace host "<--" line)
  (when (equal line (viewmodel-host--first-line host))
    (viewmodel-host--nonsense "it answered with what it was sent"))
  (let ((message (if reader
                     (viewmodel-host-reader-result reader)
                   (viewmodel-host-json-decode line))))
    (if (vectorp message)
        (mapc (lambda (part) (viewmodel-host--dispatch host part)) message)
      (viewmodel-host--dispatch host message))))

(defun viewmodel-host--dispatch (host message)
  "Take in MESSAGE from HOST."
  (cond ((not (listp message))
         (viewmodel-host--nonsense "the host wrote no message: %s"
                                   (viewmodel-host-json-shown message)))
        ((assq 'method message)
         (let ((method (viewmodel-host--member message 'method #'stringp
                                               "A message")))
           (if (assq 'id message)
               (viewmodel-host--asked host message)
             (viewmodel-host--notified host method
                                       (alist-get 'params message)))))
        ((assq 'id message) (viewmodel-host--answered host message))
        (t (viewmodel-host--nonsense
            "the host wrote what is neither a request nor an answer: %s"
            (viewmodel-host-json-shown message)))))

(defun viewmodel-host--notified (host method params)
  "Take in the notification METHOD with PARAMS from HOST.
Those that are not known are ignored."
  (pcase method
    ("viewModel/update" (viewmodel-host--updated host params))
    ("viewModel/rejected" (viewmodel-host--rejected host params))
    ("viewModel/failed" (viewmodel-host--failed host params))
    ("viewModel/closed"
     (let ((instance (gethash (alist-get 'id params)
                              (viewmodel-host--instances host))))
       (when instance
         (viewmodel-host--close
          instance (viewmodel-host--member params 'reason #'stringp method)))))
    ("host/log"
     (let ((level (viewmodel-host--member params 'level #'stringp method))
           (text (viewmodel-host--member params 'message #'stringp method)))
       (unless (viewmodel-host--emit host (viewmodel-host--handlers host)
                                     'log level text)
         (message "viewmodel-host: %s: %s" level text))))
    ("host/restarted"
     (let ((reason (viewmodel-host--member params 'reason #'stringp method)))
       (unless (viewmodel-host--emit host (viewmodel-host--handlers host)
                                     'restarted params)
         (message "viewmodel-host: the host goes on in another process: %s"
                  reason))))
    ("service/rejected" (viewmodel-host--service-rejected host params))
    ("$/cancelRequest"
     (viewmodel-host--cancel-service host (alist-get 'id params)))))

(defun viewmodel-host--printed (host line)
  "Have LINE, bytes that HOST wrote to standard error, in *Messages*.
It is not shown, so that it is in nobody's way.  Warnings come with the log."
  (let ((name (let-alist (viewmodel-host--info host) .host.name))
        (line (decode-coding-string
               (substring line 0 (min 1000 (length line))) 'utf-8))
        (inhibit-message t))
    (unless (and name (string-prefix-p (concat name ": warning: ") line))
      (message "viewmodel-host: %s" (string-trim-right line)))))

(provide 'viewmodel-host-receive)
;;; viewmodel-host-receive.el ends here
