;;; viewmodel-host-outbox.el --- What is written to the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Emacs waits when it writes to a pipe that is full, and it writes nothing at
;; all to a process that is stopped.  So no more is written than a pipe holds
;; before it is known that the host has read it: now and then a `ping' is sent
;; along, and what comes after that waits here for its answer.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-queue)

(defconst viewmodel-host-outbox-window 16384
  "So many bytes are written before the host is known to have read them.
A pipe holds at least that; of a longer message it is only known that the host
has read all before it.")

(defvar viewmodel-host-outbox-most (* 64 1024 1024)
  "So many bytes may wait; then nothing more is taken.")

(cl-defstruct (viewmodel-host-outbox
               (:constructor viewmodel-host-outbox-make (write ask))
               (:copier nil))
  (write nil :documentation "Writes a line, or returns nil if it cannot now.")
  (ask nil :documentation "Writes a request; its answer says what was read.")
  (waiting (viewmodel-host-queue-make) :documentation "Lines.")
  (bytes 0 :documentation "How many bytes wait.")
  (written 0 :documentation "How many bytes were written.")
  (read 0 :documentation "How many of these the host has read, as is known.")
  (asked nil :documentation "How many will be read when it has answered."))

(defun viewmodel-host-outbox-full-p (outbox)
  "Whether nothing more is taken by OUTBOX."
  (> (viewmodel-host-outbox-bytes outbox) viewmodel-host-outbox-most))

(defun viewmodel-host-outbox-empty-p (outbox)
  "Whether nothing waits in OUTBOX."
  (null (viewmodel-host-queue-items (viewmodel-host-outbox-waiting outbox))))

(defun viewmodel-host-outbox-send (outbox line)
  "Write LINE, bytes, through OUTBOX: now, or after what waits there."
  (unless (and (viewmodel-host-outbox-empty-p outbox)
               (viewmodel-host-outbox--try outbox line))
    (viewmodel-host-queue-add (viewmodel-host-outbox-waiting outbox) line)
    (cl-incf (viewmodel-host-outbox-bytes outbox) (length line))))

(defun viewmodel-host-outbox-flush (outbox)
  "Write what waits in OUTBOX, as far as there is room."
  (let ((queue (viewmodel-host-outbox-waiting outbox))
        line)
    (while (and (setq line (car (viewmodel-host-queue-items queue)))
                (viewmodel-host-outbox--try outbox line))
      (viewmodel-host-queue-take queue)
      (cl-decf (viewmodel-host-outbox-bytes outbox) (length line)))))

(defun viewmodel-host-outbox--try (outbox line)
  "Write LINE through OUTBOX, if there is room; return whether it was written."
  (let ((unread (- (viewmodel-host-outbox-written outbox)
                   (viewmodel-host-outbox-read outbox))))
    (if (and (> unread 0)
             (> (+ unread (length line)) viewmodel-host-outbox-window))
        (progn (viewmodel-host-outbox--ask outbox) nil)
      (when (funcall (viewmodel-host-outbox-write outbox) line)
        (cl-incf (viewmodel-host-outbox-written outbox) (length line))
        (when (> (* 2 (+ unread (length line))) viewmodel-host-outbox-window)
          (viewmodel-host-outbox--ask outbox))
        t))))

(defun viewmodel-host-outbox--ask (outbox)
  "Ask the host how much it has read of OUTBOX, unless it has been asked."
  (unless (viewmodel-host-outbox-asked outbox)
    (setf (viewmodel-host-outbox-asked outbox)
          (viewmodel-host-outbox-written outbox))
    (unless (funcall (viewmodel-host-outbox-ask outbox))
      (setf (viewmodel-host-outbox-asked outbox) nil))))

(defun viewmodel-host-outbox-answered (outbox)
  "Note that the host has answered what OUTBOX asked, and write what waits."
  (setf (viewmodel-host-outbox-read outbox)
        (viewmodel-host-outbox-asked outbox)
        (viewmodel-host-outbox-asked outbox) nil)
  (viewmodel-host-outbox-flush outbox))

(provide 'viewmodel-host-outbox)
;;; viewmodel-host-outbox.el ends here
