;;; viewmodel-host-window.el --- Windows on the lists of instances  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The rows of a list that an instance observes, if not all.  Where outputs are
;; named, (items :offset 0 :limit 50 :anchor t) stands for some rows of the
;; list `items'.  Its value is then an alist of `total', `offset' and `items'.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-json)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-wait)

(defun viewmodel-host--living-p (instance)
  "Signal an error if INSTANCE is gone."
  (let ((reason (viewmodel-host-instance--closed instance)))
    (when reason
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-instance-closed
        (format "%s is gone: %s" (viewmodel-host-instance--id instance) reason)
        :id (viewmodel-host-instance--id instance) :reason reason)))))

(defun viewmodel-host--observed (outputs)
  "OUTPUTS, a sequence of names and windows, as a vector to be sent."
  (vconcat (mapcar #'viewmodel-host--observed-output outputs)))

(defun viewmodel-host--observed-output (output)
  "OUTPUT, a name or a list of that and a window's properties, to be sent."
  (if (atom output)
      (format "%s" output)
    (let ((properties (cdr output)) window)
      (while properties
        (let ((name (assq (car properties)
                          '((:offset . offset) (:limit . limit)
                            (:anchor . anchor)))))
          (unless (and name (cdr properties))
            (viewmodel-host--signal
             (viewmodel-host--make-error
              'viewmodel-host-invalid-value
              (format "A window has :offset, :limit and :anchor, not %S: %S"
                      (car properties) output))))
          (push (cons (cdr name)
                      (or (cadr properties) :false))
                window))
        (setq properties (cddr properties)))
      `((output . ,(format "%s" (car output)))
        ,@(and window `((window . ,(nreverse window))))))))

(defun viewmodel-host--window-moved (observed output offset limit)
  "OBSERVED, a vector, with the window on OUTPUT at OFFSET, of LIMIT rows."
  (and observed
       (vconcat
        (mapcar
         (lambda (entry)
           (if (not (equal output (if (stringp entry) entry
                                    (alist-get 'output entry))))
               entry
             (let ((anchor (and (consp entry)
                                (assq 'anchor (alist-get 'window entry)))))
               `((output . ,output)
                 (window . ((offset . ,offset) (limit . ,limit)
                            ,@(and anchor (list anchor))))))))
         observed))))

(defun viewmodel-host--window-anchored-p (instance output)
  "Whether the window on OUTPUT, a string, of INSTANCE is anchored."
  (let ((entry (cl-find output (viewmodel-host-instance--observe instance)
                        :from-end t :test #'equal
                        :key (lambda (entry)
                               (if (stringp entry) entry
                                 (alist-get 'output entry))))))
    (and (consp entry)
         (eq t (alist-get 'anchor (alist-get 'window entry))))))

(cl-defun viewmodel-host-move-window-async
    (instance output offset limit &key success-fn error-fn)
  "Move the window through which INSTANCE observes the list OUTPUT.
It begins at the row OFFSET, counted from 0, and has LIMIT rows at most.
Return the request.  SUCCESS-FN is called with where the window stands then,
an alist of `total', `offset' and `limit', when the state has its rows;
ERROR-FN with the error."
  (let ((output (format "%s" output)))
    (viewmodel-host--ask
     (viewmodel-host-instance--host instance) "viewModel/window"
     `((id . ,(viewmodel-host-instance--id instance))
       (output . ,output) (offset . ,offset) (limit . ,limit))
     (lambda (result)
       (setf (viewmodel-host-instance--observe instance)
             (viewmodel-host--window-moved
              (viewmodel-host-instance--observe instance)
              output offset limit))
       (dolist (member '(total offset limit))
         (viewmodel-host--member result member #'integerp "viewModel/window"))
       result)
     :success-fn success-fn :error-fn error-fn)))

(cl-defun viewmodel-host-move-window
    (instance output offset limit
              &key (timeout (viewmodel-host--timeout
                             (viewmodel-host-instance--host instance))))
  "Move the window through which INSTANCE observes the list OUTPUT.
It begins at the row OFFSET, counted from 0, and has LIMIT rows at most.
Return where it stands then, an alist of `total', `offset' and `limit'; the
state has its rows.  Signal `viewmodel-host-request-failed' if the host
refuses it, and `viewmodel-host-timeout' after TIMEOUT seconds, if that is
not nil."
  (viewmodel-host--living-p instance)
  (viewmodel-host--await
   (viewmodel-host-move-window-async instance output offset limit) timeout))

(provide 'viewmodel-host-window)
;;; viewmodel-host-window.el ends here
