;;; json-test.el --- Tests of JSON in Lisp  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-decode (text)
  "The value of the JSON TEXT."
  (viewmodel-host-json-decode (encode-coding-string text 'utf-8-unix)))

(ert-deftest json/different-things-are-different ()
  (should (equal (vt-decode "[null,false,true,{},[],\"\",0,{\"a\":null}]")
                 [:null :false t nil [] "" 0 ((a . :null))])))

(ert-deftest json/there-and-back ()
  (dolist (value (list nil [] :null :false t 0 -1 1.5 0.1 1e300 5e-324
                       most-positive-fixnum
                       (1- (expt 2 63)) (- (expt 2 63)) (1+ (expt 2 53))
                       "" "ü€😀\"\\\n\t" "a\0b" "\u2028"
                       '((a . nil) (b . []) (c . ((d . :null))))
                       (list (cons (intern "") 1) (cons 'nil 2) (cons 't 3)
                             (cons (intern ":k") 4) (cons (intern "ü 1") 5))
                       [[] [[]] nil [nil]]))
    (should (equal (viewmodel-host-json-decode
                    (viewmodel-host-json-encode value))
                   value))))

(ert-deftest json/one-line-of-bytes ()
  (let ((text (viewmodel-host-json-encode '((a . "ü\n")))))
    (should-not (multibyte-string-p text))
    (should (equal text "{\"a\":\"\303\274\\n\"}"))))

(ert-deftest json/numbers-beyond-64-bits-are-floats ()
  (skip-unless (< emacs-major-version 30))
  (should (equal (vt-decode "100000000000000000000") 1e20))
  (should-error (viewmodel-host-json-encode (expt 2 64))
                :type 'viewmodel-host-invalid-value)
  (should (equal (vt-decode "{\"a\":[18446744073709551615,9223372036854775807]}")
                 `((a . [18446744073709551615.0 ,(1- (expt 2 63))])))))

(ert-deftest json/the-character-nul ()
  (should (equal (vt-decode "{\"a\":\"x\\u0000y\"}") '((a . "x\0y"))))
  (should (equal (vt-decode "{\"k\\u0000\":[],\"o\":{},\"n\":null,\"f\":false}")
                 (list (cons (intern "k\0") []) '(o) '(n . :null)
                       '(f . :false)))))

(ert-deftest json/nested-as-deep-as-hosts-read ()
  (dolist (shape '(("[" "]" "1") ("{\"a\":" "}" "1") ("[" "]" "\"\\u0000\"")))
    (let* ((text (concat (apply #'concat (make-list 511 (nth 0 shape)))
                         (nth 2 shape)
                         (apply #'concat (make-list 511 (nth 1 shape)))))
           (value (vt-decode text)))
      (should (= (viewmodel-host-json-depth value) 511))
      (should (= (length (viewmodel-host-json-encode value))
                 (length text))))))

(ert-deftest json/what-has-no-json-form ()
  (dolist (value (list 0.0e+NaN 1.0e+INF 'symbol "\377" (string #xD800)
                       '(1 2) (list 'a)
                       `((a . ,(current-buffer)))))
    (should-error (viewmodel-host-json-encode value)
                  :type 'viewmodel-host-invalid-value)))

(ert-deftest json/what-is-not-json ()
  (dolist (text '("" "{" "nope" "[1,]" "{} {}" "{this is not JSON" "1e999"
                  "\"\\u0000" "[100000000000000000000" "{\"a\\u0000\":1} x"))
    (should-error (vt-decode text) :type 'viewmodel-host-protocol-error))
  (should-error (viewmodel-host-json-decode "\"\377\"")
                :type 'viewmodel-host-protocol-error))

(ert-deftest json/the-error-shows-the-line ()
  (should (string-match-p "{this is not JSON"
                          (cadr (vt-error (vt-decode "{this is not JSON"))))))

(ert-deftest json/depth ()
  (should (= (viewmodel-host-json-depth 1) 0))
  (should (= (viewmodel-host-json-depth nil) 1))
  (should (= (viewmodel-host-json-depth '((a . 1) (b . [1 ((c . 2))]))) 3)))

(provide 'json-test)
;;; json-test.el ends here
