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
(require 'viewmodel-host-errors)

(define-error 'viewmodel-host-patch-error
  "The patch does not fit" 'viewmodel-host-error)

(defvar viewmodel-host-patch--own nil
  "The containers that the patch under way has made: a hash table.
Only those may be changed in place.")

(defun viewmodel-host-patch-apply (document patch)
  "The document that DOCUMENT becomes by PATCH, a vector of operations.
Signal `viewmodel-host-patch-error' if PATCH is malformed or does not fit."
  (let ((viewmodel-host-patch--own (make-hash-table :test #'eq :size 4))
        (max-lisp-eval-depth (max max-lisp-eval-depth 20000)))
    (mapc (lambda (operation)
            (setq document (viewmodel-host-patch--apply document operation)))
          patch)
    document))

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

(defun viewmodel-host-patch--child (container token)
  "The value that TOKEN names in CONTAINER."
  (if (vectorp container)
      (aref container (viewmodel-host-patch--index token (length container)))
    (cdr (viewmodel-host-patch--member container token))))

(defun viewmodel-host-patch--member (object token)
  "The cell of the alist OBJECT that TOKEN names."
  (or (and (listp object) (assq (intern token) object))
      (viewmodel-host-patch--fail "there is nothing at %S" token)))

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
        ((gethash container viewmodel-host-patch--own) container)
        ((vectorp container)
         (viewmodel-host-patch--made (copy-sequence container)))
        ((consp container)
         (viewmodel-host-patch--made (copy-alist container)))
        (t (viewmodel-host-patch--fail "the path leads into %S" container))))

(defun viewmodel-host-patch--made (container)
  "Note that CONTAINER is new, and return it."
  (when container
    (puthash container t viewmodel-host-patch--own))
  container)

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

(defun viewmodel-host-patch--put (container token value)
  "Make VALUE what TOKEN names in CONTAINER, which is changed in place."
  (if (vectorp container)
      (aset container (viewmodel-host-patch--index token (length container))
            value)
    (setcdr (viewmodel-host-patch--member container token) value))
  container)

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
       (if (vectorp container)
           (let* ((length (length container))
                  (index (if (equal token "-")
                             length
                           (viewmodel-host-patch--index token (1+ length)))))
             (viewmodel-host-patch--made
              (vconcat (substring container 0 index)
                       (vector value)
                       (substring container index))))
         (let* ((key (intern token))
                (cell (assq key container)))
           (if cell
               (progn (setcdr cell value) container)
             (viewmodel-host-patch--made
              (nconc container (list (cons key value)))))))))))

(defun viewmodel-host-patch--remove (document tokens)
  "DOCUMENT without what TOKENS lead to."
  (unless tokens
    (viewmodel-host-patch--fail "the whole document cannot be removed"))
  (viewmodel-host-patch--edit
   document tokens
   (lambda (container token)
     (if (vectorp container)
         (let ((index (viewmodel-host-patch--index token (length container))))
           (viewmodel-host-patch--made
            (vconcat (substring container 0 index)
                     (substring container (1+ index)))))
       (viewmodel-host-patch--made
        (delq (viewmodel-host-patch--member container token) container))))))

(provide 'viewmodel-host-patch)
;;; viewmodel-host-patch.el ends here
