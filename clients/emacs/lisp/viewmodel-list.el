;;; viewmodel-list.el --- A list of files, paged by a ViewModel  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Keywords: files, convenience
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A demonstration of viewmodel-host: what is listed, when the next page is
;; loaded, and how one item leads to the next is all decided by the ViewModels
;; `list' and `pager' in the host.  This file only draws, and sends inputs.  The
;; list is seen through a window, and so may be of any length.
;;
;; `viewmodel-list' lists a folder, `viewmodel-list-buffers' the buffers of this
;; Emacs: there the ViewModel asks Emacs for the pages, by the service `items'.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'viewmodel-host)
(require 'viewmodel-host-list-buffer)
(require 'viewmodel-list-errors)

(declare-function viewmodel-pager-open "viewmodel-pager" (list id title))

(defgroup viewmodel-list nil
  "A list of files, paged by a ViewModel."
  :group 'viewmodel-host)

(defcustom viewmodel-list-command nil
  "The command that starts the host for lists, as in `viewmodel-host-command'.
Nil stands for the value of that."
  :type '(choice (const :tag "As viewmodel-host-command" nil)
                 (string :tag "Program")
                 (repeat :tag "Program and arguments" string)))

(defcustom viewmodel-list-folder nil
  "The folder that `viewmodel-list' lists; nil for the current directory."
  :type '(choice (const :tag "The current directory" nil) directory))

(defcustom viewmodel-list-page-size 20
  "How many items a page has."
  :type '(restricted-sexp :match-alternatives (natnump)))

(defface viewmodel-list-item '((t :inherit default))
  "Face for the name of an item.")

(defface viewmodel-list-title '((t :inherit bold))
  "Face for the name of what is listed.")

(defface viewmodel-list-loading '((t :inherit shadow))
  "Face for the sign that a page is being loaded.")

(defvar viewmodel-list--host nil
  "The host that all lists share, or nil.")

(defvar-local viewmodel-list--instance nil
  "The instance that the buffer shows.")

(defvar-local viewmodel-list--title nil
  "The name of what the buffer lists.")

;;; The mode

(defvar viewmodel-list-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'viewmodel-list-open)
    (define-key map "n" #'next-line)
    (define-key map "p" #'previous-line)
    map)
  "Keymap for `viewmodel-list-mode'.")

(define-derived-mode viewmodel-list-mode special-mode "ViewModel List"
  "Major mode for a list that a ViewModel pages.

\\{viewmodel-list-mode-map}"
  :interactive nil
  (setq-local truncate-lines t
              buffer-undo-list t
              revert-buffer-function #'viewmodel-list--revert
              header-line-format '(:eval (viewmodel-list--header))
              mode-line-process '(:eval (viewmodel-list--mode-line)))
  (add-hook 'post-command-hook #'viewmodel-list--page nil t)
  (add-hook 'kill-buffer-hook #'viewmodel-list--dispose nil t))

(defun viewmodel-list--header ()
  "The text of the header line."
  (let ((count (viewmodel-host-list-total)))
    (format "%s  %d item%s" (propertize viewmodel-list--title
                                        'face 'viewmodel-list-title)
            count (if (= count 1) "" "s"))))

(defun viewmodel-list--mode-line ()
  "The state of the host for the mode line."
  (cond ((not viewmodel-list--instance) "")
        ((not (viewmodel-host-live-p
               (viewmodel-host-instance-host viewmodel-list--instance)))
         (propertize " g starts the host anew: it ended" 'face 'error))
        ((eq t (viewmodel-host-get viewmodel-list--instance 'loading))
         (propertize " loading…" 'face 'viewmodel-list-loading))
        (t "")))

;;; Drawing

(defun viewmodel-list--line (item)
  "How ITEM is shown."
  (propertize (replace-regexp-in-string "[[:cntrl:]]" "?"
                                        (alist-get 'name item))
              'face 'viewmodel-list-item))

(defun viewmodel-list--in-buffer (buffer function)
  "FUNCTION as a function to be called in BUFFER, if that lives."
  (lambda (&rest arguments)
    (when (buffer-live-p buffer)
      (with-current-buffer buffer (apply function arguments)))))

(defun viewmodel-list--appear ()
  "Have the list loaded.
Nobody has asked for that, so it is no step that an undo takes back."
  (viewmodel-host-request-async
   (viewmodel-host-instance-host viewmodel-list--instance) "viewModel/call"
   `((id . ,(viewmodel-host-id viewmodel-list--instance))
     (input . "viewWillAppear") (step . :false))))

(defun viewmodel-list--changed (change)
  "Have the list loaded that CHANGE brought, if it is a new one."
  (when (viewmodel-host-change-resynced change)
    ;; After a restart the list is new; otherwise this has no effect.
    (viewmodel-list--appear)))

;;; Inputs

(defun viewmodel-list--page ()
  "Say that the end is reached, if point is there."
  (when (and viewmodel-list--instance
             (not (viewmodel-host-closed-reason viewmodel-list--instance))
             (viewmodel-host-live-p
              (viewmodel-host-instance-host viewmodel-list--instance))
             (> (viewmodel-host-list-total) 0)
             (>= (or (viewmodel-host-list-index) (viewmodel-host-list-total))
                 (1- (viewmodel-host-list-total))))
    ;; An error would take this from the hook.
    (viewmodel-list-reporting
      (viewmodel-host-input viewmodel-list--instance 'reachedBottom))))

(defun viewmodel-list--revert (_ignore-auto _noconfirm)
  "Load the list anew; start the host anew if it died."
  (viewmodel-list-as-command
    (unless (viewmodel-list-restart viewmodel-list--instance)
      (viewmodel-host-input viewmodel-list--instance 'reload))))

(defun viewmodel-list-open ()
  "Show the item at point in a pager."
  (interactive)
  (let ((item (or (viewmodel-host-list-row)
                  (user-error "There is no item here"))))
    (require 'viewmodel-pager)
    (viewmodel-pager-open viewmodel-list--instance (alist-get 'id item)
                          viewmodel-list--title)))
(put 'viewmodel-list-open 'command-modes '(viewmodel-list-mode))

;;; Hosts and instances

(defun viewmodel-list--live-host ()
  "The host for lists, started or started anew if need be."
  (cond ((null viewmodel-list--host)
         (setq viewmodel-list--host
               (viewmodel-host-start
                (or viewmodel-list-command viewmodel-host-command)
                :services '(("items" . viewmodel-list--answer))
                :on-died #'viewmodel-list--died
                :on-rejected #'viewmodel-list-report)))
        ((not (viewmodel-host-live-p viewmodel-list--host))
         (viewmodel-host-restart viewmodel-list--host)))
  viewmodel-list--host)

(defun viewmodel-list--died (err)
  "Show that the host died with ERR."
  (viewmodel-list-report err)
  (force-mode-line-update t))

(defun viewmodel-list--dispose ()
  "End the instance of the buffer, and the host with its last one."
  (when viewmodel-list--instance
    (let ((instance viewmodel-list--instance))
      (setq viewmodel-list--instance nil)
      (viewmodel-list-dispose instance))))

(defun viewmodel-list-dispose (instance)
  "End INSTANCE, and the host if it was the last one."
  (let ((host (viewmodel-host-instance-host instance)))
    (viewmodel-list-reporting
      (viewmodel-host-dispose instance)
      (unless (viewmodel-host-instances host)
        (viewmodel-host-stop host)
        (when (eq host viewmodel-list--host)
          (setq viewmodel-list--host nil))))))

(defun viewmodel-list--show (title parameters)
  "Show a list with PARAMETERS, an alist, in a buffer for TITLE."
  (let ((buffer (get-buffer-create (format "*viewmodel-list: %s*" title))))
    (condition-case err
        (with-current-buffer buffer
          (unless viewmodel-list--instance
            (viewmodel-list-as-command
              (viewmodel-list--start title parameters))))
      (error (kill-buffer buffer)
             (signal (car err) (cdr err))))
    (pop-to-buffer-same-window buffer)))

(defun viewmodel-list--start (title parameters)
  "Make the current buffer a list with PARAMETERS, called TITLE."
  (viewmodel-list-mode)
  (setq viewmodel-list--title title
        viewmodel-list--instance
        (viewmodel-host-create
         (viewmodel-list--live-host) "list" :parameters parameters
         :observe '((items :limit 100 :anchor t) loading)
         :on-change (viewmodel-list--in-buffer (current-buffer)
                                               #'viewmodel-list--changed)
         :on-event (lambda (_ value) (message "%s" value))))
  (viewmodel-host-list-buffer viewmodel-list--instance 'items
                              :buffer (current-buffer)
                              :format #'viewmodel-list--line)
  (viewmodel-list--appear))

;;;###autoload
(defun viewmodel-list (folder)
  "List the entries of FOLDER, a page at a time.
Interactively that is `viewmodel-list-folder', or the current directory;
with a prefix argument, ask for it."
  (interactive
   (let ((folder (or viewmodel-list-folder default-directory)))
     (list (if current-prefix-arg
               (read-directory-name "List folder: " folder nil t)
             folder))))
  (let ((folder (directory-file-name (expand-file-name folder))))
    (when (file-remote-p folder)
      (user-error "%s is on another machine than the host" folder))
    (viewmodel-list--show (abbreviate-file-name folder)
                          `((folder . ,folder)
                            (pageSize . ,viewmodel-list-page-size)))))

;;;###autoload
(defun viewmodel-list-buffers ()
  "List the buffers of this Emacs, a page at a time."
  (interactive)
  (viewmodel-list--show "buffers" nil))

(defun viewmodel-list--answer (arguments call)
  "Answer CALL with the page of buffers that ARGUMENTS ask for."
  (let* ((page (alist-get 'page arguments))
         (names (sort (seq-remove (lambda (name) (string-prefix-p " " name))
                                  (mapcar #'buffer-name (buffer-list)))
                      #'string<))
         (rest (nthcdr (* viewmodel-list-page-size (1- page)) names)))
    (viewmodel-host-reply
     call
     `((items . ,(vconcat (mapcar (lambda (name)
                                    `((id . ,name) (name . ,name)))
                                  (seq-take rest viewmodel-list-page-size))))
       (pages . ((currentPage . ,page)
                 (nextPage . ,(if (nthcdr viewmodel-list-page-size rest)
                                  (1+ page)
                                :null))))))))

(provide 'viewmodel-list)
;;; viewmodel-list.el ends here
