;;; viewmodel-list-errors.el --- Errors in the demonstration  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What goes wrong in the host is shown by its message alone, without the name
;; and the properties of its condition, with the key that helps.

;;; Code:

(require 'viewmodel-host)

(defun viewmodel-list-text (err)
  "The text of ERR; of a host that is gone, with the key that helps."
  (concat (viewmodel-host-error-message err)
          (and (memq (car err) '(viewmodel-host-died
                                 viewmodel-host-protocol-error))
               (not (viewmodel-host-error-code err))
               "; g starts the host anew")))

(defun viewmodel-list-report (err)
  "Show ERR in the echo area."
  (message "%s" (viewmodel-list-text err)))

(defmacro viewmodel-list-reporting (&rest body)
  "Evaluate BODY; an error of the host is shown, and ends just that."
  (declare (indent 0) (debug t))
  `(condition-case err
       (progn ,@body)
     (viewmodel-host-error (viewmodel-list-report err) nil)))

(defmacro viewmodel-list-as-command (&rest body)
  "Evaluate BODY; an error of the host ends the command as a `user-error'."
  (declare (indent 0) (debug t))
  `(condition-case err
       (progn ,@body)
     (viewmodel-host-error
      (user-error "%s" (viewmodel-list-text err)))))

(defun viewmodel-list-restart (instance)
  "Start the host of INSTANCE anew if it died, and return whether it did."
  (let ((host (viewmodel-host-instance-host instance)))
    (unless (viewmodel-host-live-p host)
      (viewmodel-host-restart host)
      t)))

(provide 'viewmodel-list-errors)
;;; viewmodel-list-errors.el ends here
