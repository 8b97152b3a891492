;;; viewmodel-host-service.el --- Services for the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What ViewModels need done outside.  A service is a function of two
;; arguments: the arguments of the call, an alist, and the call.  It answers at
;; once or later, exactly once:
;;
;;   (lambda (arguments call)
;;     (viewmodel-host-reply call `((items . ,(fetch-page .page)))))

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-handle)
(require 'viewmodel-host-rpc)

(viewmodel-host--define-handle viewmodel-host-service-call
  "A call of a service that the host waits for."
  (service
   (instance-id nil :documentation "The id of the instance that asks, if it is one."))
  (host id
   (replied nil)
   (cancelled nil)
   (on-cancel nil)))

(defun viewmodel-host--checked-service (service)
  "SERVICE, (NAME . FUNCTION), with the name as a string."
  (let ((function (cdr-safe service)))
    (unless (or (functionp function)
                (and function (symbolp function))) ; It may be defined later.
      (error "A service is (NAME . FUNCTION), not %S" service))
    (cons (format "%s" (car service)) function)))

(defun viewmodel-host-service-call-instance-id (call)
  "The id of the instance that asks with CALL.
Nil if something asks that the instances share."
  (viewmodel-host-service-call--instance-id call))

(defun viewmodel-host-reply (call result)
  "Answer CALL with RESULT, a value with a JSON form.
If CALL was cancelled meanwhile nothing happens.  Signal an error if it
was answered already."
  (viewmodel-host--reply call `((result . ,result))))

(cl-defun viewmodel-host-reply-error (call message &key code data)
  "Answer CALL with an error: MESSAGE, for people, CODE, an integer, and DATA.
CODE is -32000 if left out.  Otherwise as `viewmodel-host-reply'."
  (viewmodel-host--reply
   call `((error . ((code . ,(or code viewmodel-host-code-service-failed))
                    (message . ,message)
                    ,@(and data `((data . ,data))))))))

(defun viewmodel-host-on-cancel (call function)
  "Have FUNCTION called, without arguments, when the host gives CALL up.
The host has its answer then.  It is called at once if that was before,
and also when the host ends."
  (if (viewmodel-host-service-call--cancelled call)
      (funcall function)
    (push function (viewmodel-host-service-call--on-cancel call))))

(defun viewmodel-host--reply (call outcome)
  "Answer CALL with OUTCOME, the last member of the response."
  (unless (viewmodel-host-service-call--cancelled call)
    (when (viewmodel-host-service-call--replied call)
      (error "The call was answered already; only the first answer counts"))
    (let ((host (viewmodel-host-service-call--host call))
          (id (viewmodel-host-service-call--id call)))
      (viewmodel-host--respond host id outcome)
      (setf (viewmodel-host-service-call--replied call) t)
      (remhash id (viewmodel-host--service-calls host)))))

(defun viewmodel-host--respond (host id outcome)
  "Send HOST the response to its request ID: OUTCOME is the last member."
  (viewmodel-host--send host `((jsonrpc . "2.0") (id . ,id) ,@outcome) nil t))

(defun viewmodel-host--refuse (host id text)
  "Refuse the request ID of HOST, for want of a method, with TEXT."
  (viewmodel-host--respond
   host id `((error . ((code . ,viewmodel-host-code-method-not-found)
                       (message . ,text))))))

(defun viewmodel-host--asked (host message)
  "Take in MESSAGE, a request of HOST."
  (let* ((id (alist-get 'id message))
         (method (viewmodel-host--member message 'method #'stringp "A request"))
         (params (alist-get 'params message))
         (service (and (equal method "service/call") (listp params)
                       (alist-get 'service params)))
         (function (and service
                        (cdr (assoc service (viewmodel-host--services host))))))
    (cond
     ((not (equal method "service/call"))
      (viewmodel-host--refuse
       host id (format "This frontend has no method %s" method)))
     ((not (stringp service))
      (viewmodel-host--refuse host id "service/call names no service"))
     ((not function)
      (viewmodel-host--refuse
       host id (format "This frontend has no service %s" service)))
     (t
      (let ((call (viewmodel-host-service-call--make
                   :host host :id id :service service
                   :instance-id (alist-get 'id params))))
        (puthash id call (viewmodel-host--service-calls host))
        (viewmodel-host--later
         host #'viewmodel-host--serve function call
         (alist-get 'arguments params)))))))

(defun viewmodel-host--serve (function call arguments)
  "Have FUNCTION answer CALL with ARGUMENTS; an error in it becomes the answer.
If it has answered already, the error is shown."
  (unless (viewmodel-host-service-call--cancelled call)
    (condition-case err
        (funcall function arguments call)
      ((debug error)
       (if (viewmodel-host-service-call--replied call)
           (viewmodel-host--warn "The service %s failed after its answer: %s"
                                 (viewmodel-host-service-call--service call)
                                 (viewmodel-host-error-message err))
         (viewmodel-host-reply-error
          call (viewmodel-host-error-message err)
          :code (viewmodel-host-error-code err)
          :data (viewmodel-host-error-data err)))))))

(defun viewmodel-host--cancel-service (host id)
  "Take in that HOST gives up its request ID: answer it, and tell the service."
  (let ((call (gethash id (viewmodel-host--service-calls host))))
    (when call
      (viewmodel-host--respond
       host id `((error . ((code . ,viewmodel-host-code-cancelled)
                           (message . "Cancelled")))))
      (viewmodel-host--give-up call))))

(defun viewmodel-host--give-up (call)
  "Tell the service that nobody waits for CALL any more."
  (let ((host (viewmodel-host-service-call--host call)))
    (remhash (viewmodel-host-service-call--id call)
             (viewmodel-host--service-calls host))
    (setf (viewmodel-host-service-call--cancelled call) t)
    (dolist (function (reverse (viewmodel-host-service-call--on-cancel call)))
      (viewmodel-host--later host function))))

(defun viewmodel-host--service-rejected (host params)
  "Take in PARAMS of a `service/rejected' from HOST."
  (let* ((service (alist-get 'service params))
         (err (viewmodel-host--remote-error
               'viewmodel-host-service-rejected params
               :id (alist-get 'id params) :service service)))
    (unless (or (eql (viewmodel-host-error-code err)
                     viewmodel-host-code-cancelled)
                (viewmodel-host--emit host (viewmodel-host--handlers host)
                                      'rejected err))
      (viewmodel-host--warn "The answer of the service %s was rejected: %s"
                            (or service "(unknown)")
                            (viewmodel-host-error-message err)))))

(provide 'viewmodel-host-service)
;;; viewmodel-host-service.el ends here
