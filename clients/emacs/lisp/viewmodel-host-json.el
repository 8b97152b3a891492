;;; viewmodel-host-json.el --- JSON for the viewmodel-host client  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; How JSON looks in Lisp, both ways:
;;
;;   object   an alist with symbols as keys, in order; {} is nil
;;   array    a vector; [] is []
;;   string   a string
;;   number   an integer or a float
;;   true     t
;;   false    :false
;;   null     :null
;;
;; So null, false, {} and [] are four different things, and `alist-get',
;; `let-alist' and pcase's `map' patterns read a state.  Mind that :false and
;; :null are not nil: ask (eq t VALUE).
;;
;; Integers are exact within 64 bits.  Greater ones, which hosts write only as
;; the shortest form of a double, become floats before Emacs 30.

;;; Code:

(require 'json)
(require 'seq)
(require 'viewmodel-host-errors)

(defconst viewmodel-host-json--depth 20000
  "What `max-lisp-eval-depth' is raised to for deeply nested values.")

(defun viewmodel-host-json-check ()
  "Signal an error if this Emacs was built without JSON support."
  (unless (and (fboundp 'json-parse-string)
               (or (not (fboundp 'json-available-p)) (json-available-p)))
    (viewmodel-host--signal
     (viewmodel-host--make-error
      'viewmodel-host-error
      "This Emacs was built without native JSON support (libjansson)"))))

(defun viewmodel-host-json-encode (value)
  "The JSON text of VALUE: one line in UTF-8, as a unibyte string.
Signal `viewmodel-host-invalid-value' if VALUE has no JSON form."
  (condition-case err
      (let* ((max-lisp-eval-depth
              (max max-lisp-eval-depth viewmodel-host-json--depth))
             (text (json-serialize value :null-object :null
                                   :false-object :false)))
        (if (multibyte-string-p text)
            (encode-coding-string text 'utf-8-unix t)
          text))
    (error
     (viewmodel-host--signal
      (viewmodel-host--make-error
       'viewmodel-host-invalid-value
       (or (viewmodel-host-json--no-object value)
           (format "A value has no JSON form: %s"
                   (viewmodel-host-json--reason err))))))))

(defun viewmodel-host-json--no-object (value)
  "What is wrong with a list in VALUE that is no object; nil if there is none."
  (cond ((vectorp value) (seq-some #'viewmodel-host-json--no-object value))
        ((or (not (consp value)) (keywordp (car value))) nil)
        ((not (proper-list-p value))
         (format "(%S . …) is no object: write ((%S . …))"
                 (car value) (car value)))
        ((seq-every-p #'consp value)
         (seq-some (lambda (member)
                     (if (and (car member) (symbolp (car member)))
                         (viewmodel-host-json--no-object (cdr member))
                       (format "A key of an object is a symbol, not %S"
                               (car member))))
                   value))
        (t
         (let ((print-length 5) (print-level 3))
           (format "A list is not an array: write %S"
                   (vconcat value))))))

(defun viewmodel-host-json--reason (err)
  "Why `json-serialize' failed with ERR."
  (pcase err
    (`(json-out-of-memory) "NaN, an infinity, or too much of it")
    (`(args-out-of-range ,number . ,_)
     (format "%s does not fit 64 bits" number))
    (_ (truncate-string-to-width (error-message-string err) 200 nil nil t))))

(defun viewmodel-host-json-decode (line)
  "The value of the JSON text LINE, a unibyte string in UTF-8.
Signal `viewmodel-host-protocol-error' if it is none."
  (condition-case err
      (let ((max-lisp-eval-depth
             (max max-lisp-eval-depth viewmodel-host-json--depth)))
        (condition-case err
            ;; The native parser takes UTF-8 as bytes, too.
            (json-parse-string line :object-type 'alist
                               :null-object :null :false-object :false)
          (json-parse-error
           (if (viewmodel-host-json--beyond-native-p err)
               (viewmodel-host-json--decode-in-lisp
                (decode-coding-string line 'utf-8-unix t))
             (signal (car err) (cdr err))))))
    (error
     (viewmodel-host--signal
      (viewmodel-host--make-error
       'viewmodel-host-protocol-error
       (format "the host wrote a line that is not JSON (%s): %s"
               (viewmodel-host-json--text
                (truncate-string-to-width (error-message-string err)
                                          120 nil nil t))
               (viewmodel-host-json-cut line)))))))

(defun viewmodel-host-json-cut (line)
  "The beginning of LINE, bytes, as error messages show it."
  (viewmodel-host-json--text
   (truncate-string-to-width
    (decode-coding-string (substring line 0 (min 320 (length line)))
                          'utf-8-unix)
    80 nil nil t)))

(defun viewmodel-host-json--text (text)
  "TEXT with \"?\" for what is no character."
  (concat (mapcar (lambda (char) (if (> char #x3fff7f) ?? char)) text)))

(defun viewmodel-host-json-shown (value)
  "VALUE as error messages show it; however large it is, this costs little."
  (truncate-string-to-width (viewmodel-host-json--shown value 3) 80 nil nil t))

(defun viewmodel-host-json--shown (value depth)
  "VALUE as text; of what is nested deeper than DEPTH, or long, the beginning."
  (let ((each (lambda (item) (viewmodel-host-json--shown item (1- depth)))))
    (pcase value
      ((pred stringp)
       (format "\"%s\"" (substring value 0 (min 100 (length value)))))
      ('t "true")
      (:false "false")
      (:null "null")
      (:missing "nothing")
      ('nil "{}")
      ((guard (= depth 0)) "…")
      ((pred vectorp)
       (format "[%s]" (mapconcat each (seq-take value 5) ",")))
      ((pred proper-list-p)
       (format "{%s}" (mapconcat (lambda (member)
                                   (format "\"%s\":%s" (car member)
                                           (funcall each (cdr member))))
                                 (seq-take value 5) ",")))
      (_ (format "%s" value)))))

(defun viewmodel-host-json--beyond-native-p (err)
  "Whether ERR is about JSON that the native parser cannot read.
The parser of Emacs 27 to 29 takes neither integers beyond 64 bits nor
the character U+0000."
  (and (stringp (cadr err))
       (string-match-p "too big integer\\|NUL byte\\|\\\\u0000" (cadr err))))

(defun viewmodel-host-json--decode-in-lisp (text)
  "The value of the JSON text TEXT, which the native parser does not take."
  (with-suppressed-warnings ((obsolete max-specpdl-size))
    (let ((max-specpdl-size (max max-specpdl-size 50000))
          (json-object-type 'alist)
          (json-array-type 'vector)
          (json-key-type 'symbol)
          (json-null :null)
          (json-false :false))
      (with-temp-buffer
        (insert text)
        (goto-char (point-min))
        (let ((value (json-read)))
          (skip-chars-forward " \t\r\n")
          (unless (eobp) (error "Trailing text"))
          (viewmodel-host-json--within-64-bits value))))))

(defun viewmodel-host-json--within-64-bits (value)
  "VALUE with the integers that do not fit 64 bits made floats."
  (cond ((integerp value)
         (if (<= (- (expt 2 63)) value (1- (expt 2 63))) value (float value)))
        ((floatp value)
         (if (= (abs value) 1.0e+INF) (error "Number out of range") value))
        ((vectorp value)
         (vconcat (mapcar #'viewmodel-host-json--within-64-bits value)))
        ((consp value)
         (mapcar (lambda (member)
                   (cons (car member)
                         (viewmodel-host-json--within-64-bits (cdr member))))
                 value))
        (t value)))

(defun viewmodel-host-json-depth (value)
  "How deep objects and arrays are nested in VALUE."
  (let ((depth 0)
        (level (list value)))
    (while (setq level (seq-filter (lambda (each)
                                     (or (vectorp each) (listp each)))
                                   level))
      (setq depth (1+ depth)
            level (mapcan (lambda (each)
                            (if (vectorp each)
                                (append each nil)
                              (mapcar #'cdr each)))
                          level)))
    depth))

(provide 'viewmodel-host-json)
;;; viewmodel-host-json.el ends here
