;;; program-test.el --- Programs that are no hosts, or strange ones  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest program/another-version ()
  (let ((err (vt-error (viewmodel-host-start
                        (vt-fake "--fault" "version"
                                 (vt-transcript "counter"))))))
    (should (eq (car err) 'viewmodel-host-version-mismatch))
    (should (equal (viewmodel-host-error-get err :client) '("1")))
    (should (equal (viewmodel-host-error-get err :host) '("2")))
    (should (string-match-p "speaks 1, the host 2"
                            (viewmodel-host-error-message err)))))

(ert-deftest program/an-answer-in-another-version ()
  (vt-with-script command
      '("--> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersions\":[\"1\"]}}"
        "<-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"7\"}}")
    (should-error (viewmodel-host-start command)
                  :type 'viewmodel-host-version-mismatch)))

(ert-deftest program/a-host-that-is-not-there ()
  (let ((before (length (process-list))))
    (dolist (command (list "/nowhere/viewmodel-host" '("no-such-program" "-x")
                           (expand-file-name "README.md" vt-client)))
      (let ((err (vt-error (viewmodel-host-start command))))
        (should (eq (car err) 'viewmodel-host-not-found))
        (should (equal (car (viewmodel-host-error-get err :command))
                       (if (consp command) (car command) command)))))
    (should-error (viewmodel-host-start (vt-built-host)
                                        :directory "/nowhere")
                  :type 'viewmodel-host-not-found)
    (should (= before (length (process-list))))))

(ert-deftest program/programs-that-are-no-hosts ()
  "The start signals what there is to tell; nothing tells it again."
  (vt-with-warnings warnings
    (pcase-dolist (`(,script ,condition)
                   '(("echo Hello!; sleep 100" viewmodel-host-protocol-error)
                     ("echo '[1]'; sleep 100" viewmodel-host-protocol-error)
                     ("echo '{\"id\":1}'; sleep 100"
                      viewmodel-host-protocol-error)
                     ("true" viewmodel-host-died)
                     ("echo usage >&2; exit 2" viewmodel-host-died)
                     ("exec <&-; exit 4" viewmodel-host-died)))
      (ert-info (script)
        (should-error (viewmodel-host-start (list "sh" "-c" script))
                      :type condition)
        (should-error (viewmodel-host-start
                       (list "sh" "-c" script)
                       :on-died (lambda (_) (error "It is not reported")))
                      :type condition)))
    (should-error (viewmodel-host-start '("sh" "-c" "exec sleep 100")
                                        :timeout 0)
                  :type 'viewmodel-host-timeout)
    (should-not warnings)
    (should-not (seq-filter #'process-live-p (process-list)))))

(ert-deftest program/messages-that-make-no-sense ()
  (vt-with-warnings _
    (dolist (message '("7" "[7]" "{\"method\":7}" "{\"method\":[],\"id\":1}"
                       "{\"id\":3}" "{\"id\":null,\"error\":7}"
                       "{\"id\":3,\"error\":{\"code\":\"x\",\"message\":7}}"
                       "{\"id\":3,\"error\":[]}"
                       "{\"method\":\"viewModel/update\"}"
                       "{\"method\":\"viewModel/update\",\"params\":\"x\"}"
                       "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[7]}}"
                       "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\"}]}}"
                       "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"patch\":7}]}}"
                       "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"done\":7}]}}"
                       "{\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"events\":[{}]}]}}"
                       "{\"method\":\"viewModel/closed\",\"params\":{\"id\":\"c\"}}"
                       "{\"method\":\"viewModel/rejected\",\"params\":{\"id\":\"c\"}}"
                       "{}" "{\"id\":99,\"result\":{}}"))
      (ert-info (message)
        (let* ((host (viewmodel-host-start
                      (vt-shell-host
                       nil "{\"id\":2,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{}}}"
                       nil message)))
               (counter (viewmodel-host-create host "counter")))
          (should-error (viewmodel-host-call counter "plus")
                        :type 'viewmodel-host-protocol-error)
          (should-error (viewmodel-host-ping host)
                        :type 'viewmodel-host-protocol-error)
          (should (vt-gone-p (viewmodel-host-pid host))))))))

(ert-deftest program/a-host-that-does-not-end-is-killed ()
  (vt-with-script command vt-counter
    (let* ((host (viewmodel-host-start
                  `("sh" "-c" "\"$@\"; exec sleep 100" "sh" ,@command)))
           (pid (viewmodel-host-pid host)))
      (viewmodel-host-create host "counter")
      (viewmodel-host-stop host :timeout 0)
      (should (vt-gone-p pid))
      (should-error (viewmodel-host-ping host) :type 'viewmodel-host-closed))))

(ert-deftest program/what-the-host-writes-at-the-end-is-taken-in ()
  (vt-with-host (host (vt-built-host))
    (let (seen (counter (viewmodel-host-create host "counter")))
      (dotimes (_ 2000)
        (viewmodel-host-input counter 'plusButtonDidTap nil
                              :success-fn (lambda (_) (push t seen))))
      (viewmodel-host-stop host :timeout 600)
      (should (= 2000 (length seen)))
      (should (= 2000 (viewmodel-host-get counter 'count))))))

(provide 'program-test)
;;; program-test.el ends here
