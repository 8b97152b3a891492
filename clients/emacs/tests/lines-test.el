;;; lines-test.el --- Tests of cutting streams  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-feed (chunks)
  "The lines that CHUNKS, a list of strings, are cut into."
  (let ((lines (viewmodel-host-lines-make)))
    (mapcan (lambda (chunk) (viewmodel-host-lines-feed lines chunk)) chunks)))

(ert-deftest lines/cut-anywhere ()
  "The same lines come out however the bytes are cut."
  (let* ((text (encode-coding-string "{\"a\":\"ü€😀\"}\n\n[1]\r\n \n\"x\"\nrest"
                                     'utf-8-unix))
         (expected (list (encode-coding-string "{\"a\":\"ü€😀\"}" 'utf-8-unix)
                         "[1]\r" "\"x\"")))
    (should (equal (vt-feed (list text)) expected))
    (should (equal (vt-feed (mapcar #'unibyte-string text)) expected))
    (dotimes (i (length text))
      (should (equal (vt-feed (list (substring text 0 i) (substring text i)))
                     expected)))))

(ert-deftest lines/what-has-no-end-is-no-line ()
  (should-not (vt-feed '("abc" "def"))))

(ert-deftest lines/each-byte-is-touched-a-few-times-only ()
  "A line of 5 MB in small pieces is joined once, not once for each piece."
  (let ((lines (viewmodel-host-lines-make))
        (chunk (make-string 1000 ?x))
        (joined 0))
    (cl-letf* ((concat (symbol-function 'concat))
               ((symbol-function 'concat)
                (lambda (&rest pieces)
                  (cl-incf joined)
                  (apply concat pieces))))
      (dotimes (_ 5000) (should-not (viewmodel-host-lines-feed lines chunk)))
      (let ((found (viewmodel-host-lines-feed lines "\n")))
        (should (= (length (car found)) 5000000))))
    (should (= joined 1))))

(provide 'lines-test)
;;; lines-test.el ends here
