;;; viewmodel-host-handle.el --- Structures that print in short  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What this package hands out, such as hosts and instances, holds processes,
;; tables and functions, each of which leads to the others.  `M-:' would print
;; all of that.  So most slots are in a structure of their own, which is the
;; value of an uninterned symbol: that prints as its name, "…".
;;
;;   #s(viewmodel-host-instance "counter" "c" …)

;;; Code:

(require 'cl-lib)

(defmacro viewmodel-host--define-handle (name docstring shown hidden)
  "Define the structure NAME, described by DOCSTRING.
SHOWN and HIDDEN are lists of slots as in `cl-defstruct'; only those of
SHOWN are printed.  All have accessors NAME--SLOT; NAME--make makes one."
  (declare (indent 1) (doc-string 2))
  (cl-flet ((named (pattern) (intern (format pattern name)))
            (slot (description) (or (car-safe description) description)))
    (let ((names (mapcar #'slot hidden)))
      `(progn
         (cl-defstruct (,(named "%s--hidden")
                        (:constructor ,(named "%s--make-hidden"))
                        (:copier nil) (:predicate nil))
           ,@hidden)
         (cl-defstruct (,name (:constructor ,(named "%s--make-shown"))
                              (:conc-name ,(named "%s--"))
                              (:copier nil))
           ,docstring
           ,@shown rest)
         ,@(mapcar
            (lambda (hidden)
              `(cl-defsubst ,(intern (format "%s--%s" name hidden)) (object)
                 ,(format "The slot `%s' of OBJECT." hidden)
                 (,(intern (format "%s--hidden-%s" name hidden))
                  (symbol-value (,(named "%s--rest") object)))))
            names)
         (defun ,(named "%s--make") (&rest slots)
           ,(format "A new `%s' with SLOTS, keywords and values." name)
           (let ((rest (make-symbol "…")) shown hidden)
             (while slots
               (let ((key (pop slots)) (value (pop slots)))
                 (if (memq key ',(mapcar (lambda (each)
                                           (intern (format ":%s" each)))
                                         names))
                     (setq hidden (cons key (cons value hidden)))
                   (setq shown (cons key (cons value shown))))))
             (set rest (apply #',(named "%s--make-hidden") hidden))
             (apply #',(named "%s--make-shown") :rest rest shown)))))))

(provide 'viewmodel-host-handle)
;;; viewmodel-host-handle.el ends here
