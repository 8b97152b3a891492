;;; viewmodel-host-names.el --- Names that a ViewModel has not  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What is said of a name that a ViewModel has not: those that it has.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-rpc)

(defun viewmodel-host--has-none (instance what name names)
  "That INSTANCE has no WHAT, such as \"event\", called NAME, but NAMES."
  (format "%s has no %s %s; it has %s"
          (viewmodel-host-instance--name instance) what name
          (if names (mapconcat (lambda (each) (format "%s" each)) names ", ")
            "none")))

(defun viewmodel-host--check-event (instance event)
  "Show a warning if INSTANCE has no EVENT, when its host has said which it has."
  (let ((host (viewmodel-host-instance--host instance)))
    (unless (viewmodel-host--error host)
      (viewmodel-host--ask
       host "viewModel/describe"
       `((name . ,(viewmodel-host-instance--name instance)))
       (lambda (result)
         (mapcar (lambda (each) (alist-get 'name each))
                 (alist-get 'events result)))
       :success-fn
       (lambda (events)
         (unless (member event events)
           (viewmodel-host--warn
            "%s" (viewmodel-host--has-none instance "event" event events))))
       :error-fn #'ignore :apart t))))

(provide 'viewmodel-host-names)
;;; viewmodel-host-names.el ends here
