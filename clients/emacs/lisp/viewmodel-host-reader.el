;;; viewmodel-host-reader.el --- Reads long lines in pieces  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The native parser reads a text in one call, in which Emacs takes no keys: a
;; line of some megabytes takes a quarter of a second.  So objects and arrays
;; that are long are walked through here, and the parser gets what is in them.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-json)

(defconst viewmodel-host-reader-least 65536
  "Lines of so many bytes are read in pieces.")

(defconst viewmodel-host-reader--piece 4096
  "An object or array of more bytes than this is walked through.")

(cl-defstruct (viewmodel-host-reader
               (:constructor viewmodel-host-reader--make) (:copier nil))
  "A line that is being read."
  line
  (buffer nil :documentation "A buffer with its bytes, while it is read.")
  (open nil
        :documentation "The objects and arrays around point, the inmost first.
Each is (KEY . ITEMS), the last item first; KEY is that of the member that
comes next, or `array'.")
  (state 'reading :documentation "`reading', `done', or `not-read'.")
  (value nil :documentation "The JSON value, when it is done."))

(defun viewmodel-host-reader-make (line)
  "A reader of LINE, a unibyte string."
  (let ((buffer (generate-new-buffer " *viewmodel-host-reader*" t)))
    (with-current-buffer buffer
      (set-buffer-multibyte nil)
      (buffer-disable-undo)
      (insert line)
      (goto-char (point-min)))
    (viewmodel-host-reader--make :line line :buffer buffer)))

(defun viewmodel-host-reader-end (reader)
  "Let go of what READER has made."
  (when (viewmodel-host-reader-buffer reader)
    (kill-buffer (viewmodel-host-reader-buffer reader))
    (setf (viewmodel-host-reader-buffer reader) nil)))

(defun viewmodel-host-reader-read (reader deadline)
  "Go on with READER until it is done, or DEADLINE, a time in seconds, has come.
Return whether it is done."
  (when (eq 'reading (viewmodel-host-reader-state reader))
    (let ((max-lisp-eval-depth
           (max max-lisp-eval-depth viewmodel-host-json--depth))
          (steps 0))
      (with-current-buffer (viewmodel-host-reader-buffer reader)
        (condition-case nil
            (while (and (eq 'reading (viewmodel-host-reader-state reader))
                        (or (/= 0 (% (cl-incf steps) 32))
                            (< (float-time) deadline)))
              (viewmodel-host-reader--step reader))
          (error (setf (viewmodel-host-reader-state reader) 'not-read))))))
  (unless (eq 'reading (viewmodel-host-reader-state reader))
    (viewmodel-host-reader-end reader)
    t))

(defun viewmodel-host-reader-result (reader)
  "The value of the line of READER, which is done.
Signal `viewmodel-host-protocol-error' if it is not JSON."
  (if (eq 'done (viewmodel-host-reader-state reader))
      (viewmodel-host-reader-value reader)
    ;; It is either no JSON, or has something rare, as numbers of 65 bits.
    (viewmodel-host-json-decode (viewmodel-host-reader-line reader))))

(defun viewmodel-host-reader--step (reader)
  "Read one item of what is open in READER, or its end."
  (let ((open (car (viewmodel-host-reader-open reader))))
    (viewmodel-host-reader--skip)
    (cond
     ((null open) (viewmodel-host-reader--item reader))
     ((eq (following-char) (if (eq 'array (car open)) ?\] ?}))
      (forward-char)
      (pop (viewmodel-host-reader-open reader))
      (viewmodel-host-reader--add
       reader (if (eq 'array (car open))
                  (vconcat (nreverse (cdr open)))
                (nreverse (cdr open)))))
     (t
      (when (cdr open) (viewmodel-host-reader--pass ?,))
      (unless (eq 'array (car open))
        (let ((key (viewmodel-host-reader--parse)))
          (unless (stringp key) (error "No key"))
          (setcar open (intern key)))
        (viewmodel-host-reader--pass ?:))
      (viewmodel-host-reader--item reader)))))

(defun viewmodel-host-reader--item (reader)
  "Read the value at point for READER, or open it if it is long."
  (let ((from (point))
        (first (following-char)))
    (condition-case err
        (viewmodel-host-reader--add
         reader
         (save-restriction
           (narrow-to-region from (min (point-max)
                                       (+ from viewmodel-host-reader--piece)))
           (prog1 (viewmodel-host-reader--parse)
             ;; A number may go on.
             (when (and (eobp) (not (memq first '(?\[ ?{ ?\"))))
               (signal 'json-end-of-file nil)))))
      (json-end-of-file
       (goto-char from)
       (if (memq first '(?\[ ?{))
           (progn
             (forward-char)
             (push (list (if (eq first ?\[) 'array nil))
                   (viewmodel-host-reader-open reader)))
         (when (= (point-max) (point-min)) (signal (car err) (cdr err)))
         (viewmodel-host-reader--add reader (viewmodel-host-reader--parse)))))))

(defun viewmodel-host-reader--add (reader value)
  "Put VALUE into what is open in READER; it is the whole if nothing is."
  (let ((open (car (viewmodel-host-reader-open reader))))
    (cond
     (open
      (push (if (eq 'array (car open)) value (cons (car open) value))
            (cdr open)))
     (t
      (viewmodel-host-reader--skip)
      (unless (eobp) (error "Trailing text"))
      (setf (viewmodel-host-reader-value reader) value
            (viewmodel-host-reader-state reader) 'done)))))

(defun viewmodel-host-reader--parse ()
  "Read the value at point with the native parser, and move behind it."
  (json-parse-buffer :object-type 'alist
                     :null-object :null :false-object :false))

(defun viewmodel-host-reader--skip ()
  "Move over white space."
  (skip-chars-forward " \t\r\n"))

(defun viewmodel-host-reader--pass (char)
  "Move over CHAR and the white space around it."
  (viewmodel-host-reader--skip)
  (unless (eq (following-char) char) (error "No %c" char))
  (forward-char)
  (viewmodel-host-reader--skip))

(provide 'viewmodel-host-reader)
;;; viewmodel-host-reader.el ends here
