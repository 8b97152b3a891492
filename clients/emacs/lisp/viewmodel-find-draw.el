;;; viewmodel-find-draw.el --- How a finder's rows look  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The rows of a finder as text with faces, each in one line that fits.

;;; Code:

(require 'cl-lib)

(defface viewmodel-find-match '((t :inherit completions-common-part :weight bold))
  "Face for what matches."
  :group 'viewmodel-find)

(defface viewmodel-find-current '((t :inherit highlight :extend t))
  "Face for the current row."
  :group 'viewmodel-find)

(defface viewmodel-find-selected '((t :inherit success))
  "Face for the sign of a row that is chosen."
  :group 'viewmodel-find)

(defface viewmodel-find-count '((t :inherit shadow))
  "Face for how many rows there are."
  :group 'viewmodel-find)

(defun viewmodel-find-draw--printable (text)
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

(defun viewmodel-find-draw--part (text ranges width)
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

(defun viewmodel-find-draw-fit (text ranges width)
  "TEXT in WIDTH columns, with a face on RANGES, a vector of vectors.
Each of them is a start and an end, in characters."
  (let ((text (viewmodel-find-draw--printable text)))
    (mapc (lambda (range)
            (add-face-text-property (aref range 0)
                                    (min (aref range 1) (length text))
                                    'viewmodel-find-match nil text))
          ranges)
    (pcase-let ((`(,start . ,end)
                 (viewmodel-find-draw--part text ranges width)))
      (concat (if (> start 0) "…" "")
              (substring text start end)
              (if (< end (length text)) "…" "")))))

(defun viewmodel-find-draw-rows (state width)
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
                      (viewmodel-find-draw-fit (alist-get 'text item)
                                               (alist-get 'ranges item)
                                               (- width 3)))))
           (setq line (concat "\n" line))
           (when (= number .index)
             (add-face-text-property 1 (length line)
                                     'viewmodel-find-current t line))
           (cl-incf number)
           line))
       .matches.items ""))))

(defun viewmodel-find-draw-count (state)
  "How many rows of STATE, an alist, there are, as text."
  (let-alist state
    (propertize (format "%d/%d%s%s " .total .candidates
                        (if (> (length .selected) 0)
                            (format " (%d)" (length .selected))
                          "")
                        (if (eq t .isSearching) " …" ""))
                'face 'viewmodel-find-count)))

(defun viewmodel-find-draw-preview (preview)
  "The text of PREVIEW, an alist or :null."
  (if (eq preview :null) ""
    (let-alist preview
      (cond ((stringp .message) (propertize .message 'face 'shadow))
            (t (concat (mapconcat (lambda (line) (concat line "\n")) .lines "")
                       (if (eq t .isTruncated) "…\n" "")))))))

(provide 'viewmodel-find-draw)
;;; viewmodel-find-draw.el ends here
