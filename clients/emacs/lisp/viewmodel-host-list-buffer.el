;;; viewmodel-host-list-buffer.el --- Buffers for lists of any length  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer with the rows of a list that an instance observes through a window:
;; those that are seen, and some above and below, each a line.  Scrolling moves
;; the window, so that the list may be of any length.  Rows are counted from 0.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host)
(require 'viewmodel-host-list-draw)

(defvar viewmodel-host-list-buffer-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map [remap beginning-of-buffer] #'viewmodel-host-list-first)
    (define-key map [remap end-of-buffer] #'viewmodel-host-list-last)
    map)
  "Keymap for `viewmodel-host-list-buffer-mode'.")

(define-minor-mode viewmodel-host-list-buffer-mode
  "Show a list, of which the buffer has those rows that are seen.
`viewmodel-host-list-buffer' turns it on.

\\{viewmodel-host-list-buffer-mode-map}"
  :lighter nil :interactive nil
  (let ((hooks '((post-command-hook . viewmodel-host-list-buffer--follow)
                 (window-configuration-change-hook
                  . viewmodel-host-list-buffer--follow)
                 (window-scroll-functions
                  . viewmodel-host-list-buffer--scrolled)
                 (kill-buffer-hook . viewmodel-host-list-buffer--end)
                 (change-major-mode-hook . viewmodel-host-list-buffer--end))))
    (dolist (hook hooks)
      (if viewmodel-host-list-buffer-mode
          (add-hook (car hook) (cdr hook) nil t)
        (remove-hook (car hook) (cdr hook) t)))))

(cl-defun viewmodel-host-list-buffer
    (instance output
              &key (buffer (generate-new-buffer (format "*%s*" output)))
              (format #'viewmodel-host-json-shown) margin on-shown)
  "Have BUFFER show the list OUTPUT of INSTANCE, and return BUFFER.
OUTPUT is observed through a window.  FORMAT is called with a row and its
index, or with the row alone, and returns a string, which may have
properties; left out, rows are shown as JSON, in short.  MARGIN is how many
rows above and below those that are seen are there at least; left out, as
many as are seen.  ON-SHOWN is called, in BUFFER, when rows were shown anew.

Signal `viewmodel-host-invalid-value' if OUTPUT is not observed so.

\(fn INSTANCE OUTPUT &key BUFFER FORMAT MARGIN ON-SHOWN)"
  (let ((value (viewmodel-host-get instance (intern (format "%s" output)))))
    (unless (or (eq value :null)
                (and (consp value) (assq 'total value) (assq 'items value)))
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-invalid-value
        (format "%s does not observe %s through a window: it is %s"
                (viewmodel-host-id instance) output
                (viewmodel-host-json-shown value)))))
    (unless (or (null margin) (natnump margin))
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-invalid-value
        (format "A margin is a number of rows, not %S" margin)))))
  (with-current-buffer buffer
    (viewmodel-host-list-buffer--end)
    (unless (derived-mode-p 'special-mode) (special-mode))
    (setq-local truncate-lines t buffer-undo-list t)
    (with-silent-modifications (erase-buffer))
    (let ((list (viewmodel-host-list-buffer--make
                 :instance instance :output (format "%s" output)
                 :format format :margin margin :on-shown on-shown)))
      (setq viewmodel-host-list-buffer--list list)
      (setf (viewmodel-host-list-buffer--off list)
            (viewmodel-host-on-change
             instance (lambda (_)
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer
                            (viewmodel-host-list-render))))))
      (viewmodel-host-list-buffer-mode)
      (viewmodel-host-list-render))
    buffer))

(defun viewmodel-host-list-buffer--end ()
  "Show the list no longer."
  (when viewmodel-host-list-buffer--list
    (funcall (viewmodel-host-list-buffer--off
              viewmodel-host-list-buffer--list))
    (setq viewmodel-host-list-buffer--list nil)
    (viewmodel-host-list-buffer-mode -1)))

;;; Rows

(defun viewmodel-host-list-total ()
  "How many rows the list of the buffer has."
  (car (viewmodel-host-list-buffer--value (viewmodel-host-list-buffer--get))))

(defun viewmodel-host-list-index ()
  "The index of the row that point is on, or is to go to; nil if there is none."
  (let* ((list (viewmodel-host-list-buffer--get))
         (index (or (viewmodel-host-list-buffer--target list)
                    (viewmodel-host-list-buffer--row-at (point)))))
    (and (< index (viewmodel-host-list-total)) index)))

(defun viewmodel-host-list-row (&optional index)
  "The row INDEX, or that which point is on; nil if it is not there."
  (let* ((list (viewmodel-host-list-buffer--get))
         (index (or index (viewmodel-host-list-index)))
         (place (and index (- index (viewmodel-host-list-buffer--offset list))))
         (items (viewmodel-host-list-buffer--items list)))
    (and place (<= 0 place) (< place (length items)) (aref items place))))

