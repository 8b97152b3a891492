;;; viewmodel-find.el --- Find files while typing  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (viewmodel-host "0.1.0"))
;; Keywords: files, convenience, matching
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `viewmodel-find' finds the files below a folder while you type in the
;; minibuffer, with the ViewModel `finder' of viewmodel-host.  It has fzf's
;; matching, scores and syntax, and shows results while it still walks the
;; folder.  `viewmodel-find-resume' continues the last search.
;; `viewmodel-find-read' finds any lines, or those of a command, and returns the
;; selected ones.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'viewmodel-find-text)
(require 'viewmodel-host)

(defgroup viewmodel-find nil
  "Find files while typing."
  :group 'viewmodel-host)

(defcustom viewmodel-find-rows 12
  "The number of rows that are shown."
  :type '(restricted-sexp :match-alternatives (natnump)))

(defcustom viewmodel-find-preview t
  "Whether the head of the current file is shown, in the selected window."
  :type 'boolean)

(defvar viewmodel-find--last-folder nil "The folder of the last search.")
(defvar viewmodel-find--last-query nil "The query of the last search.")

;;; An open finder

(cl-defstruct (viewmodel-find--session (:constructor viewmodel-find--make)
                                       (:copier nil))
  (parameters nil :documentation "The parameters of the instance, an alist.")
  host instance
  ;; The query that was sent last, and the offset that the window was moved to.
  query offset
  (answered nil :documentation "The last query that the host has answered.")
  (may-restart t :documentation "Whether a host that dies is replaced.")
  (over nil :documentation "Whether the host died and is not replaced.")
  minibuffer rows count problem preview
  accepted)

(defvar-local viewmodel-find--session nil
  "The session of a minibuffer.")

(defsubst viewmodel-find--state (session)
  "The state of the instance of SESSION; nil if there is none yet."
  (let ((instance (viewmodel-find--session-instance session)))
    (and instance (viewmodel-host-state instance))))

;;; Drawing

(defun viewmodel-find--draw (session)
  "Show the state of SESSION.
If its window does not contain the current row, move the window instead."
  (when (buffer-live-p (viewmodel-find--session-minibuffer session))
    (let* ((state (viewmodel-find--state session))
           (offset (let-alist state .matches.offset))
           (index (alist-get 'index state)))
      (cond ((viewmodel-find--session-over session)
             (viewmodel-find--draw-rows session state))
            ((< index offset) (viewmodel-find--scroll session index))
            ((>= index (+ offset viewmodel-find-rows))
             (viewmodel-find--scroll
              session (1+ (- index viewmodel-find-rows))))
            (t (viewmodel-find--draw-rows session state)
               (viewmodel-find--draw-preview session state))))))

(defun viewmodel-find--draw-rows (session state)
  "Show the rows of STATE in the minibuffer of SESSION.
After the end of its host, show only the reason."
  (with-current-buffer (viewmodel-find--session-minibuffer session)
    (let ((window (get-buffer-window nil t))
          (over (viewmodel-find--session-over session))
          (problem (viewmodel-find--session-problem session)))
      (setq truncate-lines (not over))
      (overlay-put (viewmodel-find--session-count session) 'before-string
                   (viewmodel-find--count-text state))
      (move-overlay (viewmodel-find--session-rows session)
                    (point-max) (point-max))
      (overlay-put
       (viewmodel-find--session-rows session) 'after-string
       (concat (propertize " " 'cursor t)
               (and problem (propertize (format "[%s]" problem) 'face 'error))
               (unless over
                 (viewmodel-find--row-lines
                  state (if window (window-width window) (frame-width)))))))))

(defun viewmodel-find--draw-preview (session state)
  "Show the preview of STATE in the window where SESSION began."
  (let ((preview (alist-get 'preview state))
        (window (minibuffer-selected-window))
        (buffer (viewmodel-find--session-preview session)))
    (when (and buffer (buffer-live-p buffer) (window-live-p window)
               (not (window-minibuffer-p window)))
      (with-current-buffer buffer
        (let ((text (viewmodel-find--preview-text preview)))
          (unless (equal text (buffer-string))
            (with-silent-modifications
              (erase-buffer)
              (insert text)
              (goto-char (point-min))))))
      (unless (or (eq preview :null) (window-dedicated-p window)
                  (eq buffer (window-buffer window)))
        (with-selected-window window
          (switch-to-buffer buffer t t)
          (goto-char (point-min)))))))

;;; The query

(defmacro viewmodel-find--with (session &rest body)
  "Evaluate BODY with SESSION bound to the session of the minibuffer.
An error of the host is shown there, except its death, which
`viewmodel-find--died' handles."
  (declare (indent 1) (debug t))
  `(let ((,session viewmodel-find--session))
     (when (and ,session (not (viewmodel-find--session-over ,session)))
       (condition-case err
           (progn ,@body)
         (viewmodel-host-died nil)
         (viewmodel-host-error
          (minibuffer-message "%s" (viewmodel-host-error-message err)))))))

(defun viewmodel-find--scroll (session offset)
  "Move the window of SESSION on the matches to OFFSET."
  (unless (= offset (viewmodel-find--session-offset session))
    (setf (viewmodel-find--session-offset session) offset)
    (viewmodel-host-request-async
     (viewmodel-find--session-host session) "viewModel/window"
     `((id . ,(viewmodel-host-id (viewmodel-find--session-instance session)))
       (output . "matches") (offset . ,offset) (limit . ,viewmodel-find-rows))
     :error-fn #'ignore)))

(defun viewmodel-find--typed ()
  "Send the text of the minibuffer as the query, if it is a new one."
  (viewmodel-find--with session
    (let ((text (minibuffer-contents-no-properties)))
      (unless (equal text (viewmodel-find--session-query session))
        (setf (viewmodel-find--session-query session) text)
        (viewmodel-host-turn (viewmodel-find--session-host session)
          (viewmodel-host-call-async
           (viewmodel-find--session-instance session) 'query
           `((text . ,text))
           :success-fn (lambda (_)
                         (setf (viewmodel-find--session-answered session) text)
                         (viewmodel-find--note-found session))
           :error-fn #'ignore)
          (viewmodel-find--scroll session 0))))))

;;; The host

(defun viewmodel-find--start (session)
  "Start a host for SESSION alone, and create the instance in it."
  (let ((host (viewmodel-host-start
               nil :on-died (lambda (err) (viewmodel-find--died session err)))))
    (setf (viewmodel-find--session-host session) host
          (viewmodel-find--session-query session) ""
          (viewmodel-find--session-answered session) ""
          (viewmodel-find--session-offset session) 0
          (viewmodel-find--session-problem session) nil
          (viewmodel-find--session-instance session)
          (viewmodel-host-create
           host "finder"
           :parameters (viewmodel-find--session-parameters session)
           :observe `(((output . "matches")
                       (window . ((offset . 0) (limit . ,viewmodel-find-rows))))
                      total candidates isSearching index selected preview)
           :on-change (lambda (_)
                        (viewmodel-find--note-found session)
                        (viewmodel-find--draw session))
           :on-event
           (lambda (name value)
             (if (equal name "accepted")
                 (setf (viewmodel-find--session-accepted session)
                       (viewmodel-find--original session value))
               (viewmodel-find--trouble session value)))))))

(defun viewmodel-find--original (session texts)
  "The list of the strings that TEXTS stand for in SESSION.
In names and lines that the host has read, `\\xFF' stands for a byte that is
not UTF-8, and for a backslash that could be mistaken for the start of one."
  (if (alist-get 'lines (viewmodel-find--session-parameters session))
      (append texts nil)
    (mapcar
     (lambda (text)
       (let ((bytes (encode-coding-string text 'utf-8-unix)))
         (decode-coding-string
          (replace-regexp-in-string
           "\\\\x\\([[:xdigit:]][[:xdigit:]]\\)"
           (lambda (escape)
             (unibyte-string (string-to-number (substring escape 2) 16)))
           bytes t t)
          'utf-8-unix)))
     texts)))

(defun viewmodel-find--died (session err)
  "Continue with another host after that of SESSION has died with ERR.
It gets the same parameters and the current query.  If it dies, too, before
it has found all matches, show the reason."
  (condition-case err
      (let ((minibuffer (viewmodel-find--session-minibuffer session)))
        (unless (viewmodel-find--session-may-restart session)
          (signal (car err) (cdr err)))
        (setf (viewmodel-find--session-may-restart session) nil)
        (viewmodel-find--start session)
        (when (buffer-live-p minibuffer)
          (with-current-buffer minibuffer (viewmodel-find--typed)))
        (viewmodel-find--note-found session)
        (viewmodel-find--draw session))
    (viewmodel-host-error
     (setf (viewmodel-find--session-over session) t)
     (viewmodel-find--trouble session (viewmodel-host-error-message err)))))

(defun viewmodel-find--note-found (session)
  "If the host of SESSION has found all matches, have it replaced when it dies."
  (when (and (equal (viewmodel-find--session-query session)
                    (viewmodel-find--session-answered session))
             (not (eq t (alist-get 'isSearching
                                   (viewmodel-find--state session)))))
    (setf (viewmodel-find--session-may-restart session) t)))

(defun viewmodel-find--trouble (session problem)
  "Show PROBLEM in the minibuffer of SESSION."
  (setf (viewmodel-find--session-problem session) problem)
  (when (viewmodel-find--session-instance session)
    (viewmodel-find--draw session)))

(defun viewmodel-find--end (session)
  "End the host of SESSION, and its buffer."
  (when (buffer-live-p (viewmodel-find--session-preview session))
    (kill-buffer (viewmodel-find--session-preview session)))
  (when (viewmodel-find--session-host session)
    (viewmodel-host-close (viewmodel-find--session-host session))))

;;; Commands

(defun viewmodel-find-next (&optional count)
  "Move down by one row, or by COUNT."
  (interactive "p")
  (viewmodel-find--with session
    (viewmodel-host-input (viewmodel-find--session-instance session)
                          'move `((by . ,(or count 1))))))

(defun viewmodel-find-previous (&optional count)
  "Move up by one row, or by COUNT."
  (interactive "p")
  (viewmodel-find-next (- (or count 1))))

(defun viewmodel-find-next-page ()
  "Move down by one page."
  (interactive)
  (viewmodel-find-next viewmodel-find-rows))

(defun viewmodel-find-previous-page ()
  "Move up by one page."
  (interactive)
  (viewmodel-find-previous viewmodel-find-rows))

(defun viewmodel-find-toggle (&optional count)
  "Select or deselect the current row, and move down by COUNT rows."
  (interactive "p")
  (viewmodel-find--with session
    (viewmodel-host-turn (viewmodel-find--session-host session)
      (viewmodel-host-input (viewmodel-find--session-instance session) 'toggle)
      (viewmodel-find-next (or count 1)))))

(defun viewmodel-find-toggle-previous (&optional count)
  "Select or deselect the current row, and move up by COUNT rows."
  (interactive "p")
  (viewmodel-find-toggle (- (or count 1))))

(defun viewmodel-find-accept ()
  "Accept the selected rows, or the current row, and leave the minibuffer."
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
  "Set up the current minibuffer for SESSION."
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
  "Find lines while the user types after PROMPT; return the selected ones.
LINES is a list of strings.  COMMAND is a list of a program, which runs in
FOLDER and prints the lines, and its arguments.  Without both, the lines are
the files below FOLDER, relative to it.  QUERY is the initial query.

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
      (setq viewmodel-find--last-query (viewmodel-find--session-query session))
      (viewmodel-find--end session))))

;;;###autoload
(defun viewmodel-find (folder &optional query)
  "Find files below FOLDER while you type, and visit the selected ones.
QUERY is the initial query.  Interactively FOLDER is the current directory;
with a prefix argument, ask for it.  Files that .gitignore files name are
left out.

\\{viewmodel-find-map}"
  (interactive
   (list (if current-prefix-arg
             (read-directory-name "Find below: " nil nil t)
           default-directory)))
  (let ((folder (file-name-as-directory (expand-file-name folder))))
    (when (file-remote-p folder)
      (user-error "%s is on another machine than the host" folder))
    (condition-case err
        (let ((names (progn
                       (setq viewmodel-find--last-folder folder)
                       (viewmodel-find-read "Find: " :folder folder
                                            :query query))))
          (dolist (name (reverse names))
            (find-file (concat folder name))))
      (viewmodel-host-error
       (user-error "%s" (viewmodel-host-error-message err))))))

;;;###autoload
(defun viewmodel-find-resume ()
  "Continue the last search of `viewmodel-find', with its folder and query."
  (interactive)
  (viewmodel-find (or viewmodel-find--last-folder default-directory)
                  viewmodel-find--last-query))

(provide 'viewmodel-find)
;;; viewmodel-find.el ends here
