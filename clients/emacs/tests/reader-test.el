;;; reader-test.el --- Tests of reading long lines in pieces  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)
(require 'viewmodel-host-reader)

(defun vt-utf-8 (text)
  "The JSON TEXT as it comes from a host."
  (encode-coding-string text 'utf-8-unix))

(defun vt-read-text (text)
  "The value of the JSON TEXT, and how many times it took."
  (let ((reader (viewmodel-host-reader-make (vt-utf-8 text)))
        (times 1))
    (while (not (viewmodel-host-reader-read reader 0)) (cl-incf times))
    (cons (viewmodel-host-reader-result reader) times)))

(defconst vt-gap (make-string 5000 ?\s)
  "So much white space that what has it in it is walked through.")

(defun vt-drawn (depth)
  "A random JSON value, nested DEPTH deep at most."
  (pcase (random (if (< 0 depth) 10 7))
    (0 (random 1000000))
    (1 (/ (random 1000000) 64.0))
    (2 (nth (random 4) '(t :false :null nil)))
    (3 [])
    (4 (make-string (random 20) (nth (random 4) '(?a ?ü ?\" ?🦉))))
    (5 (make-string (random 3000) ?x))
    (6 (- (random 100)))
    ((or 7 8) (vconcat (cl-loop repeat (random 40)
                                collect (vt-drawn (1- depth)))))
    (9 (cl-loop for number below (random 40)
                collect (cons (intern (format "k%d" number))
                              (vt-drawn (1- depth)))))))

(ert-deftest reader/gives-what-the-parser-gives ()
  (dolist (seed '("1" "2" "3"))
    (random seed)
    (let ((long 0))
      (dotimes (_ 12)
        (let* ((value (vt-drawn 3))
               (line (viewmodel-host-json-encode value)))
          (when (< viewmodel-host-reader-least (length line)) (cl-incf long))
          (should (equal value
                         (car (vt-read-text (decode-coding-string line 'utf-8)))))))
      (should (< 0 long)))))

(ert-deftest reader/where-pieces-end ()
  (dolist (text (list "[]" " [ ] " "{}" "12" "\"a\"" "null"
                      (concat "[" vt-gap "1 , 2 ]")
                      (concat "{" vt-gap "\"a\" : 1 , \"b\" : [ ] }")
                      (concat "[\"" (make-string 9000 ?ü) "\", true, false, null]")
                      (concat "[" vt-gap "100000000000000000000]")))
    (should (equal (viewmodel-host-json-decode (vt-utf-8 text))
                   (car (vt-read-text text)))))
  ;; A number on each side of the end of a piece.
  (dotimes (more 30)
    (let ((text (concat "[" (make-string (+ 4080 more) ?\s) "1234567.5e1]")))
      (should (equal [12345675.0] (car (vt-read-text text)))))
    (let ((text (concat (make-string (+ 4080 more) ?\s) "1234567")))
      (should (equal 1234567 (car (vt-read-text text)))))))

(ert-deftest reader/what-is-not-json ()
  (dolist (text (list "" "[" "[1" "[1,]" "nope" "[1] 2"
                      (concat "[" vt-gap "1,]") (concat "[" vt-gap ",1]")
                      (concat "[" vt-gap "1 2]") (concat "[" vt-gap "1}")
                      (concat "[" vt-gap "]]") (concat "[" vt-gap)
                      (concat "{" vt-gap "1:2}") (concat "{" vt-gap "\"a\" 2}")
                      (concat "{\"a\":" vt-gap "2,}") (concat "{" vt-gap "]")))
    (should-error (vt-read-text text) :type 'viewmodel-host-protocol-error)))

(ert-deftest reader/takes-a-piece-at-a-time ()
  (let* ((items (mapconcat #'number-to-string (number-sequence 1 10000) ","))
         (read (vt-read-text (concat "[" items "]"))))
    (should (equal (vconcat (number-sequence 1 10000)) (car read)))
    (should (< 300 (cdr read)))))

(ert-deftest reader/leaves-no-buffers ()
  (dolist (text (list (concat "[" vt-gap "1]") (concat "[" vt-gap "1")))
    (ignore-errors (vt-read-text text)))
  (viewmodel-host-reader-end (viewmodel-host-reader-make "[1]"))
  (should-not (seq-some (lambda (buffer)
                          (string-match-p "viewmodel-host-reader"
                                          (buffer-name buffer)))
                        (buffer-list))))

(provide 'reader-test)
;;; reader-test.el ends here
