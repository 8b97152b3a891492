;;; viewmodel-host-lines.el --- Cuts bytes into lines  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; However the bytes arrive.

;;; Code:

(require 'cl-lib)

(cl-defstruct (viewmodel-host-lines
               (:constructor viewmodel-host-lines-make ()) (:copier nil))
  "The start of a line whose end has not come yet."
  (chunks nil :documentation "Its pieces, the last one first.")
  (size 0 :documentation "How many bytes these are."))

(defalias 'viewmodel-host--line-feed
  (if (fboundp 'string-search)          ; since Emacs 28
      (lambda (text start) (string-search "\n" text start))
    (lambda (text start) (string-match-p "\n" text start)))
  "Where the next line feed is in TEXT from START on; nil if there is none.")

(defun viewmodel-host-lines-feed (lines data)
  "The lines that DATA completes, in order; empty ones left out.
DATA is what came next of the stream that LINES cuts.  Pieces are joined
once, when the line is complete, so its length costs no more than it must."
  (let ((start 0) (found nil) end)
    (while (setq end (viewmodel-host--line-feed data start))
      (let ((piece (substring data start end)))
        (when (viewmodel-host-lines-chunks lines)
          (setq piece (apply #'concat
                             (nreverse
                              (cons piece
                                    (viewmodel-host-lines-chunks lines)))))
          (setf (viewmodel-host-lines-chunks lines) nil
                (viewmodel-host-lines-size lines) 0))
        (when (string-match-p "[^ \t\r]" piece) (push piece found)))
      (setq start (1+ end)))
    (when (< start (length data))
      (push (substring data start) (viewmodel-host-lines-chunks lines))
      (cl-incf (viewmodel-host-lines-size lines) (- (length data) start)))
    (nreverse found)))

(provide 'viewmodel-host-lines)
;;; viewmodel-host-lines.el ends here
