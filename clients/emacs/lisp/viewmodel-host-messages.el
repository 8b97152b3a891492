;;; viewmodel-host-messages.el --- What a host and a client say  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Requests, notifications and service calls of the protocol, and what they mean
;; for the state of instances.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'let-alist)
(require 'subr-x)
(require 'viewmodel-host-process)

;;; Messages

(cl-defmethod jsonrpc-connection-send
  ((host viewmodel-host) &rest args &key id method params result error
   &allow-other-keys)
  "Send HOST a message with ID, METHOD, PARAMS, RESULT and ERROR, as in ARGS."
  (viewmodel-host--check host)
  (let ((message
         `(:jsonrpc "2.0" ,@(and id (list :id id))
           ,@(and method (list :method (string-remove-prefix
                                        ":" (format "%s" method))))
           ,@(and params (list :params params))
           ,@(cond (error (list :error error))
                   ((plist-member args :result) (list :result result))))))
    (when (and id method)
      (oset host last-id id)
      (puthash id method (oref host pending)))
    (if (oref host batch) (push message (cdr (oref host batch)))
      (viewmodel-host--write host message))))

(defun viewmodel-host--write (host value)
  "Send HOST VALUE as a line."
  (let ((text (json-serialize value :null-object :null :false-object :false)))
    (cl-callf nconc (oref host outbox) (list text))
    (viewmodel-host--flush host)))

(defun viewmodel-host--handle (host line)
  "Handle LINE of HOST.  If that fails, the line breaks the protocol."
  (unless (oref host failure)
    (viewmodel-host--trace "<--" line)
    (condition-case err
        (let ((message (viewmodel-host--parse line)))
          (mapc (lambda (each) (viewmodel-host--take host each))
                (if (vectorp message) message (list message))))
      (error
       (viewmodel-host--fail
        host (list 'viewmodel-host-protocol-error
                   (format "the host broke the protocol: %s, in %s"
                           (error-message-string err)
                           (truncate-string-to-width line 80))))
       (viewmodel-host--settle host (oref host output) 5)))))

(defun viewmodel-host--take (host message)
  "Handle MESSAGE of HOST."
  (let-alist message
    (cond ((and .method .id) (viewmodel-host--asked host .id .method .params))
          (.method (viewmodel-host--notified host .method .params))
          ((eq :null .id) (viewmodel-host--failure host 'rejected message))
          ((not (gethash .id (oref host pending)))
           (error "No request has this id"))
          (t (remhash .id (oref host pending))
             (jsonrpc-connection-receive
              host `(:id ,.id
                     ,@(if .error (list :error (list :code .error.code
                                                     :message .error.message
                                                     :data .error.data))
                         (list :result .result))))))))

(defun viewmodel-host--notified (host method params)
  "Handle the notification METHOD of HOST with PARAMS."
  (let-alist params
    (pcase method
      ("viewModel/update" (viewmodel-host--updated host .updates))
      ("viewModel/closed"
       (when-let ((instance (gethash .id (oref host instances))))
         (viewmodel-host--closed instance .reason)))
      ("viewModel/rejected" (viewmodel-host--failure host 'rejected params))
      ("viewModel/failed" (viewmodel-host--failure host 'failed params))
      ("service/rejected"
       (unless (eql -32800 .error.code) ; the answer crossed a cancellation
         (viewmodel-host--failure host 'rejected params)))
      ("$/cancelRequest"
       (when-let ((call (gethash .id (oref host calls))))
         (viewmodel-host-reply-error call "Cancelled" :code -32800)
         (viewmodel-host--cancelled call)))
      ("host/restarted"
       (oset host reason nil)
       (or (viewmodel-host--notify host 'restarted params)
           (message "viewmodel-host: the host continues in another process: %s"
                    .reason)))
      ("host/resumed"
       (viewmodel-host--open host .opened)
       (viewmodel-host--notify host 'resumed params))
      ("host/log" (or (viewmodel-host--notify host 'log .level .message)
                      (message "viewmodel-host: %s" .message))))))

(defun viewmodel-host--failure (host kind params)
  "Notify KIND, `rejected' or `failed', with PARAMS, about HOST or its instance."
  (let-alist params
    (let ((instance (gethash .id (oref host instances))))
      (or (and instance (viewmodel-host--notify instance kind params))
          (viewmodel-host--notify host kind params)
          (lwarn 'viewmodel-host :warning "%s %s %s: %s" .id (or .input "") kind
                 .error.message)))))

(defun viewmodel-host--updated (host entries)
  "Apply ENTRIES, a whole turn of HOST.  Notify each change, then each event."
  (let (events)                         ; last first
    (mapc
     (lambda (update)
       (let-alist update
         (when-let ((instance (gethash .id (oref host instances))))
           (unless (eql .revision (cl-incf (viewmodel-host-revision instance)))
             (error "Revision %s is not the next one" .revision))
           (when .patch
             (viewmodel-host--notify
              instance 'change
              (viewmodel-host--become
               instance (viewmodel-host--patched
                         (viewmodel-host-state instance) .patch)
               .patch)))
           (mapc (lambda (event)
                   (let-alist event
                     (push (list instance 'event .event .value) events)))
                 .events)
           (when .droppedEvents
             (push (list instance 'dropped .droppedEvents) events)))))
     entries)
    (dolist (each (nreverse events))
      (apply #'viewmodel-host--notify each))))

(defun viewmodel-host--become (instance state patch)
  "Set STATE of INSTANCE, and return the change by PATCH, or nil for all of it."
  (prog1 (make-viewmodel-host-change
          :instance instance :before (viewmodel-host-state instance) :state state
          :revision (viewmodel-host-revision instance)
          :patch (and patch (not (equal "" (alist-get 'path (aref patch 0))))
                      patch))
    (setf (viewmodel-host-state instance) state)))

;;; Requests

(defun viewmodel-host--check (host)
  "Signal the error with which HOST has ended, if any."
  (when-let ((failure (oref host failure)))
    (signal (car failure) (cdr failure))))

(defun viewmodel-host--ask (host method params take &optional success-fn error-fn)
  "Send HOST the request METHOD with PARAMS, and return the request.
TAKE is called with the result and the request as soon as the result arrives,
and returns the value of the request.  Then SUCCESS-FN is called with the value,
or ERROR-FN with the error."
  (let* ((request (viewmodel-host--request :host host :method method))
         (inhibit-quit t)               ; the request may be sent already
         (end (lambda (kind value function)
                (setf (viewmodel-host--request-outcome request)
                      (list kind value))
                (when function
                  (viewmodel-host--later
                   host (lambda () (funcall function value)))))))
    (when (and success-fn (not error-fn))
      (setq error-fn (lambda (err)
                       (lwarn 'viewmodel-host :warning
                              "%s" (viewmodel-host-error-message err)))))
    (jsonrpc-async-request
     host method params :timeout nil
     :success-fn (lambda (result)
                   (funcall end 'value (funcall take result request) success-fn))
     :error-fn (jsonrpc-lambda (&key code message data)
                 (funcall end 'error
                          (or (oref host failure)
                              (list (pcase code
                                      (-32008 'viewmodel-host-version-mismatch)
                                      (-32800 'viewmodel-host-cancelled)
                                      (_ 'viewmodel-host-request-failed))
                                    message
                                    :method method :code code :data data))
                          error-fn)))
    (setf (viewmodel-host--request-id request) (oref host last-id))
    request))

(defun viewmodel-host--wait (host done timeout what)
  "Handle messages of HOST until the value of DONE, a function, is non-nil.
Return it.  After TIMEOUT seconds, if non-nil, signal a timeout of WHAT."
  (let ((deadline (and timeout (+ (float-time) timeout)))
        (read-process-output-max (max 65536 read-process-output-max))
        (gc-cons-threshold (max gc-cons-threshold viewmodel-host--gc-threshold))
        value)
    (viewmodel-host--pump host)
    (while (not (setq value (funcall done)))
      (when (and deadline (> (float-time) deadline))
        (signal 'viewmodel-host-timeout
                (list (format "%s took longer than %s seconds" what timeout))))
      (when (oref host outbox) (viewmodel-host--flush host))
      (accept-process-output nil 0.05)  ; timers do not end it
      (viewmodel-host--pump host))
    value))

(cl-defun viewmodel-host-await
    (request &key (timeout (oref (viewmodel-host--request-host request) timeout)))
  "Wait for REQUEST: return its value, or signal its error.
After TIMEOUT seconds, if non-nil, signal `viewmodel-host-timeout'.  After that,
or a quit, a call is cancelled in the host."
  (let ((host (viewmodel-host--request-host request)))
    (when (oref host batch) (error "The turn has not been sent"))
    (unwind-protect
        (pcase-let ((`(,kind ,value)
                     (viewmodel-host--wait
                      host (lambda () (viewmodel-host--request-outcome request))
                      timeout (viewmodel-host--request-method request))))
          (if (eq kind 'value) value (signal (car value) (cdr value))))
      (unless (viewmodel-host--request-outcome request)
        (setf (viewmodel-host--request-abandoned request) t)
        (viewmodel-host-cancel request)))))

(defun viewmodel-host-cancel (request)
  "Cancel REQUEST, if it is a pending call.
It fails with `viewmodel-host-cancelled', unless it ends before."
  (let ((host (viewmodel-host--request-host request))
        (id (viewmodel-host--request-id request)))
    (when (equal "viewModel/call" (gethash id (oref host pending)))
      (jsonrpc-notify host "$/cancelRequest" `((id . ,id))))))

(cl-defun viewmodel-host-request-async
    (host method &optional params &key success-fn error-fn)
  "Send HOST the request METHOD with PARAMS, an alist, and return the request.
SUCCESS-FN is called with the result, or ERROR-FN with the error."
  (viewmodel-host--ask host method params (lambda (result _) result)
                       success-fn error-fn))

(defun viewmodel-host-request (host method &optional params)
  "Send HOST the request METHOD with PARAMS, an alist; return the result."
  (viewmodel-host-await (viewmodel-host-request-async host method params)))

(defmacro viewmodel-host-turn (host &rest body)
  "Evaluate BODY, and send what it asks of HOST as one turn.
Return the value of BODY.  If it does not end normally, send nothing."
  (declare (indent 1) (debug t))
  `(viewmodel-host--call-in-turn ,host (lambda () ,@body)))

(defun viewmodel-host--call-in-turn (host function)
  "Call FUNCTION, and send its messages to HOST in one line."
  (let ((batch (list 'batch)))
    (oset host batch batch)
    (prog1 (unwind-protect (funcall function) (oset host batch nil))
      (when (cdr batch)
        (viewmodel-host--write host (vconcat (nreverse (cdr batch))))))))

;;; Instances that begin and end

(defun viewmodel-host--created (instance created)
  "Open INSTANCE with CREATED, a result of the host, and return it."
  (let ((host (viewmodel-host-host instance))
        (is-new (null (viewmodel-host-revision instance))))
    (let-alist created
      (setf (viewmodel-host-id instance) .id
            (alist-get 'id (viewmodel-host-params instance)) .id
            (viewmodel-host-revision instance) .revision
            (viewmodel-host-closed instance) nil
            (viewmodel-host-serial instance) (cl-incf (oref host serial)))
      (puthash .id instance (oref host instances))
      (let ((change (viewmodel-host--become instance .state nil)))
        (unless is-new (viewmodel-host--notify instance 'change change))))
    instance))

(defun viewmodel-host--open (host opened)
  "Return the instances of HOST for OPENED, open again."
  (mapcar (lambda (created)
            (let-alist created
              (viewmodel-host--created
               (or (gethash .id (oref host gone))
                   (viewmodel-host--instance :host host :name .name
                                             :params `((name . ,.name))))
               created)))
          opened))

(defun viewmodel-host--closed (instance reason)
  "Close INSTANCE, for REASON."
  (let ((host (viewmodel-host-host instance))
        (id (viewmodel-host-id instance)))
    (unless (viewmodel-host-closed instance)
      (setf (viewmodel-host-closed instance) reason)
      (remhash id (oref host instances))
      (puthash id instance (oref host gone))
      (viewmodel-host--notify instance 'closed reason))))

;;; Services

(defun viewmodel-host--asked (host id method params)
  "Have the service in PARAMS answer the request METHOD of HOST with ID."
  (let-alist params
    (let ((function (and (equal method "service/call")
                         (cdr (assoc-string .service (oref host services)))))
          (call (viewmodel-host--service-call
                 :host host :id id
                 :instance (gethash .id (oref host instances)))))
      (when (equal method "initialize") (error "It is no viewmodel-host"))
      (puthash id call (oref host calls))
      (if (not function)
          (viewmodel-host-reply-error
           call (format "There is no %s" (or .service method)) :code -32601)
        (viewmodel-host--later
         host (lambda ()
                (condition-case err
                    (unless (viewmodel-host-service-call-cancelled call)
                      (funcall function .arguments call))
                  (error
                   (viewmodel-host-reply-error
                    call (viewmodel-host-error-message err)
                    :code (viewmodel-host-error-get err :code)
                    :data (viewmodel-host-error-get err :data))))))))))

(defun viewmodel-host-reply (call result)
  "Answer CALL, of a service, with RESULT, at once or later.
A service is a function of two arguments: those of the call, an alist, and
CALL.  Once CALL is answered or cancelled, this does nothing."
  (viewmodel-host--reply call :result result))

(cl-defun viewmodel-host-reply-error (call message &key code data)
  "Answer CALL, of a service, with an error.
It has MESSAGE, for people, CODE, by default -32000, and DATA.  A service may
signal a `viewmodel-host-service-error' with the same properties."
  (viewmodel-host--reply call :error `(:code ,(or code -32000) :message ,message
                                       ,@(and data (list :data data)))))

(defun viewmodel-host--reply (call kind value)
  "Answer CALL with VALUE; KIND is `:result' or `:error'."
  (let ((host (viewmodel-host-service-call-host call))
        (id (viewmodel-host-service-call-id call)))
    (when (eq call (gethash id (oref host calls)))
      (jsonrpc-connection-send host :id id kind value)
      (remhash id (oref host calls)))))

(defun viewmodel-host-on-cancel (call function)
  "Call FUNCTION, without arguments, when CALL is cancelled."
  (if (viewmodel-host-service-call-cancelled call) (funcall function)
    (push function (viewmodel-host-service-call-on-cancel call))))

(provide 'viewmodel-host-messages)
;;; viewmodel-host-messages.el ends here
