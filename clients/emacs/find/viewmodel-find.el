;;; viewmodel-find.el --- Find files while typing  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (viewmodel-host "0.1.0"))
;; Keywords: files, convenience, matching
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `viewmodel-find' finds the files below a folder while one types in the
;; minibuffer, with the ViewModel `finder' of viewmodel-host: fzf's matching,
;; scores and syntax, and results while the folder is still walked.
;; `viewmodel-find-resume' goes on with the last search.  `viewmodel-find-read'
;; finds any lines, or those of a command, and returns what was chosen.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'viewmodel-host)

(defgroup viewmodel-find nil
  "Find files while typing."
  :group 'viewmodel-host)

(defcustom viewmodel-find-rows 12
  "How many rows are shown."
  :type '(restricted-sexp :match-alternatives (natnump)))

(defcustom viewmodel-find-preview t
  "Whether the head of the current file is shown, in the selected window."
  :type 'boolean)

(defvar viewmodel-find--last-folder nil "Where files were found last.")
(defvar viewmodel-find--last-query nil "What was typed last.")

;;; How rows look

(defface viewmodel-find-match '((t :inherit completions-common-part :weight bold))
  "Face for what matches.")

(defface viewmodel-find-current '((t :inherit highlight :extend t))
  "Face for the current row.")

(defface viewmodel-find-selected '((t :inherit success))
  "Face for the sign of a row that is chosen.")

(defface viewmodel-find-count '((t :inherit shadow))
  "Face for how many rows there are.")

(defun viewmodel-find--printable (text)
  "TEXT with pictures in place of control characters, as many as there are.
Characters that turn the direction of writing are such, too."
  (replace-regexp-in-string
   "[\0-\37\177\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
   (lambda (match)
     (let ((char (aref match 0)))
       (string (cond ((< char 32) (+ #x2400 char))
                     ((= char 127) #x2421)
                     (t #xfffd)))))
   text t t))

(defun viewmodel-find--part (text ranges width)
  "The part of TEXT that is shown in WIDTH columns, as (START . END).
That is its start if all RANGES are in it, and else what ends with them."
  (let* ((size (length text))
         (end (if (> (length ranges) 0)
                  (aref (aref ranges (1- (length ranges))) 1)
                0))
         (room (max 0 (1- width))))     ; For the ellipsis.
    (cond ((<= (string-width text) width) (cons 0 size))
          ((<= (string-width (substring text 0 end)) room)
           (cons 0 (length (truncate-string-to-width text room))))
          (t
           (when (< end size) (setq room (max 0 (1- room))))
           (let ((start (max 0 (- end room))))
             (while (and (< start end)
                         (> (string-width (substring text start end)) room))
               (cl-incf start))
             (cons start end))))))

(defun viewmodel-find--fit (text ranges width)
  "TEXT in WIDTH columns, with a face on RANGES, a vector of vectors.
Each of them is a start and an end, in characters."
  (let ((text (viewmodel-find--printable text)))
    (mapc (lambda (range)
            (add-face-text-property (aref range 0)
                                    (min (aref range 1) (length text))
                                    'viewmodel-find-match nil text))
          ranges)
    (pcase-let ((`(,start . ,end)
                 (viewmodel-find--part text ranges width)))
      (concat (if (> start 0) "…" "")
              (substring text start end)
              (if (< end (length text)) "…" "")))))

(defun viewmodel-find--row-lines (state width)
  "The rows of STATE, an alist, as lines of WIDTH columns, the first one empty."
  (let-alist state
    (let ((chosen (mapcar (lambda (item) (alist-get 'id item)) .selected))
          (number .matches.offset))
      (mapconcat
       (lambda (item)
         (let ((line (concat
                      (if (= number .index) ">" " ")
                      (if (memql (alist-get 'id item) chosen)
                          (propertize "+" 'face 'viewmodel-find-selected)
                        " ")
                      (viewmodel-find--fit (alist-get 'text item)
                                           (alist-get 'ranges item)
                                           (- width 3)))))
           (setq line (concat "\n" line))
           (when (= number .index)
             (add-face-text-property 1 (length line)
                                     'viewmodel-find-current t line))
           (cl-incf number)
           line))
       .matches.items ""))))

(defun viewmodel-find--count-text (state)
  "How many rows of STATE, an alist, there are, as text."
  (let-alist state
    (propertize (format "%d/%d%s%s " .total .candidates
                        (if (> (length .selected) 0)
                            (format " (%d)" (length .selected))
                          "")
                        (if (eq t .isSearching) " …" ""))
                'face 'viewmodel-find-count)))

(defun viewmodel-find--preview-text (preview)
  "The text of PREVIEW, an alist or :null."
  (if (eq preview :null) ""
    (let-alist preview
      (cond ((stringp .message) (propertize .message 'face 'shadow))
            (t (concat (mapconcat (lambda (line) (concat line "\n")) .lines "")
                       (if (eq t .isTruncated) "…\n" "")))))))

;;; A finder that is open

(cl-defstruct (viewmodel-find--session (:constructor viewmodel-find--make)
                                       (:copier nil))
  (parameters nil :documentation "Those of the instance, an alist.")
  host instance
  ;; What was last asked for: the query, and where the window is to be.
  query offset
  (answered nil :documentation "The last query that the host has taken in.")
  (may-restart t :documentation "Whether a host that dies is replaced.")
  (over nil :documentation "Whether it died for good.")
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
  "Show the state of SESSION, when its window is on the current row."
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
Of one that is over it is why."
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
  "Show the preview of STATE in the window that SESSION was begun in."
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

;;; What is typed

(defmacro viewmodel-find--with (session &rest body)
  "Evaluate BODY with SESSION bound to that of the minibuffer.
An error of the host is shown there, but for its death, which
`viewmodel-find--died' takes care of."
  (declare (indent 1) (debug t))
  `(let ((,session viewmodel-find--session))
     (when (and ,session (not (viewmodel-find--session-over ,session)))
       (condition-case err
           (progn ,@body)
         (viewmodel-host-died nil)
         (viewmodel-host-error
          (minibuffer-message "%s" (viewmodel-host-error-message err)))))))

(defun viewmodel-find--scroll (session offset)
  "Have the window of SESSION on the matches begin at OFFSET."
  (unless (= offset (viewmodel-find--session-offset session))
    (setf (viewmodel-find--session-offset session) offset)
    (viewmodel-host-request-async
     (viewmodel-find--session-host session) "viewModel/window"
     `((id . ,(viewmodel-host-id (viewmodel-find--session-instance session)))
       (output . "matches") (offset . ,offset) (limit . ,viewmodel-find-rows))
     :error-fn #'ignore)))

(defun viewmodel-find--typed ()
  "Ask for what stands in the minibuffer."
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
  "Start a host that is of SESSION alone, and create the instance there."
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
  "The list of what TEXTS stand for in SESSION.
In what the host has read itself, a byte that is not UTF-8 is shown as
`\\xFF', and so is a backslash that could be taken for the start of such."
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
  "Go on with another host, as that of SESSION has died with ERR.
It has the same parameters, and is asked for what is typed.  If it dies,
too, before it has found anything, the reason is shown."
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
  "Have the host of SESSION replaced when it dies, if it has found all."
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
    (viewmodel-host-turn (viewmodel-find--session-host session)
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
      (setq viewmodel-find--last-query (viewmodel-find--session-query session))
      (viewmodel-find--end session))))

;;;###autoload
(defun viewmodel-find (folder &optional query)
  "Find files below FOLDER while typing, and visit what was chosen.
QUERY stands in the minibuffer at first.  Interactively FOLDER is the
current directory; with a prefix argument, ask for it.  What .gitignore
files name is left out.

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
  "Find files again where `viewmodel-find' did last, with what was typed."
  (interactive)
  (viewmodel-find (or viewmodel-find--last-folder default-directory)
                  viewmodel-find--last-query))

(provide 'viewmodel-find)
;;; viewmodel-find.el ends here
