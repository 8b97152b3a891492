;;; viewmodel-host-wait.el --- Waiting for the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Until a request has ended, or anything else is so; for a time at most.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-process)
(require 'viewmodel-host-rpc)

(declare-function viewmodel-host--pump "viewmodel-host-session"
                  (host &optional latest))

(defun viewmodel-host--wait (host done timeout what)
  "Handle the lines of HOST until DONE, a function, is non-nil.
Return what it returned.  After TIMEOUT seconds, if that is not nil,
signal `viewmodel-host-timeout', which says that WHAT took longer."
  (let ((gc-cons-threshold (max gc-cons-threshold viewmodel-host--garbage))
        (deadline (and timeout (+ (float-time) timeout)))
        value handled)
    (cl-incf (viewmodel-host--waiting host))
    (unwind-protect
        (progn
          (setq handled (viewmodel-host--pump host deadline))
          (while (not (setq value (funcall done)))
            (when handled (viewmodel-host--check host))
            (let ((left (if deadline (- deadline (float-time)) 1)))
              (when (< left 0)
                (viewmodel-host--signal
                 (viewmodel-host--make-error
                  'viewmodel-host-timeout
                  (format "%s took longer than %s seconds" what timeout))))
              (viewmodel-host-child-wait (viewmodel-host--child host)
                                         (if handled (min left 0.5) 0)))
            (setq handled (viewmodel-host--pump host deadline)))
          value)
      (cl-decf (viewmodel-host--waiting host)))))

(defun viewmodel-host--await (request timeout)
  "Wait for the end of REQUEST, at most TIMEOUT seconds: its value, or signal.
A call that is given up, by the time or by a quit, is cancelled."
  (let ((host (viewmodel-host-request--host request)))
    (unless (or (viewmodel-host-request--sent request)
                (viewmodel-host-request--done request))
      (error "The request stands in a batch that has not been sent"))
    (setf (viewmodel-host-request--awaited request) t)
    (unwind-protect
        (viewmodel-host--wait
         host (lambda () (viewmodel-host-request--done request)) timeout
         (or (viewmodel-host-request--what request)
             (viewmodel-host-request--method request)))
      (viewmodel-host--cancel request))
    (let ((err (viewmodel-host-request--error request)))
      (when err
        (when (eq err (viewmodel-host--untold host))
          (setf (viewmodel-host--untold host) nil))
        (viewmodel-host--signal err)))
    (viewmodel-host--tell-untold host)
    (viewmodel-host-request--value request)))

(defun viewmodel-host--cancel (request)
  "Ask the host to give up REQUEST, if it is a call that has not ended."
  (let ((host (viewmodel-host-request--host request)))
    (unless (or (viewmodel-host-request--done request)
                (viewmodel-host--error host)
                (not (equal (viewmodel-host-request--method request)
                            "viewModel/call")))
      (viewmodel-host--tell host "$/cancelRequest"
                            `((id . ,(viewmodel-host-request--id request)))))))

(provide 'viewmodel-host-wait)
;;; viewmodel-host-wait.el ends here
