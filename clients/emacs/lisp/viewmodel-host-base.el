;;; viewmodel-host-base.el --- Hosts, instances, errors and callbacks  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The objects of the package, and the order in which a host's lines are handled
;; and callbacks are called.  JSON objects are alists with symbols as keys, arrays
;; are vectors, and true, false and null are t, `:false' and `:null'.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'jsonrpc)
(require 'let-alist)

(declare-function viewmodel-host--handle "viewmodel-host-messages")

;;; Errors: (CONDITION MESSAGE PROPERTY...)

(define-error 'viewmodel-host-error "ViewModel host")
(pcase-dolist (`(,name ,text . ,parent)
               '((not-found "Host not found") (version-mismatch "Other version")
                 (died "Host died") (closed "Host closed") (timeout "Timeout")
                 (protocol-error "Protocol broken")
                 (instance-closed "Instance closed")
                 (service-error "Service failed")
                 (request-failed "Request failed")
                 (cancelled "Cancelled" . request-failed)
                 (contract-broken "Contract broken")))
  (define-error (intern (format "viewmodel-host-%s" name)) text
    (intern (format "viewmodel-host-%s" (or parent 'error)))))

(defun viewmodel-host-error-message (err)
  "The message of ERR, without the name of its condition."
  (if (stringp (cadr err)) (cadr err) (error-message-string err)))

(defun viewmodel-host-error-get (err property)
  "PROPERTY, such as `:code' or `:data', of ERR; nil if it has none."
  (and (stringp (cadr err)) (plist-get (cddr err) property)))

;;; Hosts, instances, requests

(defclass viewmodel-host (jsonrpc-connection)
  ((command :initarg :command)
   (directory :initarg :directory)
   (environment :initarg :environment)
   (services :initarg :services :documentation "Functions by name, an alist.")
   (log :initarg :log :documentation "The least level of its log.")
   (timeout :initarg :timeout)
   (listeners :initarg :listeners
              :documentation "Its cdr is a list of (KIND . FUNCTION-OR-NIL).")
   (instances :initform (make-hash-table :test #'equal))
   (gone :initform (make-hash-table :test #'equal :weakness 'value)
         :documentation "Closed instances, which an undo may open again.")
   (serial :initform 0)
   (process :initform nil :documentation "For its input and standard error.")
   (output :initform nil :documentation "The pipe of its output.")
   (info :initform nil)
   (failure :initform nil :documentation "The error with which it ended.")
   (pending :initform (make-hash-table) :documentation "Methods by request id.")
   (last-id :initform nil)
   (calls :initform (make-hash-table :test #'equal)
          :documentation "Pending service calls by id.")
   (batch :initform nil :documentation "The messages of a turn, last first.")
   (outbox :initform nil :documentation "Lines that are not written yet.")
   (writing :initform nil)
   (lines :initform nil :documentation "Lines that are not handled yet.")
   (due :initform nil :documentation "Callbacks that are not called yet.")
   (stderr :initform nil :documentation "Its last lines, last first.")
   (reason :initform nil :documentation "The line with the reason of a crash.")
   (crashing :initform nil :documentation "Whether it prints a backtrace."))
  "A host process and its instances.")

(cl-defstruct (viewmodel-host-instance
               (:constructor viewmodel-host--instance) (:copier nil)
               (:conc-name viewmodel-host-))
  "An instance of the ViewModel NAME in HOST.
CLOSED is nil, or the reason why it is closed."
  host id name revision state closed params serial (listeners (list nil)))

(cl-defstruct (viewmodel-host-change (:copier nil))
  "A change of a state.  PATCH is nil where the whole state was sent."
  instance revision before state patch)

(cl-defstruct (viewmodel-host-request
               (:conc-name viewmodel-host--request-) (:copier nil)
               (:constructor viewmodel-host--request))
  "A request.  OUTCOME is nil while it is pending, then (KIND VALUE).
KIND is `value' or `error'.  ABANDONED means that its wait timed out."
  host id method outcome abandoned)

(cl-defstruct (viewmodel-host-service-call
               (:constructor viewmodel-host--service-call) (:copier nil))
  "A call of a service by INSTANCE, or nil if instances share it."
  host id instance cancelled on-cancel)

;;; Notifications

(defun viewmodel-host-on (object kind function)
  "Call FUNCTION for each notification of KIND about OBJECT.
OBJECT is a host or an instance.  KIND of an instance, and the arguments of
FUNCTION: `change' (a `viewmodel-host-change'), `event' (name and value),
`dropped' (the number of events that the host dropped), `closed' (the
reason), `rejected' and `failed' (an alist with `id', `input' and `error').
KIND of a host: the last two, if no function of the instance receives them,
`died' (an error), `log' (level and text), `restarted' and `resumed' (an
alist).  Return a function that ends the registration."
  (let ((entry (cons kind function))
        (listeners (viewmodel-host--listeners object)))
    (setcdr listeners (append (cdr listeners) (list entry)))
    (lambda () (setcdr listeners (remq entry (cdr listeners))))))

(defun viewmodel-host--listeners (object)
  "The listeners of OBJECT, a host or an instance."
  (if (viewmodel-host-instance-p object) (viewmodel-host-listeners object)
    (oref object listeners)))

(defun viewmodel-host--notify (object kind &rest arguments)
  "Call the functions for KIND of OBJECT with ARGUMENTS, soon.
Return nil if there are none."
  (let ((host (if (viewmodel-host-instance-p object)
                  (viewmodel-host-host object)
                object))
        received)
    (pcase-dolist (`(,each . ,function) (cdr (viewmodel-host--listeners object)))
      (when (and function (eq each kind))
        (setq received t)
        (viewmodel-host--later host (lambda () (apply function arguments)))))
    received))

(defun viewmodel-host--later (host function)
  "Call FUNCTION before HOST handles the next line."
  (cl-callf nconc (oref host due) (list function)))

(defun viewmodel-host--cancelled (call)
  "Mark CALL as cancelled."
  (setf (viewmodel-host-service-call-cancelled call) t)
  (dolist (function (viewmodel-host-service-call-on-cancel call))
    (viewmodel-host--later (viewmodel-host-service-call-host call) function)))

(defconst viewmodel-host--gc-threshold (* 16 1024 1024)
  "The least `gc-cons-threshold' while messages of a host are handled.")

(defun viewmodel-host--pump (host)
  "Call the callbacks of HOST, then handle its lines, one after the other."
  (let ((inhibit-quit t)
        (gc-cons-threshold (max gc-cons-threshold viewmodel-host--gc-threshold))
        item)
    (unwind-protect
        (while (and (not (oref host writing))
                    (cond ((setq item (pop (oref host due)))
                           (condition-case err
                               (with-local-quit (funcall item) t)
                             (error (lwarn 'viewmodel-host :warning
                                           "Error in a callback: %s"
                                           (error-message-string err))))
                           t)
                          ((setq item (pop (oref host lines)))
                           (if (functionp item) (funcall item)
                             (viewmodel-host--handle host item))
                           t))))
      (when (or (oref host due) (oref host lines)) ; a throw, or writing
        (run-at-time 0 nil #'viewmodel-host--pump host)))))

;;; JSON

(defun viewmodel-host--parse (text)
  "The value of TEXT, JSON."
  (condition-case nil
      (json-parse-string text :object-type 'alist
                         :null-object :null :false-object :false)
    ;; Before Emacs 30 it takes neither \u0000 nor integers of more than 64 bits.
    ;; The latter are doubles that the host writes so.
    (json-parse-error
     (let ((json-object-type 'alist) (json-array-type 'vector)
           (json-null :null) (json-false :false))
       (json-read-from-string
        (replace-regexp-in-string
         "\"[^\"\\]*\\(?:\\\\.[^\"\\]*\\)*\"\\|-?[0-9][-+.0-9eE]*"
         (lambda (part)
           (if (and (string-match-p "\\`-?[0-9]\\{19,\\}\\'" part)
                    (> (abs (string-to-number part)) (1- (ash 1 63))))
               (concat part ".0")
             part))
         text t t))))))

;;; Patches: add, remove and replace of RFC 6902

(defun viewmodel-host--patched (state patch)
  "Return STATE after PATCH, without changing it."
  (cl-reduce (lambda (state operation)
               (let-alist operation
                 (viewmodel-host--edit state (cdr (split-string .path "/"))
                                       .op .value)))
             patch :initial-value state))

(defun viewmodel-host--edit (node keys op value)
  "Return NODE after OP with VALUE at KEYS, of a JSON pointer."
  (cond
   ((null keys) value)
   ((vectorp node)
    (let ((index (string-to-number (car keys))))
      (if (not (or (cdr keys) (equal op "replace")))
          (vconcat (substring node 0 index)
                   (and (equal op "add") (list value))
                   (substring node (if (equal op "add") index (1+ index))))
        (setq value (viewmodel-host--edit (aref node index) (cdr keys) op value)
              node (copy-sequence node))
        (aset node index value)
        node)))
   (t
    (let* ((key (intern (string-replace
                         "~0" "~" (string-replace "~1" "/" (car keys)))))
           (old (assq key node)))
      (cond ((and old (or (cdr keys) (not (equal op "remove"))))
             (setq value (viewmodel-host--edit (cdr old) (cdr keys) op value))
             (mapcar (lambda (each) (if (eq each old) (cons key value) each))
                     node))
            (old (remq old node))
            ((or (cdr keys) (not (equal op "add"))) (error "There is no %s" key))
            (t (append node (list (cons key value)))))))))

(provide 'viewmodel-host-base)
;;; viewmodel-host-base.el ends here
