;;; list.el --- A list in a buffer  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A small application on `viewmodel-host': M-x example-list shows the files of
;; a folder, page after page.  The logic is the ViewModel `list', in the host.
;;
;;   emacs -Q -L lisp -l examples/list.el -f example-list

;;; Code:

(require 'let-alist)
(require 'viewmodel-host)

(defvar-local example-list--instance nil
  "The instance that the buffer shows.")

(defun example-list-next ()
  "Go to the next line; at the end of the buffer have the next page loaded."
  (interactive)
  (forward-line)
  (when (eobp)
    (viewmodel-host-input example-list--instance 'reachedBottom)))

(defun example-list-reload ()
  "Load the list again, also where the host has died."
  (interactive)
  (let ((host (viewmodel-host-host example-list--instance)))
    (if (viewmodel-host-live-p host)
        (viewmodel-host-input example-list--instance 'reload)
      (viewmodel-host-restart host)
      (viewmodel-host-input example-list--instance 'viewWillAppear))))

(define-derived-mode example-list-mode special-mode "List"
  "Major mode for a list of a host."
  (define-key example-list-mode-map "n" #'example-list-next)
  (define-key example-list-mode-map "g" #'example-list-reload))

(defun example-list--draw (buffer change)
  "Show the state that CHANGE has led to in BUFFER."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (let-alist (viewmodel-host-change-state change)
        (let ((inhibit-read-only t)
              (line (line-number-at-pos)))
          (erase-buffer)
          (mapc (lambda (item) (insert (alist-get 'name item) "\n")) .items)
          (goto-char (point-min))
          (forward-line (1- line))
          (setq mode-line-process (and (eq t .loading) " loading")))))))

(defun example-list (folder)
  "List FOLDER."
  (interactive "DFolder: ")
  (let ((buffer (generate-new-buffer "*list*"))
        (host (viewmodel-host-start)))
    (with-current-buffer buffer
      (example-list-mode)
      (setq example-list--instance
            (viewmodel-host-create
             host "list"
             :parameters `((folder . ,(expand-file-name folder)))
             :on-change (lambda (change) (example-list--draw buffer change))
             :on-event (lambda (_ value) (message "%s" value))))
      (add-hook 'kill-buffer-hook (lambda () (viewmodel-host-close host)) nil t)
      (viewmodel-host-input example-list--instance 'viewWillAppear))
    (pop-to-buffer buffer)))

(provide 'list)
;;; list.el ends here
