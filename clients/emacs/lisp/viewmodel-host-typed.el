;;; viewmodel-host-typed.el --- What generated files have in common  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; For the files that `viewmodel-generate elisp' writes, one for each ViewModel.
;; Their functions check arguments before anything is sent, and ask the host
;; whether it still offers what they were generated for.
;;
;; An argument is (NAME TYPE VALUE), or (NAME TYPE VALUE optional): one whose
;; VALUE is nil or `:null' is left out then.  TYPE is integer, number, string,
;; boolean, array, object, function, null or any, or (member STRING...), or
;; (or TYPE...).

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-input)
(require 'viewmodel-host-instance)
(require 'viewmodel-host-mirror)

(declare-function viewmodel-host-request "viewmodel-host"
                  (host method &optional params &key timeout))

;;; Arguments

(defun viewmodel-host-typed--fits-p (value type)
  "Whether VALUE is of TYPE."
  (pcase type
    ('any t)
    ('integer (integerp value))
    ('number (numberp value))
    ('string (stringp value))
    ('boolean (memq value '(t :false)))
    ('null (eq value :null))
    ('array (vectorp value))
    ('object (or (null value) (and (consp value) (consp (car value)))))
    ('function (functionp value))
    (`(member . ,values) (member value values))
    (`(or . ,types) (cl-some (lambda (each)
                               (viewmodel-host-typed--fits-p value each))
                             types))))

(defun viewmodel-host-typed--words (type)
  "What TYPE is called in a sentence."
  (pcase type
    ('any "any JSON")
    ('null ":null")
    ('boolean "t or :false")
    ('array "a vector")
    ('object "an alist")
    ('integer "an integer")
    (`(member . ,values) (mapconcat #'prin1-to-string values " or "))
    (`(or . ,types) (mapconcat #'viewmodel-host-typed--words types " or "))
    (_ (format "a %s" type))))

(defun viewmodel-host-typed--invalid (format &rest arguments)
  "Signal `viewmodel-host-invalid-value' with FORMAT filled in with ARGUMENTS."
  (viewmodel-host--signal
   (viewmodel-host--make-error 'viewmodel-host-invalid-value
                               (apply #'format format arguments))))

(defun viewmodel-host-typed-arguments (where arguments)
  "The ARGUMENTS of WHERE, a string, by name, but for those that are left out.
Signal `viewmodel-host-invalid-value' for one that is not of its type."
  (cl-loop
   for (name type value optional) in arguments
   unless (and optional (memq value '(nil :null)))
   do (unless (viewmodel-host-typed--fits-p value type)
        (viewmodel-host-typed--invalid
         "%s: %s: expected %s, found %s" where name
         (viewmodel-host-typed--words type)
         (truncate-string-to-width (prin1-to-string value) 80)))
   and collect (cons name value)))

(defun viewmodel-host-typed--check-instance (instance name)
  "Signal `viewmodel-host-invalid-value' unless INSTANCE is one of NAME."
  (unless (and (viewmodel-host-instance-p instance)
               (equal name (viewmodel-host-name instance)))
    (viewmodel-host-typed--invalid "expected an instance of %s, found %S"
                                   name instance)))

;;; Creation

(defconst viewmodel-host-typed--create-keys
  '(:id :observe :on-change :on-event :on-closed :on-rejected :on-failed
    :timeout)
  "The keywords of `viewmodel-host-create' that generated functions take.")

(defun viewmodel-host-typed--check-keys (name keys own)
  "Signal `viewmodel-host-invalid-value' for one of KEYS that NAME does not take.
OWN are those that only the generated function has."
  (let ((known (append own viewmodel-host-typed--create-keys)))
    (cl-loop for key in keys by #'cddr
             unless (memq key known)
             do (viewmodel-host-typed--invalid
                 "%s create: there is no %s; it takes %s" name key
                 (mapconcat #'symbol-name known " ")))))

(defvar viewmodel-host-typed--checked
  (make-hash-table :test 'eq :weakness 'key)
  "For each process of a host the contracts that it has said to keep.")

(defun viewmodel-host-typed--broken (answer)
  "The error that ANSWER, of `contract/check', stands for; nil for none."
  (let ((sentences (cl-loop for change across (alist-get 'changes answer [])
                            when (eq t (alist-get 'breaks change))
                            collect (alist-get 'sentence change))))
    (and sentences
         (viewmodel-host--make-error
          'viewmodel-host-contract-broken
          (format "the host has changed: %s%s"
                  (mapconcat #'identity (seq-take sentences 3) "; ")
                  (if (nthcdr 3 sentences)
                      (format ", and %d more" (- (length sentences) 3))
                    ""))))))

(defun viewmodel-host-typed--check (host contract)
  "Ask HOST, once, about CONTRACT; signal what of it is broken.
A host that is older than the question cannot tell."
  (let ((child (viewmodel-host--child host)))
    (unless (memq contract (gethash child viewmodel-host-typed--checked))
      (condition-case err
          (let ((broken (viewmodel-host-typed--broken
                         (viewmodel-host-request
                          host "contract/check" `((contract . ,contract))))))
            (when broken (viewmodel-host--signal broken)))
        (viewmodel-host-request-failed
         (unless (eql (viewmodel-host-error-code err)
                      viewmodel-host-code-method-not-found)
           (viewmodel-host--signal err))))
      (push contract (gethash child viewmodel-host-typed--checked)))))

(defun viewmodel-host-typed-create
    (host name contract parameters uses keys own)
  "Have HOST create an instance of the ViewModel NAME, and return it.
CONTRACT is what HOST has to keep.  PARAMETERS are arguments, USES an alist
of roles and instances.  KEYS are for `viewmodel-host-create'; OWN are
those among them that the generated function has taken for itself."
  (viewmodel-host-typed--check-keys name keys own)
  (let ((parameters (viewmodel-host-typed-arguments
                     (concat name " create") parameters))
        (keys (copy-sequence keys)))
    (dolist (use uses)
      (unless (cdr use)
        (viewmodel-host-typed--invalid "%s create: %s is missing: an instance"
                                       name (car use))))
    (dolist (key own) (cl-remf keys key))
    (viewmodel-host-typed--check host contract)
    (apply #'viewmodel-host-create host name
           :parameters parameters :uses uses keys)))

;;; What an instance has

(defun viewmodel-host-typed-get (instance name output)
  "The value of OUTPUT of INSTANCE, one of the ViewModel NAME."
  (viewmodel-host-typed--check-instance instance name)
  (viewmodel-host-get instance output))

(defun viewmodel-host-typed-on-event (instance name event function)
  "Have FUNCTION called with the value of each EVENT of INSTANCE.
That is one of the ViewModel NAME.  Return a function that ends this."
  (viewmodel-host-typed--check-instance instance name)
  (viewmodel-host-on-event instance
                           (lambda (each value)
                             (when (equal each event)
                               (funcall function value)))))

(defun viewmodel-host-typed-input
    (instance name input arguments success-fn error-fn)
  "Send INPUT with ARGUMENTS to INSTANCE, and return the request.
That is one of the ViewModel NAME.  SUCCESS-FN and ERROR-FN are as in
`viewmodel-host-input'."
  (viewmodel-host-typed--check-instance instance name)
  (viewmodel-host-input
   instance input
   (viewmodel-host-typed-arguments (format "%s %s" name input) arguments)
   :success-fn success-fn :error-fn error-fn))

(defun viewmodel-host-typed-call
    (instance name input arguments success-fn error-fn)
  "Call INPUT of INSTANCE with ARGUMENTS, and return the request.
That is one of the ViewModel NAME.  SUCCESS-FN and ERROR-FN are as in
`viewmodel-host-call-async'."
  (viewmodel-host-typed--check-instance instance name)
  (viewmodel-host-call-async
   instance input
   (viewmodel-host-typed-arguments (format "%s %s" name input) arguments)
   :success-fn success-fn :error-fn error-fn))

(defun viewmodel-host-typed-services (name services)
  "The SERVICES of the ViewModel NAME, for `viewmodel-host-start'.
They are arguments, whose names are strings."
  (viewmodel-host-typed-arguments (concat name " services") services))

(provide 'viewmodel-host-typed)
;;; viewmodel-host-typed.el ends here
