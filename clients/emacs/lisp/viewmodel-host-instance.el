;;; viewmodel-host-instance.el --- Instances of ViewModels  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What one does with an instance: create it, send it inputs, call them, read
;; its state, hear of changes and events, and dispose of it.
;;
;; Inputs are named by strings or symbols.  Their arguments are an alist with
;; symbols as keys, or a vector of them in order; nil if there are none.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-names)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-wait)
(require 'viewmodel-host-window)

;;; Creating and disposing

(cl-defun viewmodel-host-create-async
    (host name &key id parameters uses (observe nil observe-given)
          on-change on-event on-closed on-rejected on-failed
          success-fn error-fn)
  "Have HOST create an instance of the ViewModel NAME, and return the request.
SUCCESS-FN is called with the instance, or ERROR-FN with the error.

ID is a string; left out, the host counts.  PARAMETERS is an alist of the
ViewModel's own.  USES is an alist of roles and the instances that fill
them, or their ids.  OBSERVE is a list of the names of the outputs that are
to be part of the state, if not all; (items :offset 0 :limit 50 :anchor t)
stands for some rows of a list.  ON-CHANGE, ON-EVENT, ON-CLOSED,
ON-REJECTED and ON-FAILED are as in the functions
`viewmodel-host-on-change' and so on; given here, they miss nothing."
  (let ((instance
         (viewmodel-host-instance--make
          :host host :name name :id id :parameters parameters
          :uses (mapcar (lambda (use)
                          (cons (car use) (viewmodel-host--id-of (cdr use))))
                        uses)
          :observe (and observe-given (viewmodel-host--observed observe)))))
    (when on-change (viewmodel-host-on-change instance on-change))
    (when on-event (viewmodel-host-on-event instance on-event))
    (when on-closed (viewmodel-host-on-closed instance on-closed))
    (dolist (each (list (cons 'rejected on-rejected) (cons 'failed on-failed)))
      (when (cdr each)
        (viewmodel-host--register (viewmodel-host-instance--handlers instance)
                                  (car each) (cdr each))))
    (viewmodel-host--ask-create instance success-fn error-fn)))

(cl-defun viewmodel-host-create
    (host name &rest keys
          &key (timeout (viewmodel-host--timeout host)) &allow-other-keys)
  "Have HOST create an instance of the ViewModel NAME, and return it.
KEYS are :id, :parameters, :uses, :observe, :on-change, :on-event,
:on-closed, :on-rejected and :on-failed, which `viewmodel-host-create-async'
describes, and :timeout.

Signal `viewmodel-host-request-failed' if the host cannot create it, and
`viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil.

\(fn HOST NAME &key ID PARAMETERS USES OBSERVE ON-CHANGE ON-EVENT \
ON-CLOSED ON-REJECTED ON-FAILED TIMEOUT)"
  (let ((keys (copy-sequence keys)))
    (cl-remf keys :timeout)
    (viewmodel-host--await
     (apply #'viewmodel-host-create-async host name keys) timeout)))

(defun viewmodel-host--id-of (use)
  "The id of USE, an instance or already an id."
  (if (viewmodel-host-instance-p use) (viewmodel-host-instance--id use) use))

(cl-defun viewmodel-host-dispose-async (instance &key success-fn error-fn)
  "End INSTANCE, cancelling its work, and return the request.
SUCCESS-FN is called with nil, or ERROR-FN with the error."
  (viewmodel-host--ask
   (viewmodel-host-instance--host instance) "viewModel/dispose"
   `((id . ,(viewmodel-host-instance--id instance)))
   #'ignore :success-fn success-fn :error-fn error-fn
   :on-end (lambda (request)
             (unless (viewmodel-host-request--error request)
               (viewmodel-host--close instance "it was disposed")))))

(cl-defun viewmodel-host-dispose
    (instance &key (timeout (viewmodel-host--timeout
                             (viewmodel-host-instance--host instance))))
  "End INSTANCE, and return when that is done.
What runs in it is cancelled.  That it, or its host, is gone already is no
error.  Signal `viewmodel-host-timeout' after TIMEOUT seconds, if that is
not nil."
  (let ((host (viewmodel-host-instance--host instance)))
    (if (or (viewmodel-host-instance--closed instance)
            (viewmodel-host--error host))
        (viewmodel-host--close instance "it was disposed")
      (viewmodel-host--await
       (viewmodel-host-dispose-async instance) timeout))
    (viewmodel-host--deliver host)
    nil))

;;; Reading

(defun viewmodel-host-state (instance)
  "The state of INSTANCE as of the last update that has arrived: an alist.
Do not change it.  It is never changed in place: what you keep stays as
it was."
  (viewmodel-host-instance--state instance))

(defun viewmodel-host-get (instance output)
  "The value of OUTPUT, a symbol, in the state of INSTANCE.
Signal `viewmodel-host-invalid-value' if it is not there."
  (let* ((state (viewmodel-host-instance--state instance))
         (member (assq output state)))
    (unless member
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-invalid-value
        (viewmodel-host--has-none instance "output" output
                                  (mapcar #'car state)))))
    (cdr member)))

(defun viewmodel-host-id (instance)
  "The id of INSTANCE."
  (viewmodel-host-instance--id instance))

(defun viewmodel-host-name (instance)
  "The name of the ViewModel that INSTANCE is of."
  (viewmodel-host-instance--name instance))

(defun viewmodel-host-revision (instance)
  "The number of the update that INSTANCE is at, counted from 0."
  (viewmodel-host-instance--revision instance))

(defun viewmodel-host-closed-reason (instance)
  "Why INSTANCE is gone, a string; nil if it is not."
  (viewmodel-host-instance--closed instance))

(defun viewmodel-host-stale-reason (instance)
  "Why the state of INSTANCE cannot be trusted, a string; nil if it can.
See `viewmodel-host-on-stale'."
  (viewmodel-host-instance--stale instance))

(defun viewmodel-host-instance-host (instance)
  "The host of INSTANCE."
  (viewmodel-host-instance--host instance))

(cl-defun viewmodel-host-snapshot
    (instance &key (timeout (viewmodel-host--timeout
                             (viewmodel-host-instance--host instance))))
  "Ask the host for the whole state of INSTANCE: (REVISION . STATE).
Signal `viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (viewmodel-host--living-p instance)
  (viewmodel-host--await (viewmodel-host--ask-snapshot instance nil nil)
                         timeout))

;;; Outputs

(cl-defun viewmodel-host-observe
    (instance outputs
              &key (timeout (viewmodel-host--timeout
                             (viewmodel-host-instance--host instance))))
  "Make OUTPUTS, a list of names, what the state of INSTANCE consists of.
Of a list it has some rows, if (items :offset 0 :limit 50 :anchor t) stands
in place of its name.  It is so when this returns.  Signal
`viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (viewmodel-host--living-p instance)
  (let ((names (viewmodel-host--observed outputs)))
    (viewmodel-host--await
     (viewmodel-host--ask
      (viewmodel-host-instance--host instance) "viewModel/observe"
      `((id . ,(viewmodel-host-instance--id instance)) (observe . ,names))
      #'ignore)
     timeout)
    (setf (viewmodel-host-instance--observe instance) names)
    nil))

;;; Callbacks

(defun viewmodel-host-on-change (instance function)
  "Have FUNCTION called with each `viewmodel-host-change' of INSTANCE.
Return a function that ends this, as all functions whose names begin with
viewmodel-host-on- do."
  (viewmodel-host--register (viewmodel-host-instance--handlers instance)
                            'change function))

(defun viewmodel-host-on-event (instance function &optional name)
  "Have FUNCTION called with the name and the value of each event of INSTANCE.
With NAME, only of those; the host is asked whether there are such events,
and a warning shown if not.  It is called after the change of the same turn."
  (when name (viewmodel-host--check-event instance (format "%s" name)))
  (viewmodel-host--register
   (viewmodel-host-instance--handlers instance) 'event
   (lambda (event value)
     (when (or (null name) (equal event (format "%s" name)))
       (funcall function event value)))))

(defun viewmodel-host-on-closed (instance function)
  "Have FUNCTION called with the reason, a string, when INSTANCE is gone.
It is called for `viewmodel-host-dispose', too."
  (viewmodel-host--register (viewmodel-host-instance--handlers instance)
                            'closed function))

(defun viewmodel-host-on-stale (instance function)
  "Have FUNCTION called with the reason when the state of INSTANCE is stale.
It is that when an update did not fit, and the whole state could not be had.
The next update has it fetched again; the change is
`viewmodel-host-change-resynced' then."
  (viewmodel-host--register (viewmodel-host-instance--handlers instance)
                            'stale function))

(defun viewmodel-host-on-dropped (instance function)
  "Have FUNCTION called with the number of events of INSTANCE that were lost.
That happens only while Emacs does not read what the host writes."
  (viewmodel-host--register (viewmodel-host-instance--handlers instance)
                            'dropped function))

(defun viewmodel-host-on-rejected (object function)
  "Have FUNCTION called, with the error, when an input is rejected.
OBJECT is an instance, or a host for all of its instances and services."
  (viewmodel-host--register (viewmodel-host--handlers-of object)
                            'rejected function))

(defun viewmodel-host-on-failed (object function)
  "Have FUNCTION called, with the error, when something fails in a ViewModel.
OBJECT is an instance, or a host for all of its instances."
  (viewmodel-host--register (viewmodel-host--handlers-of object)
                            'failed function))

(provide 'viewmodel-host-instance)
;;; viewmodel-host-instance.el ends here
