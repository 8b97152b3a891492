;;; printed-test.el --- What hosts print  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Warnings are seen; all else only stands in *Messages*.

;;; Code:

(require 'support)

(defmacro vt-with-messages (shown logged &rest body)
  "Evaluate BODY with the lists of messages SHOWN, and of those only LOGGED.
The last one is the first."
  (declare (indent 2))
  `(let (,shown ,logged)
     (cl-letf (((symbol-function 'message)
                (lambda (format &rest arguments)
                  (let ((text (apply #'format format arguments)))
                    (if inhibit-message (push text ,logged)
                      (push text ,shown))))))
       ,@body)))

(ert-deftest printed/what-a-viewmodel-prints ()
  (vt-with-messages shown logged
    (vt-with-host (host (vt-built-host "example-host"))
      (let ((talker (viewmodel-host-create host "example.crash")))
        (viewmodel-host-call talker 'say '((line . "größer 100%")))
        (vt-wait-for (lambda () logged))
        (should (equal logged '("viewmodel-host: größer 100%")))
        (should (equal (viewmodel-host-stderr host) '("größer 100%")))))
    (should-not shown)))

(ert-deftest printed/a-flood-is-not-shown-whole ()
  (vt-with-messages shown logged
    (let ((child (viewmodel-host-child--make
                  :on-printed (lambda (line) (push line logged)))))
      (viewmodel-host-child--printed
       child (concat (mapconcat #'number-to-string (number-sequence 1 500) "\n")
                     "\nthe"))
      (viewmodel-host-child--printed child " end\n")
      (should (= (length logged) 201))
      (should (equal (list (car logged) (nth 1 logged)) '("the end" "500"))))
    (should-not shown)))

(ert-deftest printed/warnings ()
  "They come with the log, and on standard error, too."
  (dolist (keys '(nil (:log "off")))
    (vt-with-messages shown logged
      (let ((host (apply
                   #'viewmodel-host-start :command
                   '("sh" "-c" "read -r line
                     echo '{\"id\":1,\"result\":{\"protocolVersion\":\"1\",\"host\":{\"name\":\"x\"}}}'
                     case $line in *'\"log\":\"warning\"'*)
                       echo '{\"method\":\"host/log\",\"params\":{\"level\":\"warning\",\"message\":\"beware\"}}'
                     esac
                     read -r line
                     echo 'x: warning: beware' >&2
                     echo hello >&2
                     echo '{\"id\":2,\"result\":{}}'
                     cat >/dev/null")
                   keys)))
        (viewmodel-host-ping host)
        (vt-wait-for (lambda () logged))
        (viewmodel-host-stop host))
      (should (equal shown
                     (unless keys '("viewmodel-host: warning: beware"))))
      (should (equal logged '("viewmodel-host: hello"))))))

(ert-deftest printed/not-what-a-crash-reports ()
  (vt-with-messages shown logged
    (let* ((host (viewmodel-host-start (vt-built-host "example-host")))
           (crash (viewmodel-host-create host "example.crash")))
      (viewmodel-host-call crash 'say '((line . "soon")))
      (vt-error (viewmodel-host-call crash 'fatalError))
      (should (member "viewmodel-host: soon" logged))
      ;; The runtime may have more to say: "failed to suspend thread 7".
      (should (seq-some (lambda (line)
                          (string-match-p "Fatal error: boom" line))
                        logged))
      (should (string-match-p "Backtrac"
                              (string-join (viewmodel-host-stderr host) "\n"))))
    (should-not shown)))

(provide 'printed-test)
;;; printed-test.el ends here
