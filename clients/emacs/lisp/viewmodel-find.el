;;; viewmodel-find.el --- Find files while typing  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Keywords: files, convenience, matching
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `viewmodel-find' finds the files below a folder while one types in the
;; minibuffer, with the ViewModel `finder': fzf's matching, scores and syntax,
;; and results while the folder is still walked.  `viewmodel-find-read' finds
;; any lines, or those of a command, and returns what was chosen.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host)
(require 'viewmodel-find-session)

(defgroup viewmodel-find nil
  "Find files while typing."
  :group 'viewmodel-host)

(defcustom viewmodel-find-rows 12
  "How many rows are shown."
  :type '(restricted-sexp :match-alternatives (natnump)))

(defcustom viewmodel-find-preview t
  "Whether the head of the current file is shown, in the selected window."
  :type 'boolean)

;;; Commands

(defun viewmodel-find-next (&optional count)
  "Go to the next row, or COUNT rows on."
  (interactive "p")
  (viewmodel-find--with session
    (viewmodel-host-input (viewmodel-find--session-instance session)
                          'move `((by . ,(or count 1))))))

(defun viewmodel-find-previous (&optional count)
  "Go to the previous row, or COUNT rows back."
  (interactive "p")
  (viewmodel-find-next (- (or count 1))))

(defun viewmodel-find-next-page ()
  "Go as many rows on as are shown."
  (interactive)
  (viewmodel-find-next viewmodel-find-rows))

(defun viewmodel-find-previous-page ()
  "Go as many rows back as are shown."
  (interactive)
  (viewmodel-find-previous viewmodel-find-rows))

(defun viewmodel-find-toggle (&optional count)
  "Choose the current row, or take that back, and go COUNT rows on."
  (interactive "p")
  (viewmodel-find--with session
    (viewmodel-host-batch (viewmodel-find--session-host session)
      (viewmodel-host-input (viewmodel-find--session-instance session) 'toggle)
      (viewmodel-find-next (or count 1)))))

(defun viewmodel-find-toggle-previous (&optional count)
  "Choose the current row, or take that back, and go COUNT rows back."
  (interactive "p")
  (viewmodel-find-toggle (- (or count 1))))

(defun viewmodel-find-accept ()
  "End with what was chosen, or with the current row."
  (interactive)
  (viewmodel-find--typed)
  (viewmodel-find--with session
    (viewmodel-host-call (viewmodel-find--session-instance session) 'accept)
    (if (viewmodel-find--session-accepted session)
        (exit-minibuffer)
      (minibuffer-message "No match"))))

(defvar viewmodel-find-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map minibuffer-local-map)
    (define-key map (kbd "RET") #'viewmodel-find-accept)
    (define-key map (kbd "C-j") #'viewmodel-find-accept)
    (define-key map (kbd "C-n") #'viewmodel-find-next)
    (define-key map (kbd "C-p") #'viewmodel-find-previous)
    (define-key map (kbd "<down>") #'viewmodel-find-next)
    (define-key map (kbd "<up>") #'viewmodel-find-previous)
    (define-key map (kbd "C-v") #'viewmodel-find-next-page)
    (define-key map (kbd "M-v") #'viewmodel-find-previous-page)
    (define-key map (kbd "<next>") #'viewmodel-find-next-page)
    (define-key map (kbd "<prior>") #'viewmodel-find-previous-page)
    (define-key map (kbd "TAB") #'viewmodel-find-toggle)
    (define-key map (kbd "<backtab>") #'viewmodel-find-toggle-previous)
    map)
  "Keymap of the minibuffer of `viewmodel-find'.")

;;; Sessions

(defun viewmodel-find--setup (session)
  "Make the current minibuffer that of SESSION."
  (setq viewmodel-find--session session)
  (setq-local max-mini-window-height 1.0)
  (setf (viewmodel-find--session-minibuffer session) (current-buffer)
        (viewmodel-find--session-rows session)
        (make-overlay (point-max) (point-max) nil t t)
        (viewmodel-find--session-count session)
        (make-overlay (point-min) (point-min) nil t t))
  (add-hook 'post-command-hook #'viewmodel-find--typed nil t)
  (viewmodel-find--draw session))

(cl-defun viewmodel-find-read (prompt &key folder command lines query)
  "Ask with PROMPT for what is to be found, and return a list of strings.
LINES is a list of strings, COMMAND a list of a program and its arguments,
which is run in FOLDER; without these it is the files below FOLDER, whose
names are then as seen from there.  QUERY stands in the minibuffer at first.

\\{viewmodel-find-map}"
  (let* ((folder (and (or folder (not lines))
                      (expand-file-name (or folder default-directory))))
         (preview (and viewmodel-find-preview folder
                       (generate-new-buffer "*viewmodel-find-preview*")))
         (session (viewmodel-find--make
                   :preview preview
                   :parameters
                   `(,@(and folder `((folder . ,folder)))
                     ,@(and command `((command . ,(vconcat command))))
                     ,@(and lines `((lines . ,(vconcat lines))))
                     (previewLines . ,(if preview (min 1000 (frame-height))
                                        0))))))
    (unwind-protect
        (progn
          (viewmodel-find--start session)
          (save-window-excursion
            (minibuffer-with-setup-hook
                (lambda () (viewmodel-find--setup session))
              (read-from-minibuffer prompt query viewmodel-find-map)))
          (viewmodel-find--session-accepted session))
      (viewmodel-find--end session))))

;;;###autoload
(defun viewmodel-find (folder)
  "Find files below FOLDER while typing, and visit what was chosen.
Interactively that is the current directory; with a prefix argument, ask
for it.  What .gitignore files name is left out.

\\{viewmodel-find-map}"
  (interactive
   (list (if current-prefix-arg
             (read-directory-name "Find below: " nil nil t)
           default-directory)))
  (let ((folder (file-name-as-directory (expand-file-name folder))))
    (when (file-remote-p folder)
      (user-error "%s is on another machine than the host" folder))
    (condition-case err
        (let ((names (viewmodel-find-read "Find: " :folder folder)))
          (dolist (name (reverse names))
            (find-file (concat folder name))))
      (viewmodel-host-error
       (user-error "%s" (viewmodel-host-error-message err))))))

(provide 'viewmodel-find)
;;; viewmodel-find.el ends here
