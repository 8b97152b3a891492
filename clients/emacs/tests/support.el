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

(setq viewmodel-host-timeout 600)

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

(defmacro vt-with-script (variable lines &rest body)
  "Bind VARIABLE to the fake host's command for LINES, and evaluate BODY.
LINES is a list of strings: lines of a transcript, and \"fault NAME=VALUE\"."
  (declare (indent 2))
  `(let ((file (make-temp-file "transcript")))
     (unwind-protect
         (let ((,variable (vt--script file ,lines)))
           ,@body)
       (delete-file file))))

(defun vt--script (file lines)
  "Write LINES to FILE, and return the fake host's command for them."
  (let ((faults (seq-filter (lambda (line) (string-prefix-p "fault " line))
                            lines)))
    (let ((coding-system-for-write 'utf-8-unix))
      (write-region (concat (string-join (seq-difference lines faults) "\n")
                            "\n")
                    nil file nil 'silent))
    (apply #'vt-fake
           (append (mapcan (lambda (fault) (list "--fault" (substring fault 6)))
                           faults)
                   (list file)))))

(defmacro vt-with-host (binding &rest body)
  "Start a host, evaluate BODY, and stop it.
BINDING is (VARIABLE ARGUMENT...), the arguments of `viewmodel-host-start'.
A host that found BODY to say something wrong makes the test fail."
  (declare (indent 1))
  `(let ((,(car binding) (viewmodel-host-start ,@(cdr binding))))
     (unwind-protect
         (prog1 (progn ,@body)
           (viewmodel-host-stop ,(car binding) :timeout 600)
           (vt-expect-well ,(car binding)))
       (viewmodel-host-stop ,(car binding) :timeout 0))))

(defun vt-expect-well (host)
  "Check that HOST, which has ended, did not complain of this client."
  (let ((process (viewmodel-host-child-process (viewmodel-host--child host))))
    (when (eql 97 (process-exit-status process))
      (ert-fail (string-join (viewmodel-host-stderr host) "\n")))))

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

(defun vt-same (one other)
  "Whether the values ONE and OTHER are the same JSON, however members stand."
  (equal (vt--sorted one) (vt--sorted other)))

(defun vt--sorted (value)
  "VALUE with the members of all objects sorted."
  (cond ((vectorp value) (vconcat (mapcar #'vt--sorted value)))
        ((consp value)
         (sort (mapcar (lambda (member)
                         (cons (car member) (vt--sorted (cdr member))))
                       value)
               (lambda (a b) (string< (car a) (car b)))))
        (t value)))

(defconst vt-counter
  '("--> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"viewModel/create\",\"params\":{\"name\":\"counter\"}}"
    "<-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{\"count\":0}}}")
  "Lines in which a counter c is created.")

(defun vt-counted (revision count &optional more)
  "The line of an update of c to REVISION with COUNT; MORE are members, as text."
  (format "<-- {\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":%d,\"patch\":[{\"op\":\"replace\",\"path\":\"/count\",\"value\":%d}]%s}]}}"
          revision count (or more "")))

(defconst vt-call
  '("--> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"viewModel/call\",\"params\":{\"id\":\"c\",\"input\":\"plus\"}}")
  "A line in which plus of c is called.")

(defconst vt-called
  "<-- {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"value\":null}}"
  "The answer to `vt-call'.")

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
