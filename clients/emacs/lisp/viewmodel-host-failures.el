;;; viewmodel-host-failures.el --- What went wrong in ViewModels  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Inputs that were rejected, and errors inside of ViewModels.

;;; Code:

(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-rpc)

(defun viewmodel-host--report (host err id kind)
  "Have the callbacks for KIND of the instance ID and of HOST told of ERR.
Return whether there are any."
  (let* ((instance (gethash id (viewmodel-host--instances host)))
         (told (and instance
                    (viewmodel-host--emit
                     host (viewmodel-host-instance--handlers instance)
                     kind err))))
    (or (viewmodel-host--emit host (viewmodel-host--handlers host) kind err)
        told)))

(defun viewmodel-host--rejected (host params)
  "Take in PARAMS of a `viewModel/rejected' from HOST."
  (let* ((id (viewmodel-host--member params 'id #'stringp "viewModel/rejected"))
         (input (alist-get 'input params))
         (ticket (viewmodel-host--take-ticket host (alist-get 'seq params)))
         (err (viewmodel-host--remote-error
               'viewmodel-host-input-rejected params :id id :input input))
         (heard (and ticket (or (viewmodel-host-request--error-fn ticket)
                                (viewmodel-host-request--awaited ticket)))))
    (when ticket (viewmodel-host--fail ticket err))
    (unless (or (viewmodel-host--report host err id 'rejected)
                heard
                (eql (viewmodel-host-error-code err)
                     viewmodel-host-code-cancelled))
      (viewmodel-host--warn "%s.%s was rejected: %s" id input
                            (viewmodel-host-error-message err)))))

(defun viewmodel-host--failed (host params)
  "Take in PARAMS of a `viewModel/failed' from HOST."
  (let* ((id (viewmodel-host--member params 'id #'stringp "viewModel/failed"))
         (err (viewmodel-host--remote-error
               'viewmodel-host-viewmodel-failed params :id id)))
    (unless (viewmodel-host--report host err id 'failed)
      (viewmodel-host--warn "%s failed: %s" id
                            (viewmodel-host-error-message err)))))

(provide 'viewmodel-host-failures)
;;; viewmodel-host-failures.el ends here
