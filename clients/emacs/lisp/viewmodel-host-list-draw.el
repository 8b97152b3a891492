;;; viewmodel-host-list-draw.el --- Drawing lists of any length  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; How viewmodel-host-list-buffer.el shows the rows of a window, each a line, so
;; that what is seen stays where it is when the window has moved.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host)

(declare-function viewmodel-host-list-buffer--follow
                  "viewmodel-host-list-buffer" ())

(cl-defstruct (viewmodel-host-list-buffer
               (:constructor viewmodel-host-list-buffer--make)
               (:conc-name viewmodel-host-list-buffer--) (:copier nil)
               (:predicate nil))
  "What a buffer has to know to show the list OUTPUT of INSTANCE.
SHOWN is the vector of lines that it has, ITEMS that of their rows, OFFSET
the first of these.  TARGET is the row to go to until it is there, MOVING
whether the window is on its way."
  instance output format margin on-shown
  (offset 0) (items []) (shown []) target moving off)

(defvar-local viewmodel-host-list-buffer--list nil
  "The `viewmodel-host-list-buffer' of this buffer.")

(defun viewmodel-host-list-buffer--get ()
  "The list of the current buffer."
  (or viewmodel-host-list-buffer--list
      (user-error "This buffer shows no list")))

(defun viewmodel-host-list-buffer--value (list)
  "The value of LIST: total, offset and the vector of rows."
  (let ((value (alist-get (intern (viewmodel-host-list-buffer--output list))
                          (viewmodel-host-state
                           (viewmodel-host-list-buffer--instance list)))))
    (if (and (consp value) (vectorp (alist-get 'items value)))
        (list (alist-get 'total value) (alist-get 'offset value)
              (alist-get 'items value))
      (list 0 0 []))))             ; Null, or not observed any more.

;;; Lines and rows

(defun viewmodel-host-list-buffer--row-at (position)
  "The index of the row at POSITION in the buffer."
  (+ (viewmodel-host-list-buffer--offset viewmodel-host-list-buffer--list)
     (1- (line-number-at-pos position t))))

(defun viewmodel-host-list-buffer--position (row)
  "Where ROW begins in the buffer, or the nearest that is there."
  (save-excursion
    (goto-char (point-min))
    (forward-line
     (- row (viewmodel-host-list-buffer--offset
             viewmodel-host-list-buffer--list)))
    (point)))

(defun viewmodel-host-list-buffer--window ()
  "The window that counts of those that show the buffer: the selected one."
  (if (eq (window-buffer) (current-buffer)) (selected-window)
    (get-buffer-window nil t)))

;;; Drawing

(defun viewmodel-host-list-buffer--moves (list offset items)
  "Where the rows of LIST are now that it has ITEMS, from OFFSET on.
Return a function that takes where a row was.  A row that is gone gives its
place to the next that is still there, or else to the last before it."
  (let ((places (make-hash-table :test #'equal))
        (before (viewmodel-host-list-buffer--items list))
        (start (viewmodel-host-list-buffer--offset list)))
    (dotimes (index (length items))
      (let ((id (viewmodel-host-list-buffer--id (aref items index))))
        (when id (puthash id (+ offset index) places))))
    (cl-flet ((place (index)
                (let ((id (viewmodel-host-list-buffer--id (aref before index))))
                  (and id (gethash id places)))))
      (lambda (row)
        (let ((from (- row start)))
          (or (and (<= 0 from) (< from (length before))
                   (or (cl-loop for index from from below (length before)
                                thereis (place index))
                       (cl-loop for index from (1- from) downto 0
                                thereis (place index))))
              row))))))

(defun viewmodel-host-list-buffer--id (row)
  "What ROW is told from others by: its member `id', or nil."
  (and (consp row) (alist-get 'id row)))

(defun viewmodel-host-list-buffer--lines (list offset items)
  "How ITEMS of LIST, from OFFSET on, are shown: a vector of strings."
  (let* ((format (viewmodel-host-list-buffer--format list))
         (most (cdr (func-arity format)))
         (both (or (eq most 'many) (> most 1)))
         (index (1- offset)))
    (vconcat
     (mapcar (lambda (row)
               (cl-incf index)
               (replace-regexp-in-string
                "\n" "^J"
                (if both (funcall format row index) (funcall format row))
                t t))
             items))))

(defun viewmodel-host-list-buffer--replace (old new)
  "Change those lines of the buffer, which are OLD, that differ from NEW."
  (let* ((most (min (length old) (length new)))
         (same (lambda (left right)
                 (equal-including-properties (aref old left) (aref new right))))
         (start (cl-loop for i below most while (funcall same i i) count t))
         (end (cl-loop for i from 1 to (- most start)
                       while (funcall same (- (length old) i)
                                      (- (length new) i))
                       count t)))
    (unless (= start (- (length old) end) (- (length new) end))
      (with-silent-modifications
        (save-excursion
          (goto-char (point-min))
          (forward-line start)
          (delete-region (point) (line-beginning-position
                                  (1+ (- (length old) start end))))
          (cl-loop for i from start below (- (length new) end)
                   do (insert (aref new i) "\n")))))))

(defun viewmodel-host-list-render ()
  "Show the rows that there are now.
It is called when the state has changed; call it when the format would give
something else."
  (pcase-let*
      ((list (viewmodel-host-list-buffer--get))
       (`(,total ,offset ,items) (viewmodel-host-list-buffer--value list))
       (lines (viewmodel-host-list-buffer--lines list offset items))
       (windows (mapcar (lambda (window)
                          (cons window
                                (mapcar #'viewmodel-host-list-buffer--row-at
                                        (list (window-start window)
                                              (window-point window)))))
                        (get-buffer-window-list nil nil t)))
       (row (viewmodel-host-list-buffer--row-at (point)))
       (column (current-column))
       (target (viewmodel-host-list-buffer--target list))
       (now (if (viewmodel-host--window-anchored-p
                 (viewmodel-host-list-buffer--instance list)
                 (viewmodel-host-list-buffer--output list))
                (viewmodel-host-list-buffer--moves list offset items)
              #'identity)))
    (viewmodel-host-list-buffer--replace
     (viewmodel-host-list-buffer--shown list) lines)
    (setf (viewmodel-host-list-buffer--offset list) offset
          (viewmodel-host-list-buffer--items list) items
          (viewmodel-host-list-buffer--shown list) lines
          (viewmodel-host-list-buffer--target list)
          (and target (max 0 (min (funcall now target) (1- total)))))
    (viewmodel-host-list-buffer--put-point (funcall now row) column)
    (pcase-dolist (`(,window ,start ,row) windows)
      (set-window-start window (viewmodel-host-list-buffer--position
                                (funcall now start))
                        t)
      (unless (eq window (selected-window))
        (set-window-point window (viewmodel-host-list-buffer--position
                                  (funcall now row)))))
    (viewmodel-host-list-buffer--arrive)
    (when (viewmodel-host-list-buffer--on-shown list)
      (funcall (viewmodel-host-list-buffer--on-shown list)))
    (force-mode-line-update)
    (viewmodel-host-list-buffer--follow)))

(defun viewmodel-host-list-buffer--put-point (row column)
  "Put point on ROW, in COLUMN, if it has one."
  (goto-char (viewmodel-host-list-buffer--position row))
  (move-to-column column))

(defun viewmodel-host-list-buffer--arrive ()
  "Put point on the row to go to, if that is there."
  (let* ((list viewmodel-host-list-buffer--list)
         (target (viewmodel-host-list-buffer--target list))
         (offset (viewmodel-host-list-buffer--offset list))
         (window (viewmodel-host-list-buffer--window)))
    (when (and target (>= target offset)
               (< target (+ offset (length (viewmodel-host-list-buffer--items
                                            list)))))
      (setf (viewmodel-host-list-buffer--target list) nil)
      (goto-char (viewmodel-host-list-buffer--position target))
      (when window (set-window-point window (point))))))

(provide 'viewmodel-host-list-draw)
;;; viewmodel-host-list-draw.el ends here
