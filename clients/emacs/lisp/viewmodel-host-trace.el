;;; viewmodel-host-trace.el --- What goes over the wire  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Writes down what is sent to a host and what comes from it, with the time, a
;; line for each message: to a buffer, or to a file.
;;
;;   2026-03-01 09:30:00.125 --> {"jsonrpc":"2.0","id":1,"method":"ping"}
;;   2026-03-01 09:30:00.126 <-- {"jsonrpc":"2.0","id":1,"result":{}}

;;; Code:

(require 'seq)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)

(defcustom viewmodel-host-events-buffer-size 2000000
  "How many characters an events buffer keeps of what came last.
Nil means all."
  :group 'viewmodel-host
  :type '(choice (const :tag "All" nil)
                 (restricted-sexp :match-alternatives (natnump))))

(defvar-local viewmodel-host--events-host nil
  "The host whose messages the buffer shows.")

(define-derived-mode viewmodel-host-events-mode special-mode "ViewModel Events"
  "Major mode for what is sent to a host and comes from it."
  :interactive nil
  (setq-local truncate-lines t
              buffer-undo-list t))

(defun viewmodel-host--trace-target (given)
  "Where to write a trace: GIVEN, or else the file $VIEWMODEL_HOST_TRACE."
  (let ((target (or given (getenv "VIEWMODEL_HOST_TRACE"))))
    (cond ((member target '(nil "")) nil)
          ((equal target "-") target)
          ((stringp target) (expand-file-name target))
          (t t))))

(defun viewmodel-host--trace (host mark text)
  "Write down TEXT, bytes, if HOST is traced.
MARK is \"-->\" for what is sent, \"<--\" for what came, and \"#\" for the start
and the end of the process.  A file that cannot be written is warned of
once."
  (let ((target (viewmodel-host--tracing host)))
    (when target
      (let ((line (format "%s %s %s\n" (format-time-string "%F %T.%3N") mark
                          (decode-coding-string text 'utf-8-unix))))
        (pcase target
          ('t (viewmodel-host--insert-event
               (viewmodel-host-events-buffer host) line))
          ("-" (princ line #'external-debugging-output))
          (_ (condition-case err
                 (let ((coding-system-for-write 'utf-8-unix))
                   (write-region line nil target t 'silent))
               (file-error
                (setf (viewmodel-host--tracing host) nil)
                (viewmodel-host--warn "The trace cannot be written: %s"
                                      (error-message-string err))))))))))

(defun viewmodel-host--insert-event (buffer line)
  "Add LINE to the end of BUFFER, and drop what is too much at its beginning."
  (with-current-buffer buffer
    (let ((inhibit-read-only t)
          (most viewmodel-host-events-buffer-size)
          (following (= (point) (point-max))))
      (save-excursion
        (goto-char (point-max))
        (insert line)
        (when (and most (> (buffer-size) most))
          (goto-char (- (point-max) (/ most 2)))
          (delete-region (point-min) (line-beginning-position))))
      (set-buffer-modified-p nil)
      (when following (goto-char (point-max))))))

(defun viewmodel-host-events-buffer (host &optional show)
  "The buffer of what is sent to HOST and comes from it.
It is filled while HOST is started with `:trace' t, or with
`viewmodel-host-trace'.  If SHOW is non-nil, as it is interactively, show
it.  If there are several, ask for which."
  (interactive (list (viewmodel-host--read-traced) t))
  (let ((buffer (viewmodel-host--events host)))
    (unless (buffer-live-p buffer)
      (setq buffer (generate-new-buffer
                    (format "*viewmodel-host events: %s*"
                            (file-name-nondirectory
                             (car (viewmodel-host--command host))))))
      (with-current-buffer buffer
        (viewmodel-host-events-mode)
        (setq viewmodel-host--events-host host))
      (setf (viewmodel-host--events host) buffer))
    (when show (pop-to-buffer buffer))
    buffer))

(defun viewmodel-host--read-traced ()
  "A host that has an events buffer; ask if there are several."
  (let ((buffers (seq-filter (lambda (buffer)
                               (buffer-local-value
                                'viewmodel-host--events-host buffer))
                             (buffer-list))))
    (unless buffers
      (user-error "No host is traced; customize `viewmodel-host-trace'"))
    (buffer-local-value
     'viewmodel-host--events-host
     (if (cdr buffers)
         (get-buffer (completing-read "Events buffer: "
                                      (mapcar #'buffer-name buffers) nil t))
       (car buffers)))))

(provide 'viewmodel-host-trace)
;;; viewmodel-host-trace.el ends here
