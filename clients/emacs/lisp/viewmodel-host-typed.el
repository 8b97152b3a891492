;;; viewmodel-host-typed.el --- What generated files have in common  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; For the files that `viewmodel-generate elisp' writes, one for each ViewModel.
;; Before the first instance they ask a host whether it still offers what they
;; were generated for; arguments the host checks.
;;
;; An argument is (NAME TYPE VALUE), or (NAME TYPE VALUE optional): one whose
;; VALUE is nil or `:null' is left out then.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'viewmodel-host)

(defun viewmodel-host-typed-arguments (arguments)
  "The values of ARGUMENTS by name, but for those that are left out."
  (cl-loop for (name _ value optional) in arguments
           unless (and optional (memq value '(nil :null)))
           collect (cons name value)))

(defvar viewmodel-host-typed--checked
  (make-hash-table :test 'eq :weakness 'key)
  "For each host the contracts that it has said to keep.")

(defun viewmodel-host-typed--check (host contract)
  "Ask HOST, once for each start, about CONTRACT; signal what of it is broken."
  (let ((info (viewmodel-host-info host)))
    (unless (memq contract (gethash info viewmodel-host-typed--checked))
      (let ((broken
             (cl-loop for change across
                      (alist-get 'changes (viewmodel-host-request
                                           host "contract/check"
                                           `((contract . ,contract))))
                      when (eq t (alist-get 'breaks change))
                      collect (alist-get 'sentence change))))
        (when broken
          (signal 'viewmodel-host-contract-broken
                  (list (concat "the host has changed: "
                                (string-join (seq-take broken 3) "; "))))))
      (push contract (gethash info viewmodel-host-typed--checked)))))

(defun viewmodel-host-typed-create
    (host name contract parameters uses keys own)
  "Have HOST create an instance of the ViewModel NAME, and return it.
CONTRACT is what HOST has to keep.  PARAMETERS are arguments, USES an alist
of roles and instances.  KEYS are for `viewmodel-host-create'; OWN are
those among them that the generated function has taken for itself."
  (viewmodel-host-typed--check host contract)
  (let ((keys (copy-sequence keys)))
    (dolist (key own) (cl-remf keys key))
    (apply #'viewmodel-host-create host name
           :parameters (viewmodel-host-typed-arguments parameters)
           :uses (seq-filter #'cdr uses) keys)))

(defun viewmodel-host-typed-get (instance _name output)
  "The value of OUTPUT of INSTANCE."
  (viewmodel-host-get instance output))

(defun viewmodel-host-typed-on-event (instance _name event function)
  "Have FUNCTION called with the value of each EVENT of INSTANCE.
Return a function that ends this."
  (viewmodel-host-on instance 'event
                     (lambda (each value)
                       (when (equal each event) (funcall function value)))))

(defun viewmodel-host-typed-call
    (instance _name input arguments success-fn error-fn)
  "Call INPUT of INSTANCE with ARGUMENTS, and return the request.
SUCCESS-FN and ERROR-FN are as in `viewmodel-host-call-async'."
  (viewmodel-host-call-async instance input
                             (viewmodel-host-typed-arguments arguments)
                             :success-fn success-fn :error-fn error-fn))

(defalias 'viewmodel-host-typed-input #'viewmodel-host-typed-call)

(defun viewmodel-host-typed-services (_name services)
  "The SERVICES of a ViewModel, for `viewmodel-host-start'.
They are arguments, whose names are strings."
  (viewmodel-host-typed-arguments services))

(provide 'viewmodel-host-typed)
;;; viewmodel-host-typed.el ends here
