;;; viewmodel-find-text.el --- What a finder shows  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The faces of a finder, and the texts of its rows, its count and its preview.

;;; Code:

(require 'cl-lib)
(require 'let-alist)

(defface viewmodel-find-match '((t :inherit completions-common-part :weight bold))
  "Face for the matching characters of a row."
  :group 'viewmodel-find)

(defface viewmodel-find-current '((t :inherit highlight :extend t))
  "Face for the current row."
  :group 'viewmodel-find)

(defface viewmodel-find-selected '((t :inherit success))
  "Face for the sign of a selected row."
  :group 'viewmodel-find)

(defface viewmodel-find-count '((t :inherit shadow))
  "Face for the number of rows."
  :group 'viewmodel-find)

(defun viewmodel-find--printable (text)
  "TEXT with a picture in place of each control character.
Characters that change the direction of writing are control characters, too."
  (replace-regexp-in-string
   "[\0-\37\177\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
   (lambda (match)
     (let ((char (aref match 0)))
       (string (cond ((< char 32) (+ #x2400 char))
                     ((= char 127) #x2421)
                     (t #xfffd)))))
   text t t))

(defun viewmodel-find--part (text ranges width)
  "The part of TEXT that fits in WIDTH columns, as (START . END).
It is the start of TEXT if that contains all RANGES.  Otherwise it ends where
the last of them ends."
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
Each range is a start and an end, in characters."
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
  "The rows of STATE, an alist, as lines of WIDTH columns after an empty line."
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
  "The number of rows of STATE, an alist, as text."
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

(provide 'viewmodel-find-text)
;;; viewmodel-find-text.el ends here
