;;; viewmodel-pager.el --- One item of a list after the other  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Keywords: files, convenience
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Shows one item of a `viewmodel-list' in a buffer of its own.  The ViewModel
;; `pager' shares the list's items; at the last one it has the list load its
;; next page.  It ends with the list.

;;; Code:

(require 'viewmodel-host)
(require 'viewmodel-list)
(require 'viewmodel-list-errors)

(defgroup viewmodel-pager nil
  "One item of a list after the other."
  :group 'viewmodel-list)

(defface viewmodel-pager-item '((t :inherit bold :height 1.3))
  "Face for the name of the item.")

(defface viewmodel-pager-position '((t :inherit shadow))
  "Face for where in the list the item is.")

(defvar-local viewmodel-pager--instance nil
  "The instance that the buffer shows.")

(defvar viewmodel-pager-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map "]" #'viewmodel-pager-next)
    (define-key map "[" #'viewmodel-pager-previous)
    (define-key map "n" #'viewmodel-pager-next)
    (define-key map "p" #'viewmodel-pager-previous)
    (define-key map "q" #'viewmodel-pager-quit)
    map)
  "Keymap for `viewmodel-pager-mode'.")

(define-derived-mode viewmodel-pager-mode special-mode "ViewModel Pager"
  "Major mode for one item of a list that a ViewModel pages.

\\{viewmodel-pager-mode-map}"
  :interactive nil
  (setq-local buffer-undo-list t
              revert-buffer-function #'viewmodel-pager--revert)
  (add-hook 'kill-buffer-hook #'viewmodel-pager--dispose nil t))

(defun viewmodel-pager--draw (&rest _)
  "Make the buffer show the item that the pager is at."
  (let-alist (viewmodel-host-state viewmodel-pager--instance)
    (with-silent-modifications
      (erase-buffer)
      (if (not (integerp .index))
          (insert "The item is gone.\n")
        (insert (propertize (viewmodel-list--line (aref .items .index))
                            'face 'viewmodel-pager-item)
                "\n\n"
                (propertize
                 (format "%s %d of %d %s"
                         (if (eq t .hasPrevious) "[" " ")
                         (1+ .index) (length .items)
                         (if (eq t .hasNext) "]" " "))
                 'face 'viewmodel-pager-position)
                "\n"))
      (goto-char (point-min)))))

(defun viewmodel-pager--revert (_ignore-auto _noconfirm)
  "Draw again; start the host anew if it died."
  (viewmodel-list-as-command
    (viewmodel-list-restart viewmodel-pager--instance))
  (viewmodel-pager--draw))

(defun viewmodel-pager--move (by)
  "Go BY items further, 1 or -1."
  (let-alist (viewmodel-host-state viewmodel-pager--instance)
    (unless (eq t (if (> by 0) .hasNext .hasPrevious))
      (user-error (if (> by 0) "This is the last item"
                    "This is the first item")))
    ;; Waits for the new index, so that keys typed fast go further each.
    (viewmodel-list-as-command
      (viewmodel-host-call viewmodel-pager--instance 'willTransitionTo
                           `((index . ,(+ .index by)))))))

(defun viewmodel-pager-next ()
  "Show the next item."
  (interactive)
  (viewmodel-pager--move 1))

(defun viewmodel-pager-previous ()
  "Show the previous item."
  (interactive)
  (viewmodel-pager--move -1))

(defun viewmodel-pager-quit ()
  "Leave the pager, which ends."
  (interactive)
  (quit-window t))

(defun viewmodel-pager--dispose ()
  "End the instance of the buffer."
  (when viewmodel-pager--instance
    (let ((instance viewmodel-pager--instance))
      (setq viewmodel-pager--instance nil)
      (viewmodel-list-dispose instance))))

(defun viewmodel-pager--closed (reason)
  "Kill the buffer, as its instance is gone for REASON."
  (when viewmodel-pager--instance
    (setq viewmodel-pager--instance nil)
    (message "The pager is closed: %s" reason)
    (kill-buffer)))

;;;###autoload
(defun viewmodel-pager-open (list id title)
  "Show the item ID of the instance LIST, which is called TITLE."
  (let ((buffer (generate-new-buffer (format "*viewmodel-pager: %s*" title))))
    (condition-case err
        (with-current-buffer buffer
          (viewmodel-pager-mode)
          (setq viewmodel-pager--instance
                (viewmodel-list-as-command
                  (viewmodel-host-create
                   (viewmodel-host-instance-host list) "pager"
                   :parameters `((selectedId . ,id))
                   :uses `((list . ,list))
                   :on-change (viewmodel-list--in-buffer
                               buffer #'viewmodel-pager--draw)
                   :on-closed (viewmodel-list--in-buffer
                               buffer #'viewmodel-pager--closed))))
          (viewmodel-pager--draw))
      (error (kill-buffer buffer)
             (signal (car err) (cdr err))))
    (pop-to-buffer buffer)))

;; `M-X' offers them where they make sense.
(dolist (command '(viewmodel-pager-next viewmodel-pager-previous
                   viewmodel-pager-quit))
  (put command 'command-modes '(viewmodel-pager-mode)))

(provide 'viewmodel-pager)
;;; viewmodel-pager.el ends here
