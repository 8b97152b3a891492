;;; list-test.el --- The demonstration, driven by keys  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Keys are typed with `execute-kbd-macro', which runs the command loop with its
;; hooks.  Time is virtual.

;;; Code:

(require 'support)
(require 'viewmodel-list)
(require 'viewmodel-pager)

(defvar vt-folder nil "The folder that is listed.")

(defmacro vt-with-list (names &rest body)
  "Evaluate BODY in the list of a folder with NAMES, two on a page."
  (declare (indent 1))
  `(let* ((vt-folder (make-temp-file "viewmodel-list" t))
          (viewmodel-list-command (vt-built-host))
          (viewmodel-list-page-size 2)
          (vt-messages nil))
     (mapc #'vt-touch ,names)
     (unwind-protect
         (save-window-excursion
           (cl-letf (((symbol-function 'message)
                      (lambda (format &rest arguments)
                        (when format
                          (push (apply #'format format arguments)
                                vt-messages)))))
             (viewmodel-list vt-folder)
             (vt-settle)
             ,@body))
       (vt-kill-all)
       (delete-directory vt-folder t))))

(defvar vt-messages nil "What was shown in the echo area, the last first.")

(defun vt-kill-all ()
  "Kill the buffers of the demonstration, and check that no host is left."
  (dolist (buffer (buffer-list))
    (when (and (buffer-live-p buffer)
               (string-match-p "\\`\\*viewmodel-" (buffer-name buffer)))
      (kill-buffer buffer)))
  (should-not viewmodel-list--host))

(defun vt-touch (name)
  "Make a file NAME in the folder."
  (write-region "" nil (expand-file-name name vt-folder) nil 'silent))

(defun vt-settle ()
  "Let a second pass in the host, and take in all it says."
  (viewmodel-host-advance viewmodel-list--host 1000)
  (viewmodel-host-ping viewmodel-list--host))

(defun vt-type (keys)
  "Type KEYS, and let a second pass."
  (execute-kbd-macro (kbd keys))
  (set-buffer (window-buffer))
  (when viewmodel-list--host (vt-settle)))

(defun vt-line ()
  "The text of the line that point is on."
  (buffer-substring-no-properties (line-beginning-position)
                                  (line-end-position)))

(ert-deftest list/pages-when-point-comes-to-the-end ()
  (vt-with-list '("a" "b" "c" "d" "e")
    (should (eq major-mode 'viewmodel-list-mode))
    (should (derived-mode-p 'special-mode))
    (should buffer-read-only)
    (should-not (buffer-modified-p))
    (should (equal (buffer-string) "a\nb\n"))
    (should (equal (viewmodel-list--header)
                   (format "%s  2 items" (abbreviate-file-name vt-folder))))
    (vt-type "n")
    (should (equal (buffer-string) "a\nb\nc\nd\n"))
    (should (equal (vt-line) "b"))
    (vt-type "n")
    (should (equal (buffer-string) "a\nb\nc\nd\n"))
    (vt-type "M->")
    (should (equal (buffer-string) "a\nb\nc\nd\ne\n"))
    (should (equal (vt-line) "d"))
    (vt-type "p")
    (should (equal (vt-line) "c"))
    (should-not vt-messages)))

(ert-deftest list/another-buffer-does-not-page ()
  (vt-with-list '("a" "b" "c")
    (with-temp-buffer
      (save-window-excursion
        (switch-to-buffer (current-buffer))
        (vt-type "M->")))
    (should (equal (buffer-string) "a\nb\n"))))

(ert-deftest list/reloads ()
  (vt-with-list '("a" "b" "c")
    (vt-type "M->")
    (should (equal (buffer-string) "a\nb\nc\n"))
    (goto-char (point-min))
    (vt-touch "0")
    (vt-type "g")
    (should (equal (buffer-string) "0\na\n"))
    (vt-type "M->")
    (should (equal (buffer-string) "0\na\nb\nc\n"))))

(ert-deftest list/a-name-with-a-line-feed-is-one-line ()
  (should (equal (viewmodel-list--line '((id . "1") (name . "a\nb\t")))
                 "a?b?")))

(ert-deftest list/pager ()
  (vt-with-list '("a" "b" "c" "d" "e")
    (let ((list (current-buffer)))
      (vt-type "n RET")
      (should (eq major-mode 'viewmodel-pager-mode))
      (should (equal (buffer-string) "b\n\n[ 2 of 4 ]\n"))
      (vt-type "]")
      (should (equal (buffer-string) "c\n\n[ 3 of 4 ]\n"))
      (vt-type "n")
      (should (equal (buffer-string) "d\n\n[ 4 of 5 ]\n"))
      (vt-type "] ")
      (should (equal (buffer-string) "e\n\n[ 5 of 5  \n"))
      (should-error (viewmodel-pager-next) :type 'user-error)
      (vt-type "[ p p [")
      (should (equal (buffer-string) "a\n\n  1 of 5 ]\n"))
      (should-error (viewmodel-pager-previous) :type 'user-error)
      (vt-type "g")
      (should (equal (buffer-string) "a\n\n  1 of 5 ]\n"))
      ;; What it had loaded is in the list, too.
      (should (equal (with-current-buffer list (buffer-string))
                     "a\nb\nc\nd\ne\n"))
      (let ((instances (length (viewmodel-host-instances
                                viewmodel-list--host)))
            (pager (current-buffer)))
        (vt-type "q")
        (should-not (buffer-live-p pager))
        (should (eq (current-buffer) list))
        (should (= (1- instances)
                   (length (viewmodel-host-instances
                            viewmodel-list--host))))
        (vt-type "g")
        (should (equal (buffer-string) "a\nb\n"))))))

(ert-deftest list/pager-of-nothing ()
  (vt-with-list '("a")
    (goto-char (point-max))
    (should-error (viewmodel-list-open) :type 'user-error)
    (should-not (get-buffer "*viewmodel-pager"))))

(ert-deftest list/pager-ends-with-the-list ()
  (vt-with-list '("a" "b")
    (let ((list (current-buffer)))
      (vt-type "RET")
      (let ((pager (current-buffer))
            (pid (viewmodel-host-pid viewmodel-list--host)))
        (kill-buffer list)
        (should-not (buffer-live-p pager))
        (should (string-match-p "The pager is closed: .*was disposed"
                                (car vt-messages)))
        (should-not viewmodel-list--host)
        (should (vt-gone-p pid))))))

(ert-deftest list/a-host-that-died-is-started-anew ()
  (vt-with-list '("a" "b" "c")
    (vt-type "RET")
    (switch-to-buffer (get-buffer (format "*viewmodel-list: %s*"
                                          (abbreviate-file-name vt-folder))))
    (signal-process (viewmodel-host-pid viewmodel-list--host) 'KILL)
    (ignore-errors
      (viewmodel-host-wait-until viewmodel-list--host #'ignore))
    (should (equal (last vt-messages)
                   '("the host ended by SIGKILL; g starts the host anew")))
    (should (equal (viewmodel-list--mode-line)
                   " g starts the host anew: it ended"))
    (should (equal (buffer-string) "a\nb\n"))
    (execute-kbd-macro (kbd "n"))
    (vt-touch "0")
    (vt-type "g")
    (should (equal (viewmodel-list--mode-line) ""))
    (should (equal (buffer-string) "0\na\n"))
    ;; So is the pager, at its item.
    (should (equal (with-current-buffer
                       (format "*viewmodel-pager: %s*"
                               (abbreviate-file-name vt-folder))
                     (buffer-string))
                   "a\n\n[ 2 of 2  \n"))))

(ert-deftest list/the-same-folder-has-one-buffer ()
  (vt-with-list '("a")
    (let ((buffer (current-buffer))
          (count (length (viewmodel-host-instances viewmodel-list--host))))
      (viewmodel-list (file-name-as-directory vt-folder))
      (should (eq buffer (current-buffer)))
      (should (= count (length (viewmodel-host-instances
                                viewmodel-list--host)))))))

(ert-deftest list/which-folder ()
  (let (listed)
    (cl-letf (((symbol-function 'viewmodel-list--show)
               (lambda (title parameters)
                 (push (list title (alist-get 'folder parameters)) listed)))
              ((symbol-function 'read-directory-name)
               (lambda (_ folder &rest _) (concat folder "asked"))))
      (let ((default-directory "/current/") (viewmodel-list-folder nil))
        (call-interactively #'viewmodel-list)
        (let ((current-prefix-arg '(4)))
          (call-interactively #'viewmodel-list))
        (let ((viewmodel-list-folder "/custom/"))
          (call-interactively #'viewmodel-list))
        (should-error (viewmodel-list "/ssh:there:/tmp") :type 'user-error)))
    (should (equal (reverse listed)
                   '(("/current" "/current")
                     ("/current/asked" "/current/asked")
                     ("/custom" "/custom"))))))

(ert-deftest list/buffers-are-asked-of-emacs ()
  "The mode line tells while the service has not answered."
  (vt-with-list '("a")
    (let (waiting)
      (cl-letf (((symbol-function 'buffer-list)
                 (lambda (&rest _)
                   (mapcar #'get-buffer-create '("*z*" "*y*" " hidden" "*x*"))))
                ((symbol-function 'viewmodel-host-reply)
                 (let ((reply (symbol-function 'viewmodel-host-reply)))
                   (lambda (call result)
                     (push (lambda () (funcall reply call result)) waiting)))))
        (viewmodel-list-buffers)
        (vt-settle)
        (should (equal (buffer-string) ""))
        (should (equal (viewmodel-list--mode-line) " loading…"))
        (funcall (pop waiting))
        (vt-settle)
        (should (equal (viewmodel-list--mode-line) ""))
        (should (equal (buffer-string) "*x*\n*y*\n"))
        (vt-type "n")
        (funcall (pop waiting))
        (vt-settle)
        (should (equal (buffer-string) "*x*\n*y*\n*z*\n"))
        (should-not waiting))
      (mapc #'kill-buffer '("*z*" "*y*" " hidden" "*x*")))))

(provide 'list-test)
;;; list-test.el ends here
