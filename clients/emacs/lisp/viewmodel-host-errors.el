;;; viewmodel-host-errors.el --- Conditions of the viewmodel-host client  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; All conditions descend from `viewmodel-host-error'.  Their data are a
;; message for people and a property list:
;;
;;   (viewmodel-host-request-failed "There is no instance c"
;;                                  :method "viewModel/snapshot" :code -32003)
;;
;; Callbacks get an error in the same form, (CONDITION . DATA), as
;; `condition-case' binds it.

;;; Code:

(require 'subr-x)

(define-error 'viewmodel-host-error "viewmodel-host")
;; The message of each says what went wrong, so what Emacs puts before it, when
;; nobody handles it, only says whose it is.
(define-error 'viewmodel-host-not-found "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-version-mismatch
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-died "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-closed "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-protocol-error
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-timeout "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-not-sent "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-invalid-value
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-contract-broken
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-instance-closed
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-request-failed
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-input-rejected
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-viewmodel-failed
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-service-rejected
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-service-error
  "viewmodel-host" 'viewmodel-host-error)
(define-error 'viewmodel-host-cancelled
  "viewmodel-host" 'viewmodel-host-request-failed)

(defconst viewmodel-host-code-method-not-found -32601
  "The error code for a method that does not exist.")
(defconst viewmodel-host-code-service-failed -32000
  "The error code of a service that failed and gave no code of its own.")
(defconst viewmodel-host-code-unknown-instance -32003
  "The error code for an instance that does not exist.")
(defconst viewmodel-host-code-unsupported-version -32008
  "The error code for having no protocol version in common.")
(defconst viewmodel-host-code-cancelled -32800
  "The error code of what was cancelled.")

(defun viewmodel-host-error-get (err property)
  "The PROPERTY, a keyword, of ERR, a condition of this package.
Which there are is in the README; nil for those that ERR does not have."
  (let ((properties (cddr err)))
    (and (keywordp (car-safe properties))
         (let ((value (plist-get properties property)))
           (if (eq property :stderr) (symbol-value value) value)))))

(defun viewmodel-host--unprinted (value)
  "What stands for VALUE in the properties of an error, and prints as …."
  (let ((symbol (and value (make-symbol "…"))))
    (when symbol (set symbol value))
    symbol))

(defun viewmodel-host-error-message (err)
  "The text of ERR, for people, without the name of its condition."
  (if (and (memq 'viewmodel-host-error (get (car err) 'error-conditions))
           (stringp (cadr err)))
      (cadr err)
    (error-message-string err)))

(defun viewmodel-host-error-code (err)
  "The code that the host gave ERR, an integer; nil if there is none."
  (viewmodel-host-error-get err :code))

(defun viewmodel-host-error-data (err)
  "The data that the host gave ERR with; nil if there are none."
  (viewmodel-host-error-get err :data))

(defun viewmodel-host--make-error (condition message &rest properties)
  "An error of CONDITION with MESSAGE and those PROPERTIES that are not nil."
  (append (list condition message)
          (let (kept)
            (while properties
              (let ((key (pop properties)) (value (pop properties)))
                (when value (setq kept (cons value (cons key kept))))))
            (nreverse kept))))

(defun viewmodel-host--signal (err)
  "Signal ERR, which is (CONDITION . DATA)."
  (signal (car err) (cdr err)))

(defun viewmodel-host--warn (format &rest arguments)
  "Show a warning: FORMAT filled in with ARGUMENTS."
  (display-warning 'viewmodel-host (apply #'format format arguments)))

(provide 'viewmodel-host-errors)
;;; viewmodel-host-errors.el ends here
