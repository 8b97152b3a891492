;;; viewmodel-list-errors.el --- How the demonstration shows errors  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What goes wrong in the host is shown by its message alone, without the name
;; and the properties of its condition.

;;; Code:

(require 'viewmodel-host)

(defun viewmodel-list-report (err)
  "Show ERR in the echo area."
  (message "%s" (viewmodel-host-error-message err)))

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
      (user-error "%s" (viewmodel-host-error-message err)))))

(provide 'viewmodel-list-errors)
;;; viewmodel-list-errors.el ends here
