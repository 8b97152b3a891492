;;; json-test.el --- Tests of JSON, patches and jsonrpc.el  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest json/values-are-kept-apart ()
  (let ((text "{\"a\":null,\"b\":false,\"c\":{},\"d\":[],\"e\":9223372036854775807,\"f\":18446744073709552000,\"g\":\"\\u0000 12345678901234567890\"}"))
    (should (equal (viewmodel-host--parse text)
                   '((a . :null) (b . :false) (c) (d . [])
                     (e . 9223372036854775807) (f . 18446744073709552000.0)
                     (g . "\0 12345678901234567890"))))))

(ert-deftest json/patches ()
  (pcase-dolist
      (`(,state ,patch ,expected)
       '(("{\"a\":[1,2]}" "[{\"op\":\"add\",\"path\":\"/a/1\",\"value\":3},{\"op\":\"remove\",\"path\":\"/a/0\"}]"
          "{\"a\":[3,2]}")
         ("{\"a/~\":{\"b\":null}}" "[{\"op\":\"replace\",\"path\":\"/a~1~0/b\",\"value\":{}},{\"op\":\"add\",\"path\":\"/c\",\"value\":[]}]"
          "{\"a/~\":{\"b\":{}},\"c\":[]}")
         ("{\"a\":1}" "[{\"op\":\"remove\",\"path\":\"/a\"},{\"op\":\"replace\",\"path\":\"\",\"value\":{\"x\":0}}]"
          "{\"x\":0}")))
    (let* ((before (viewmodel-host--parse state))
           (copy (copy-tree before t)))
      (should (equal (viewmodel-host--patched before
                                              (viewmodel-host--parse patch))
                     (viewmodel-host--parse expected)))
      (should (equal before copy))))
  (should-error (viewmodel-host--patched '((a . 1)) [((op . "replace") (path . "/b") (value . 1))])))

(ert-deftest jsonrpc/speaks-with-the-connection ()
  "What a program knows of jsonrpc.el works with a host."
  (vt-with-host (host (vt-built-host))
    (let ((counter (viewmodel-host-create host "counter" :id "c")))
      (jsonrpc-notify host :viewModel/input
                      '(:id "c" :input "plusButtonDidTap"))
      (should (equal '((value . :null))
                     (jsonrpc-request host 'viewModel/call
                                      '(:id "c" :input "plusButtonDidTap"))))
      (should (eql 2 (vt-count counter)))
      (should-error (jsonrpc-request host 'no/such nil) :type 'jsonrpc-error))))

(provide 'json-test)
;;; json-test.el ends here
