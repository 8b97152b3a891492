;;; jsonrpc-test.el --- Emacs's own JSON-RPC library and the host  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The host also speaks the framing of LSP libraries.  This is one of them,
;; the `jsonrpc' that comes with Emacs, without this client.

;;; Code:

(require 'jsonrpc)
(require 'support)

(ert-deftest jsonrpc-test-converses-with-headers ()
  "A library that frames messages with Content-Length is answered in kind."
  (let* ((updates nil)
         (asked nil)
         (connection
          (make-instance
           'jsonrpc-process-connection
           :name "host"
           :notification-dispatcher
           (lambda (_connection method params)
             (when (eq method 'viewModel/update)
               (push params updates)))
           :request-dispatcher
           (lambda (_connection method params)
             (push (list method (plist-get params :service)) asked)
             ["één" "日本"])
           :process
           (make-process
            :name "host" :command (vt-built-host) :coding 'utf-8-emacs-unix :noquery t
            :connection-type 'pipe))))
    (unwind-protect
        (progn
          (jsonrpc-request connection 'initialize
                           '(:protocolVersions ["1"] :capabilities (:services ["foos"])))
          (should
           (equal
            (jsonrpc-request connection 'viewModel/create '(:name "counter" :id "c"))
            '(:id "c" :revision 0 :state (:count 0 :isEven t))))
          (jsonrpc-notify connection 'viewModel/input '(:id "c" :input "plusButtonDidTap"))
          (should
           (equal
            (jsonrpc-request connection 'viewModel/snapshot '(:id "c"))
            '(:id "c" :revision 1 :state (:count 1 :isEven :json-false))))
          (should (= 1 (length updates)))
          ;; The host asks, too.
          (jsonrpc-request connection 'viewModel/create '(:name "foos.caught" :id "f"))
          (jsonrpc-notify connection 'viewModel/input '(:id "f" :input "refresh"))
          (while (< (length updates) 2)
            (should (accept-process-output nil 60)))
          (should (equal asked '((service/call "foos"))))
          (should
           (equal
            (plist-get (jsonrpc-request connection 'viewModel/snapshot '(:id "f")) :state)
            '(:foos ["één" "日本"])))
          (should
           (equal
            (jsonrpc-test-error-code
             (lambda () (jsonrpc-request connection 'viewModel/snapshot '(:id "nobody"))))
            -32003)))
      (jsonrpc-shutdown connection t))))

(defun jsonrpc-test-error-code (function)
  "The code of the error that FUNCTION, which is called, gets for an answer."
  (condition-case err
      (progn (funcall function) nil)
    (jsonrpc-error (alist-get 'jsonrpc-error-code (cdr err)))))

(provide 'jsonrpc-test)

;;; jsonrpc-test.el ends here
