;;; support.el --- What the tests of the viewmodel-host client share  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Built hosts, the fake host, transcripts, and small helpers.

;;; Code:

(require 'cl-lib)
(require 'ert)
(require 'seq)
(require 'subr-x)
(require 'viewmodel-host)

(defconst vt-client
  (file-name-directory
   (directory-file-name
    (file-name-directory (or load-file-name buffer-file-name))))
  "The folder of this client.")

(defconst vt-root (expand-file-name "../../" vt-client)
  "The root of the repository.")

(defconst vt-fake-host (expand-file-name "../conformance/fake_host.py" vt-client)
  "The program that plays the host's side of transcripts.")

(defun vt-missing (what)
  "Skip the test for want of WHAT, a string; fail where nothing may be missing."
  (if (member (getenv "CI") '(nil "" "false"))
      (ert-skip what)
    (ert-fail what)))

(defun vt-built-host (&optional name)
  "The command of the built host NAME, with a virtual clock."
  (let* ((name (or name "viewmodel-host"))
         (given (getenv (upcase (replace-regexp-in-string "-" "_" name))))
         (file (or given
                   (seq-find #'file-executable-p
                             (mapcar (lambda (folder)
                                       (expand-file-name (concat folder name)
                                                         vt-root))
                                     '(".build/release/" ".build/debug/"))))))
    (if (and file (file-executable-p file))
        (list file "--clock" "virtual")
      (vt-missing (format "%s is not built (swift build)" name)))))

(defun vt-count (instance)
  "The count of INSTANCE, a counter."
  (viewmodel-host-get instance 'count))

(defun vt-program (&optional name)
  "The command of the built host NAME with the real clock."
  (car (vt-built-host name)))

(defun vt-python ()
  "The program python3."
  (or (executable-find "python3") (vt-missing "python3 is missing")))

(defun vt-fake (&rest arguments)
  "The command of the fake host with ARGUMENTS."
  (unless (file-exists-p vt-fake-host)
    (vt-missing (format "%s is missing" vt-fake-host)))
  `(,(vt-python) ,vt-fake-host ,@arguments))

(defun vt-transcript (name)
  "The file of the transcript NAME."
  (let ((file (concat name ".transcript")))
    (or (seq-find #'file-exists-p
                  (list (expand-file-name file (expand-file-name
                                                "Tests/Transcripts" vt-root))
                        (expand-file-name file (expand-file-name
                                                "../conformance/transcripts"
                                                vt-client))))
        (error "There is no transcript %s" name))))

(defmacro vt-with-host (binding &rest body)
  "Start a host, evaluate BODY, and close it.
BINDING is (VARIABLE ARGUMENT...), the arguments of `viewmodel-host-start'.
A host that found BODY to say something wrong makes the test fail."
  (declare (indent 1))
  `(let ((,(car binding) (viewmodel-host-start ,@(cdr binding))))
     (unwind-protect
         (prog1 (progn ,@body)
           (viewmodel-host-close ,(car binding))
           (when (eql 97 (process-exit-status (oref ,(car binding) process)))
             (ert-fail (string-join (viewmodel-host-stderr ,(car binding))
                                    "\n"))))
       (viewmodel-host-close ,(car binding)))))

(defmacro vt-with-warnings (variable &rest body)
  "Evaluate BODY with VARIABLE bound to the warnings, the last one first.
The debugger of the tests lets pass the errors of this package, and
`user-error's, so that they come to where they are handled."
  (declare (indent 1))
  `(let ((,variable nil)
         (debug-ignored-errors '(viewmodel-host-error user-error)))
     (cl-letf (((symbol-function 'display-warning)
                (lambda (_type message &rest _) (push message ,variable))))
       ,@body)))

(defmacro vt-error (&rest body)
  "The error that BODY signals; fail if it signals none."
  `(condition-case err
       (progn ,@body (ert-fail "No error was signaled"))
     (viewmodel-host-error err)))

(defun vt-process-exists-p (pid)
  "Whether the process PID exists, and is no zombie."
  (let ((state (alist-get 'state (process-attributes pid))))
    (and state (not (equal state "Z")))))

(defun vt-gone-p (pid)
  "Wait until the process PID is gone; nil if that takes too long."
  (with-timeout (600 nil)
    (while (vt-process-exists-p pid) (accept-process-output nil 0.01))
    t))

(defun vt-wait-for (holds)
  "Do what an idle Emacs does until HOLDS, a function, is non-nil."
  (while (not (funcall holds)) (accept-process-output nil 0.01)))

(defun vt-shell-host (&rest steps)
  "The command of a host that does STEPS, after it has answered `initialize'.
Of a string it says that; for nil it reads a line."
  (list "sh" "-c"
        (concat
         (mapconcat
          (lambda (step)
            (if step (format "printf '%%s\\n' '%s'" step) "read -r line"))
          `(nil "{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}" ,@steps)
          "; ")
         "; cat > /dev/null")))

(provide 'support)
;;; support.el ends here
