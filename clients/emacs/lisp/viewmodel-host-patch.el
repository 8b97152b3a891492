;;; viewmodel-host-patch.el --- JSON Patch for the viewmodel-host client  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; JSON Pointer (RFC 6901) and the operations of JSON Patch (RFC 6902) that
;; hosts write: add, remove, replace and move.
;;
;; A document is never changed in place: what a patch touches is copied, once
;; for the whole patch, and the rest is shared.  So a patch that does not fit
;; leaves nothing behind, and a state that was handed out stays what it was.

;;; Code:

(require 'seq)
(require 'subr-x)
(require 'viewmodel-host-chunks)
(require 'viewmodel-host-errors)

(define-error 'viewmodel-host-patch-error
  "The patch does not fit" 'viewmodel-host-error)

(defvar viewmodel-host-patch--own nil
  "The containers that the patch under way has made; only those may be changed.
A list while they are few, then a hash table.")

(defvar viewmodel-host-patch--chunked nil
  "Whether an array is in chunks while the patch under way is applied.")

(defvar viewmodel-host-patch--many nil
  "Whether the patch under way has so many operations that chunks are worth it.")

(defconst viewmodel-host-patch--long 256
  "Arrays with more items are in chunks while many operations are applied.")

(defun viewmodel-host-patch-apply (document patch)
  "The document that DOCUMENT becomes by PATCH, a vector of operations.
Signal `viewmodel-host-patch-error' if PATCH is malformed or does not fit."
  (let ((viewmodel-host-patch--own nil)
        (viewmodel-host-patch--chunked nil)
        (viewmodel-host-patch--many (> (length patch) 3))
        (max-lisp-eval-depth (max max-lisp-eval-depth 20000)))
    (mapc (lambda (operation)
            (setq document
                  (or (viewmodel-host-patch--replace-output document operation)
                      (viewmodel-host-patch--apply document operation))))
          patch)
    (if viewmodel-host-patch--chunked
        (viewmodel-host-patch--finish document)
      document)))

(defun viewmodel-host-patch--replace-output (document operation)
  "Apply OPERATION, if it is to replace a member of DOCUMENT; else return nil.
This is what most operations do."
  (when (and (consp document) (consp operation) (listp (cdr operation))
             (equal "replace" (alist-get 'op operation)))
    (let ((path (alist-get 'path operation))
          (value (assq 'value operation)))
      (when (and value (stringp path) (> (length path) 0)
                 (eq ?/ (aref path 0))
                 (not (string-match-p "[/~]" path 1)))
        (let* ((mine (viewmodel-host-patch--writable document))
               (cell (viewmodel-host-patch--cell mine (substring path 1))))
          (when cell
            (setcdr cell (cdr value))
            mine))))))

(defun viewmodel-host-patch--own-p (container)
  "Whether the patch under way has made CONTAINER."
  (if (hash-table-p viewmodel-host-patch--own)
      (gethash container viewmodel-host-patch--own)
    (memq container viewmodel-host-patch--own)))

(defun viewmodel-host-patch--made (container)
  "Note that CONTAINER is new, and return it."
  (cond ((null container))
        ((hash-table-p viewmodel-host-patch--own)
         (puthash container t viewmodel-host-patch--own))
        ((< (length viewmodel-host-patch--own) 8)
         (push container viewmodel-host-patch--own))
        (t
         (let ((table (make-hash-table :test #'eq)))
           (dolist (each viewmodel-host-patch--own) (puthash each t table))
           (puthash container t table)
           (setq viewmodel-host-patch--own table))))
  container)

(defun viewmodel-host-patch--finish (node)
  "NODE, with vectors in place of the chunks in what the patch has made."
  (cond ((viewmodel-host-chunks-p node)
         (vconcat (mapcar #'viewmodel-host-patch--finish
                          (viewmodel-host-chunks-vector node))))
        ((or (not node) (not (viewmodel-host-patch--own-p node))) node)
        ((vectorp node)
         (dotimes (index (length node))
           (aset node index (viewmodel-host-patch--finish (aref node index))))
         node)
        (t
         (dolist (cell node node)
           (setcdr cell (viewmodel-host-patch--finish (cdr cell)))))))

(defun viewmodel-host-patch--fail (format &rest arguments)
  "Signal that the patch does not fit: FORMAT filled in with ARGUMENTS."
  (signal 'viewmodel-host-patch-error
          (list (apply #'format format arguments))))

(defun viewmodel-host-patch--apply (document operation)
  "The document that DOCUMENT becomes by one OPERATION."
  (unless (and (consp operation) (listp (cdr operation)))
    (viewmodel-host-patch--fail "an operation is an object, not %S" operation))
  (let ((tokens (viewmodel-host-patch-pointer (alist-get 'path operation))))
    (pcase (alist-get 'op operation)
      ("add" (viewmodel-host-patch--add
              document tokens (viewmodel-host-patch--value operation)))
      ("replace" (viewmodel-host-patch--replace
                  document tokens (viewmodel-host-patch--value operation)))
      ("remove" (viewmodel-host-patch--remove document tokens))
      ("move"
       (let* ((from (viewmodel-host-patch-pointer (alist-get 'from operation)))
              (value (viewmodel-host-patch-resolve document from)))
         (when (and (< (length from) (length tokens))
                    (equal from (seq-take tokens (length from))))
           (viewmodel-host-patch--fail "%S cannot move into itself" from))
         (if (equal from tokens)
             document
           (viewmodel-host-patch--add
            (viewmodel-host-patch--remove document from) tokens value))))
      (op (viewmodel-host-patch--fail "there is no operation %S" op)))))

(defun viewmodel-host-patch--value (operation)
  "The value that OPERATION must have."
  (cdr (or (assq 'value operation)
           (viewmodel-host-patch--fail "%S has no value" operation))))

(defun viewmodel-host-patch-pointer (pointer)
  "The reference tokens of POINTER, a JSON Pointer; nil for the whole document."
  (unless (and (stringp pointer)
               (or (string-empty-p pointer) (eq ?/ (aref pointer 0)))
               (not (string-match-p "~\\(?:[^01]\\|\\'\\)" pointer)))
    (viewmodel-host-patch--fail "%S is not a JSON Pointer" pointer))
  (mapcar (lambda (token)
            (if (string-match-p "~" token)
                (replace-regexp-in-string
                 "~0" "~" (replace-regexp-in-string "~1" "/" token t t) t t)
              token))
          (cdr (split-string pointer "/"))))

(defun viewmodel-host-patch-resolve (document tokens)
  "The value in DOCUMENT that the reference TOKENS lead to."
  (dolist (token tokens document)
    (setq document (viewmodel-host-patch--child document token))))

;;; Containers: alists, vectors, and chunks in their place

(defun viewmodel-host-patch--length (array)
  "How many items ARRAY has; nil if it is an object."
  (cond ((vectorp array) (length array))
        ((viewmodel-host-chunks-p array) (viewmodel-host-chunks-count array))))

(defun viewmodel-host-patch--child (container token)
  "The value that TOKEN names in CONTAINER."
  (let* ((length (viewmodel-host-patch--length container))
         (index (and length (viewmodel-host-patch--index token length))))
    (cond ((null length)
           (cdr (viewmodel-host-patch--member container token)))
          ((vectorp container) (aref container index))
          (t (viewmodel-host-chunks-get container index)))))

(defun viewmodel-host-patch--member (object token)
  "The cell of the alist OBJECT that TOKEN names."
  (or (and (listp object) (viewmodel-host-patch--cell object token))
      (viewmodel-host-patch--fail "there is nothing at %S" token)))

(defun viewmodel-host-patch--cell (object name)
  "The cell of the alist OBJECT with the key NAME, a string, or nil.
No symbol is made of a name that there is not."
  (let ((key (intern-soft name)))
    (and (or key (equal name "nil"))
         (assq key object))))

(defun viewmodel-host-patch--index (token end)
  "The number that TOKEN is, if it is an index below END."
  (unless (string-match-p "\\`\\(?:0\\|[1-9][0-9]*\\)\\'" token)
    (viewmodel-host-patch--fail "%S is not an index" token))
  (let ((index (string-to-number token)))
    (unless (< index end)
      (viewmodel-host-patch--fail "%s is past the end of the array" token))
    index))

(defun viewmodel-host-patch--writable (container)
  "CONTAINER, or a copy of it that may be changed in place."
  (cond ((null container) nil)
        ((viewmodel-host-patch--own-p container) container)
        ((vectorp container)
         (viewmodel-host-patch--made (copy-sequence container)))
        ((consp container)
         (viewmodel-host-patch--made (copy-alist container)))
        (t (viewmodel-host-patch--fail "the path leads into %S" container))))

(defun viewmodel-host-patch--put (container token value)
  "Make VALUE what TOKEN names in CONTAINER, which is changed in place."
  (let* ((length (viewmodel-host-patch--length container))
         (index (and length (viewmodel-host-patch--index token length))))
    (cond ((null length)
           (setcdr (viewmodel-host-patch--member container token) value))
          ((vectorp container) (aset container index value))
          (t (viewmodel-host-chunks-put container index value))))
  container)

(defun viewmodel-host-patch--movable (array)
  "ARRAY, or chunks in its place if it is long and much is done to it."
  (if (and viewmodel-host-patch--many (vectorp array)
           (> (length array) viewmodel-host-patch--long))
      (progn
        (setq viewmodel-host-patch--chunked t)
        (viewmodel-host-patch--made (viewmodel-host-chunks-of array)))
    array))

;;; The operations

(defun viewmodel-host-patch--edit (node tokens change)
  "NODE with the container that all TOKENS but the last lead to changed.
CHANGE is called with that container, which may be changed in place,
and the last token; it returns the new one."
  (let ((mine (viewmodel-host-patch--writable node)))
    (if (null (cdr tokens))
        (funcall change mine (car tokens))
      (viewmodel-host-patch--put
       mine (car tokens)
       (viewmodel-host-patch--edit
        (viewmodel-host-patch--child mine (car tokens)) (cdr tokens) change)))))

(defun viewmodel-host-patch--replace (document tokens value)
  "DOCUMENT with VALUE in the place of what TOKENS lead to."
  (if (null tokens)
      value
    (viewmodel-host-patch--edit
     document tokens
     (lambda (container token)
       (viewmodel-host-patch--put container token value)))))

(defun viewmodel-host-patch--add (document tokens value)
  "DOCUMENT with VALUE added where TOKENS lead to."
  (if (null tokens)
      value
    (viewmodel-host-patch--edit
     document tokens
     (lambda (container token)
       (let* ((length (viewmodel-host-patch--length container))
              (index (cond ((null length) nil)
                           ((equal token "-") length)
                           (t (viewmodel-host-patch--index
                               token (1+ length)))))
              (array (and length (viewmodel-host-patch--movable container))))
         (cond ((null length)
                (viewmodel-host-patch--add-member container token value))
               ((vectorp array)
                (viewmodel-host-patch--made
                 (vconcat (substring array 0 index) (vector value)
                          (substring array index))))
               (t (viewmodel-host-chunks-insert array index value)
                  array)))))))

(defun viewmodel-host-patch--add-member (object token value)
  "OBJECT, which is changed in place, with VALUE as the member TOKEN."
  (let* ((key (intern token))
         (cell (assq key object)))
    (if cell
        (progn (setcdr cell value) object)
      (viewmodel-host-patch--made (nconc object (list (cons key value)))))))

(defun viewmodel-host-patch--remove (document tokens)
  "DOCUMENT without what TOKENS lead to."
  (unless tokens
    (viewmodel-host-patch--fail "the whole document cannot be removed"))
  (viewmodel-host-patch--edit
   document tokens
   (lambda (container token)
     (let* ((length (viewmodel-host-patch--length container))
            (index (and length (viewmodel-host-patch--index token length)))
            (array (and length (viewmodel-host-patch--movable container))))
       (cond ((null length)
              (viewmodel-host-patch--made
               (delq (viewmodel-host-patch--member container token)
                     container)))
             ((vectorp array)
              (viewmodel-host-patch--made
               (vconcat (substring array 0 index)
                        (substring array (1+ index)))))
             (t (viewmodel-host-chunks-remove array index)
                array))))))

(provide 'viewmodel-host-patch)
;;; viewmodel-host-patch.el ends here
