;;; viewmodel-host-chunks.el --- Long arrays with many edits  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; An array that items are put into and taken out of at many places: each costs
;; about the same however long it is.  A vector would have to be made anew.

;;; Code:

(require 'cl-lib)

(defconst viewmodel-host-chunks--most 512
  "So many items a piece has at most.")

(cl-defstruct (viewmodel-host-chunks
               (:constructor viewmodel-host-chunks--make) (:copier nil))
  (pieces nil :documentation "A vector of (COUNT . ITEMS).")
  (count 0)
  (at 0 :documentation "The piece that was used last; the next is mostly near.")
  (before 0 :documentation "How many items stand before it."))

(defun viewmodel-host-chunks-of (vector)
  "Chunks with the items of VECTOR."
  (let* ((size (/ viewmodel-host-chunks--most 2))
         (pieces (cl-loop for from from 0 below (length vector) by size
                          for items = (append (substring
                                               vector from
                                               (min (length vector)
                                                    (+ from size)))
                                              nil)
                          collect (cons (length items) items))))
    (viewmodel-host-chunks--make
     :count (length vector) :pieces (vconcat (or pieces (list (list 0)))))))

(defun viewmodel-host-chunks--seek (chunks index)
  "Find the place of INDEX in CHUNKS.
Return what stands before it in its piece: a cell whose cdr begins with the
item.  An INDEX past the end belongs to the last piece."
  (let* ((pieces (viewmodel-host-chunks-pieces chunks))
         (at (viewmodel-host-chunks-at chunks))
         (before (viewmodel-host-chunks-before chunks))
         (last (1- (length pieces))))
    (while (< index before)
      (setq at (1- at)
            before (- before (car (aref pieces at)))))
    (while (and (< at last) (>= index (+ before (car (aref pieces at)))))
      (setq before (+ before (car (aref pieces at)))
            at (1+ at)))
    (setf (viewmodel-host-chunks-at chunks) at
          (viewmodel-host-chunks-before chunks) before)
    (nthcdr (- index before) (aref pieces at))))

(defun viewmodel-host-chunks-get (chunks index)
  "The item of CHUNKS at INDEX."
  (cadr (viewmodel-host-chunks--seek chunks index)))

(defun viewmodel-host-chunks-put (chunks index value)
  "Make VALUE the item of CHUNKS at INDEX."
  (setcar (cdr (viewmodel-host-chunks--seek chunks index)) value))

(defun viewmodel-host-chunks-insert (chunks index value)
  "Put VALUE into CHUNKS before the item at INDEX."
  (let* ((cell (viewmodel-host-chunks--seek chunks index))
         (at (viewmodel-host-chunks-at chunks))
         (piece (aref (viewmodel-host-chunks-pieces chunks) at)))
    (setcdr cell (cons value (cdr cell)))
    (setcar piece (1+ (car piece)))
    (cl-incf (viewmodel-host-chunks-count chunks))
    (when (> (car piece) viewmodel-host-chunks--most)
      (viewmodel-host-chunks--split chunks at))))

(defun viewmodel-host-chunks--split (chunks at)
  "Make the piece of CHUNKS that is number AT two."
  (let* ((pieces (viewmodel-host-chunks-pieces chunks))
         (piece (aref pieces at))
         (half (/ (car piece) 2))
         (end (nthcdr half piece)))
    (setf (viewmodel-host-chunks-pieces chunks)
          (vconcat (substring pieces 0 (1+ at))
                   (list (cons (- (car piece) half) (cdr end)))
                   (substring pieces (1+ at))))
    (setcdr end nil)
    (setcar piece half)))

(defun viewmodel-host-chunks-remove (chunks index)
  "Take the item at INDEX out of CHUNKS."
  (let* ((cell (viewmodel-host-chunks--seek chunks index))
         (at (viewmodel-host-chunks-at chunks))
         (pieces (viewmodel-host-chunks-pieces chunks))
         (piece (aref pieces at)))
    (setcdr cell (cddr cell))
    (setcar piece (1- (car piece)))
    (cl-decf (viewmodel-host-chunks-count chunks))
    (when (and (= 0 (car piece)) (< 1 (length pieces)))
      (setf (viewmodel-host-chunks-pieces chunks)
            (vconcat (substring pieces 0 at) (substring pieces (1+ at)))
            (viewmodel-host-chunks-at chunks) 0
            (viewmodel-host-chunks-before chunks) 0))))

(defun viewmodel-host-chunks-vector (chunks)
  "A vector of the items of CHUNKS."
  (apply #'vconcat (mapcar #'cdr (viewmodel-host-chunks-pieces chunks))))

(provide 'viewmodel-host-chunks)
;;; viewmodel-host-chunks.el ends here
