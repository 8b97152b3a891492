;;; viewmodel-find-session.el --- A finder that is open  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Its host and instance, how the minibuffer shows them, and how it goes on when
;; the host dies.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'viewmodel-host)
(require 'viewmodel-find-draw)

(defvar viewmodel-find-rows)

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
                   (viewmodel-find-draw-count state))
      (move-overlay (viewmodel-find--session-rows session)
                    (point-max) (point-max))
      (overlay-put
       (viewmodel-find--session-rows session) 'after-string
       (concat (propertize " " 'cursor t)
               (and problem (propertize (format "[%s]" problem) 'face 'error))
               (unless over
                 (viewmodel-find-draw-rows
                  state (if window (window-width window) (frame-width)))))))))

(defun viewmodel-find--draw-preview (session state)
  "Show the preview of STATE in the window that SESSION was begun in."
  (let ((preview (alist-get 'preview state))
        (window (minibuffer-selected-window))
        (buffer (viewmodel-find--session-preview session)))
    (when (and buffer (buffer-live-p buffer) (window-live-p window)
               (not (window-minibuffer-p window)))
      (with-current-buffer buffer
        (let ((text (viewmodel-find-draw-preview preview)))
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
    (viewmodel-host-move-window-async
     (viewmodel-find--session-instance session) 'matches
     offset viewmodel-find-rows :success-fn #'ignore :error-fn #'ignore)))

(defun viewmodel-find--typed ()
  "Ask for what stands in the minibuffer."
  (viewmodel-find--with session
    (let ((text (minibuffer-contents-no-properties)))
      (unless (equal text (viewmodel-find--session-query session))
        (setf (viewmodel-find--session-query session) text)
        (viewmodel-host-batch (viewmodel-find--session-host session)
          (viewmodel-host-input
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
  (let ((host (viewmodel-host-start)))
    (setf (viewmodel-find--session-host session) host
          (viewmodel-find--session-query session) ""
          (viewmodel-find--session-answered session) ""
          (viewmodel-find--session-offset session) 0
          (viewmodel-find--session-problem session) nil
          (viewmodel-find--session-instance session)
          (viewmodel-host-create
           host "finder"
           :parameters (viewmodel-find--session-parameters session)
           :observe `((matches :offset 0 :limit ,viewmodel-find-rows)
                      total candidates isSearching index selected preview)
           :on-change (lambda (_)
                        (viewmodel-find--note-found session)
                        (viewmodel-find--draw session))
           :on-event
           (lambda (name value)
             (if (equal name "accepted")
                 (setf (viewmodel-find--session-accepted session)
                       (viewmodel-find--original session value))
               (viewmodel-find--trouble session value)))))
    (viewmodel-host-on-died
     host (lambda (err) (viewmodel-find--died session err)))))

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
    (viewmodel-host-stop (viewmodel-find--session-host session))))

(provide 'viewmodel-find-session)
;;; viewmodel-find-session.el ends here
