;;; viewmodel-host-errors.el --- Conditions of the viewmodel-host client  -*- lexical-binding: t; -*-

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
(define-error 'viewmodel-host-not-found
  "The host cannot be started" 'viewmodel-host-error)
(define-error 'viewmodel-host-version-mismatch
  "No common protocol version" 'viewmodel-host-error)
(define-error 'viewmodel-host-died
  "The host died" 'viewmodel-host-error)
(define-error 'viewmodel-host-closed
  "The host was stopped" 'viewmodel-host-error)
(define-error 'viewmodel-host-protocol-error
  "The host wrote something that makes no sense" 'viewmodel-host-error)
(define-error 'viewmodel-host-timeout
  "The host took too long" 'viewmodel-host-error)
(define-error 'viewmodel-host-invalid-value
  "A value that cannot be sent" 'viewmodel-host-error)
(define-error 'viewmodel-host-instance-closed
  "The instance is gone" 'viewmodel-host-error)
(define-error 'viewmodel-host-request-failed
  "A request failed" 'viewmodel-host-error)
(define-error 'viewmodel-host-cancelled
  "Cancelled" 'viewmodel-host-request-failed)
(define-error 'viewmodel-host-input-rejected
  "An input was rejected" 'viewmodel-host-error)
(define-error 'viewmodel-host-viewmodel-failed
  "A ViewModel failed" 'viewmodel-host-error)
(define-error 'viewmodel-host-service-rejected
  "The host could not use a service's answer" 'viewmodel-host-error)
(define-error 'viewmodel-host-service-error
  "A service failed" 'viewmodel-host-error)

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
         (plist-get properties property))))

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
