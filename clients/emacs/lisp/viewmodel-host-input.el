;;; viewmodel-host-input.el --- Inputs of instances  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Inputs are named by strings or symbols.  Their arguments are an alist with
;; symbols as keys, or a vector of them in order; nil, or nothing, if there are
;; none.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-instance)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-wait)

(defun viewmodel-host--input-params (instance input arguments)
  "The params that name INPUT of INSTANCE and its ARGUMENTS."
  (viewmodel-host--living-p instance)
  `((id . ,(viewmodel-host-instance--id instance))
    (input . ,(format "%s" input))
    ,@(and arguments `((arguments . ,arguments)))))

(defun viewmodel-host--input-label (instance input)
  "What INPUT of INSTANCE is called in errors."
  (format "%s.%s" (viewmodel-host-instance--id instance) input))

(defun viewmodel-host--with-arguments (rest)
  "REST with the arguments first, which may be left out before keywords."
  (if (keywordp (car rest)) (cons nil rest) (or rest (list nil))))

(defun viewmodel-host-input (instance input &rest rest)
  "Send INPUT with ARGUMENTS to INSTANCE, and return at once, a request.
SUCCESS-FN is called with nil when it has finished, after the callbacks for
what it changed, or ERROR-FN with the error when it is rejected.

\(fn INSTANCE INPUT &optional ARGUMENTS &key SUCCESS-FN ERROR-FN)"
  (cl-destructuring-bind (arguments &key success-fn error-fn)
      (viewmodel-host--with-arguments rest)
    (viewmodel-host--send-input instance input arguments success-fn error-fn)))

(defun viewmodel-host--send-input
    (instance input arguments success-fn error-fn)
  "Send INPUT with ARGUMENTS to INSTANCE, and return the request.
SUCCESS-FN and ERROR-FN are called when it has ended."
  (let* ((host (viewmodel-host-instance--host instance))
         (params (viewmodel-host--input-params instance input arguments))
         (seq (1+ (viewmodel-host--last-seq host)))
         (request (viewmodel-host-request--make
                   :host host :id seq :method "viewModel/input"
                   :what (viewmodel-host--input-label instance input)
                   :success-fn success-fn :error-fn error-fn)))
    (puthash seq request (viewmodel-host--tickets host))
    (setf (viewmodel-host--last-seq host) seq)
    (condition-case err
        (viewmodel-host--tell host "viewModel/input"
                              `(,@params (seq . ,seq)) request)
      (error (remhash seq (viewmodel-host--tickets host))
             (signal (car err) (cdr err))))
    request))

(defun viewmodel-host-call-async (instance input &rest rest)
  "Call INPUT of INSTANCE with ARGUMENTS, and return the request.
SUCCESS-FN is called with what it returned when it has finished, or ERROR-FN
with the error.  `viewmodel-host-cancel' cancels it.

\(fn INSTANCE INPUT &optional ARGUMENTS &key SUCCESS-FN ERROR-FN)"
  (cl-destructuring-bind (arguments &key success-fn error-fn)
      (viewmodel-host--with-arguments rest)
    (viewmodel-host--ask
     (viewmodel-host-instance--host instance) "viewModel/call"
     (viewmodel-host--input-params instance input arguments)
     (lambda (result) (alist-get 'value result :null))
     :what (viewmodel-host--input-label instance input)
     :success-fn success-fn :error-fn error-fn)))

(defun viewmodel-host-call (instance input &rest rest)
  "Call INPUT of INSTANCE with ARGUMENTS; return what it returned, or :null.
Its state is current then.  Signal `viewmodel-host-request-failed' if it
fails.  After TIMEOUT seconds, if that is not nil, or when you quit, it is
cancelled.

\(fn INSTANCE INPUT &optional ARGUMENTS &key TIMEOUT)"
  (cl-destructuring-bind
      (arguments &key (timeout (viewmodel-host--timeout
                                (viewmodel-host-instance--host instance))))
      (viewmodel-host--with-arguments rest)
    (viewmodel-host--await (viewmodel-host-call-async instance input arguments)
                           timeout)))

(defun viewmodel-host-try (instance input &rest rest)
  "What INPUT of INSTANCE with ARGUMENTS would do; nothing of it is done.
It is an alist: `messages', a vector of what the host would send, in order,
or `crashed', an alist of `reason', `file' and `line', how its process would
end.  Signal `viewmodel-host-request-failed' if that cannot be said; with the
code -32019 it may be asked again.  Signal `viewmodel-host-timeout' after
TIMEOUT seconds, if that is not nil.

\(fn INSTANCE INPUT &optional ARGUMENTS &key TIMEOUT)"
  (cl-destructuring-bind
      (arguments &key (timeout (viewmodel-host--timeout
                                (viewmodel-host-instance--host instance))))
      (viewmodel-host--with-arguments rest)
    (viewmodel-host--await
     (viewmodel-host--ask
      (viewmodel-host-instance--host instance) "viewModel/try"
      (viewmodel-host--input-params instance input arguments)
      #'identity :what (viewmodel-host--input-label instance input))
     timeout)))

(provide 'viewmodel-host-input)
;;; viewmodel-host-input.el ends here
