;;; viewmodel-host-json.el --- JSON, and patches of it  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; JSON objects are alists with symbols as keys, arrays are vectors, and true,
;; false and null are t, `:false' and `:null'.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'let-alist)

(defun viewmodel-host--parse (text)
  "The value of TEXT, JSON."
  (condition-case nil
      (json-parse-string text :object-type 'alist
                         :null-object :null :false-object :false)
    ;; Before Emacs 30 it takes neither \u0000 nor integers of more than 64 bits.
    ;; The latter are doubles that the host writes so.
    (json-parse-error
     (let ((json-object-type 'alist) (json-array-type 'vector)
           (json-null :null) (json-false :false))
       (json-read-from-string
        (replace-regexp-in-string
         "\"[^\"\\]*\\(?:\\\\.[^\"\\]*\\)*\"\\|-?[0-9][-+.0-9eE]*"
         (lambda (part)
           (if (and (string-match-p "\\`-?[0-9]\\{19,\\}\\'" part)
                    (> (abs (string-to-number part)) (1- (ash 1 63))))
               (concat part ".0")
             part))
         text t t))))))

;;; Patches: add, remove and replace of RFC 6902

(defun viewmodel-host--patched (state patch)
  "Return STATE after PATCH, without changing it."
  (cl-reduce (lambda (state operation)
               (let-alist operation
                 (viewmodel-host--edit state (cdr (split-string .path "/"))
                                       .op .value)))
             patch :initial-value state))

(defun viewmodel-host--edit (node keys op value)
  "Return NODE after OP with VALUE at KEYS, of a JSON pointer."
  (cond
   ((null keys) value)
   ((vectorp node)
    (let ((index (string-to-number (car keys))))
      (if (not (or (cdr keys) (equal op "replace")))
          (vconcat (substring node 0 index)
                   (and (equal op "add") (list value))
                   (substring node (if (equal op "add") index (1+ index))))
        (setq value (viewmodel-host--edit (aref node index) (cdr keys) op value)
              node (copy-sequence node))
        (aset node index value)
        node)))
   (t
    (let* ((key (intern (string-replace
                         "~0" "~" (string-replace "~1" "/" (car keys)))))
           (old (assq key node)))
      (cond ((and old (or (cdr keys) (not (equal op "remove"))))
             (setq value (viewmodel-host--edit (cdr old) (cdr keys) op value))
             (mapcar (lambda (each) (if (eq each old) (cons key value) each))
                     node))
            (old (remq old node))
            ((or (cdr keys) (not (equal op "add"))) (error "There is no %s" key))
            (t (append node (list (cons key value)))))))))

(provide 'viewmodel-host-json)
;;; viewmodel-host-json.el ends here
