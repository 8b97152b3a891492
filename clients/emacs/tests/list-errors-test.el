;;; list-errors-test.el --- How the demonstration shows errors  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'list-test)

(defmacro vt-shown (&rest body)
  "What Emacs shows of the error that BODY signals."
  `(error-message-string (should-error (progn ,@body))))

(defconst vt-not-found
  "Cannot start the host /nowhere/host: there is no such program.  Install \
its package (dpkg -i, or unpack the tar.gz; it needs no Swift), put \
viewmodel-host on the PATH, set VIEWMODEL_HOST to its path, or customize \
viewmodel-host-command"
  "What is said when there is no host.")

(ert-deftest list/errors-are-messages ()
  (vt-with-list '("a")
    (let ((nowhere (expand-file-name "nowhere" vt-folder)))
      (viewmodel-list nowhere)
      (vt-settle)
      (should (equal (buffer-string) ""))
      (should (= 1 (length vt-messages)))
      (should (string-prefix-p (concat nowhere ": No such file")
                               (car vt-messages)))
      ;; An input that the host rejects.
      (viewmodel-host-input viewmodel-list--instance 'changeItem
                            '((item . 1)))
      (vt-settle)
      (should (string-match-p "item: expected an object" (car vt-messages)))
      ;; Loaded later, it is there.
      (make-directory nowhere)
      (write-region "" nil (expand-file-name "z" nowhere) nil 'silent)
      (vt-type "g")
      (should (equal (buffer-string) "z\n")))))

(ert-deftest list/errors-of-the-host-are-shown-without-properties ()
  (vt-with-list '("a" "b" "c")
    (let ((list (current-buffer))
          (died "the host ended by SIGKILL; g starts the host anew"))
      (vt-type "RET")
      (signal-process (viewmodel-host-pid viewmodel-list--host) 'KILL)
      (ignore-errors
        (viewmodel-host-wait-until viewmodel-list--host #'ignore))
      (should (equal (vt-shown (viewmodel-pager-next)) died))
      (set-buffer list)
      (should (equal (vt-shown (viewmodel-list-open)) died))
      (cl-letf (((viewmodel-host--command viewmodel-list--host)
                 '("/nowhere/host")))
        (should (equal (vt-shown (revert-buffer))
                       vt-not-found)))
      (setq vt-messages nil)
      (cl-letf (((symbol-function 'viewmodel-host-live-p) (lambda (_) t)))
        (goto-char (point-max))
        (viewmodel-list--page)
        (should (equal vt-messages (list died)))))))

(ert-deftest list/a-host-that-is-not-there ()
  (let ((viewmodel-list-command "/nowhere/host"))
    (should (equal (vt-shown (viewmodel-list temporary-file-directory))
                   vt-not-found))
    (should-not (seq-find (lambda (buffer)
                            (string-match-p "viewmodel-list:"
                                            (buffer-name buffer)))
                          (buffer-list)))
    (should-not viewmodel-list--host)))

(provide 'list-errors-test)
;;; list-errors-test.el ends here