(defun viewmodel-host-list-go-to (index)
  "Put point on the row INDEX, and have it fetched, if need be.
What is less than 0 is the first, what is too much the last."
  (setf (viewmodel-host-list-buffer--target (viewmodel-host-list-buffer--get))
        (max 0 (min index (1- (viewmodel-host-list-total)))))
  (viewmodel-host-list-buffer--arrive)
  (viewmodel-host-list-buffer--follow))

(defun viewmodel-host-list-move (count)
  "Move point by COUNT rows.  Rows that were asked for, but not shown, count."
  (viewmodel-host-list-go-to
   (+ count (or (viewmodel-host-list-buffer--target
                 (viewmodel-host-list-buffer--get))
                (viewmodel-host-list-buffer--row-at (point))))))

(defun viewmodel-host-list-first (&optional index)
  "Go to the first row of the list, or with a prefix argument to the row INDEX.
That counts from 1."
  (interactive "P")
  (push-mark)
  (viewmodel-host-list-go-to
   (if index (1- (prefix-numeric-value index)) 0)))

(defun viewmodel-host-list-last ()
  "Go to the last row of the list."
  (interactive)
  (push-mark)
  (viewmodel-host-list-go-to (1- (viewmodel-host-list-total))))

;;; Moving the window

(defun viewmodel-host-list-buffer--seen (list window)
  "The first and the last row of LIST in WINDOW, as if there were no end."
  (let* ((height (max 1 (window-body-height window)))
         (first (viewmodel-host-list-buffer--row-at (window-start window)))
         (cursor (or (viewmodel-host-list-buffer--target list)
                     (viewmodel-host-list-buffer--row-at
                      (window-point window)))))
    (unless (<= first cursor (+ first height -1)) ; It is drawn there later.
      (setq first (- cursor (/ height 2))))
    (cons first (+ first height -1))))

(defun viewmodel-host-list-buffer--scrolled (window _start)
  "Move the window of the list after WINDOW was scrolled."
  (let ((buffer (window-buffer window)))
    ;; Not while it is drawn.
    (run-at-time 0 nil
                 (lambda ()
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (viewmodel-host-list-buffer--follow)))))))

(defun viewmodel-host-list-buffer--follow ()
  "Move the window of the list if what is seen comes near to one of its ends."
  (let* ((list viewmodel-host-list-buffer--list)
         (window (and list (viewmodel-host-list-buffer--window)))
         (instance (and list (viewmodel-host-list-buffer--instance list))))
    (when (and window (not (viewmodel-host-list-buffer--moving list))
               (not (viewmodel-host-closed-reason instance))
               (viewmodel-host-live-p (viewmodel-host-instance-host instance)))
      (pcase-let* ((`(,first . ,last)
                    (viewmodel-host-list-buffer--seen list window))
                   (height (1+ (- last first)))
                   (margin (or (viewmodel-host-list-buffer--margin list)
                               height))
                   (`(,total ,offset ,items)
                    (viewmodel-host-list-buffer--value list))
                   (stop (+ offset (length items))))
        (setq first (max first 0)
              last (min last (1- total)))
        (when (and (<= first last)
                   (or (and (< (- first margin) offset) (> offset 0))
                       (and (>= (+ last margin) stop) (< stop total))))
          ;; Twice the margin, so that not each row is something to ask for.
          (viewmodel-host-list-buffer--ask list (max 0 (- first (* 2 margin)))
                                           (+ height (* 4 margin))))))))

(defun viewmodel-host-list-buffer--ask (list offset limit)
  "Ask for LIMIT rows of LIST from OFFSET on, for the current buffer."
  (let* ((buffer (current-buffer))
         (arrived (lambda (err)
                    (setf (viewmodel-host-list-buffer--moving list) nil)
                    (when err
                      (message "%s" (viewmodel-host-error-message err)))
                    (when (and (not err) (buffer-live-p buffer))
                      (with-current-buffer buffer
                        (when (eq list viewmodel-host-list-buffer--list)
                          (viewmodel-host-list-buffer--follow)))))))
    (setf (viewmodel-host-list-buffer--moving list) t)
    (condition-case err
        (viewmodel-host-move-window-async
         (viewmodel-host-list-buffer--instance list)
         (viewmodel-host-list-buffer--output list) offset limit
         :success-fn (lambda (_) (funcall arrived nil))
         :error-fn arrived)
      (viewmodel-host-error (funcall arrived err)))))

(provide 'viewmodel-host-list-buffer)
;;; viewmodel-host-list-buffer.el ends here
