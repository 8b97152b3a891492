;;; generated-test.el --- Tests of what viewmodel-generate writes  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defmacro vt-with-generated (folder arguments &rest body)
  "Bind FOLDER to one with the files that ARGUMENTS have written; evaluate BODY."
  (declare (indent 2))
  `(let ((,folder (file-name-as-directory (make-temp-file "generated" t))))
     (unwind-protect
         (progn
           (should (eql 0 (apply #'call-process
                                 (car (vt-built-host "viewmodel-generate")) nil nil nil
                                 "elisp" "--output" ,folder
                                 (append ,arguments
                                         (list "--" (car (vt-built-host "example-host")))))))
           ,@body)
       (delete-directory ,folder t))))

(defmacro vt-with-functions (names &rest body)
  "Load the files of the ViewModels NAMES, prefixed with \"my\"; evaluate BODY.
The functions are called without a warning of the compiler."
  (declare (indent 1))
  `(vt-with-generated folder (append ,names '("--prefix" "my"))
     (dolist (file (directory-files folder t "\\.el\\'"))
       (load file nil t t))
     (with-no-warnings ,@body)))

(defun vt-add-committed (folder)
  "Put the generated files that are committed into FOLDER, too."
  (dolist (file (directory-files (expand-file-name "Tests/Generated/elisp" vt-root)
                                 t "\\.el\\'"))
    (copy-file file folder t)))

(defun vt-checked (folder &rest arguments)
  "What another Emacs with ARGUMENTS says of the files in FOLDER."
  (with-temp-buffer
    (cons (apply #'call-process
                 (expand-file-name invocation-name invocation-directory)
                 nil t nil "-Q" "--batch"
                 (append arguments (directory-files folder t "\\.el\\'")))
          (buffer-string))))

(ert-deftest generated/compiles-without-warnings-and-the-client ()
  "All of it; the functions of the client are declared."
  (vt-with-generated folder nil
    (vt-add-committed folder)
    (should (> (length (directory-files folder nil "\\.el\\'")) 50))
    (should (equal '(0 . "")
                   (vt-checked folder "--eval" "(setq byte-compile-error-on-warn t)"
                               "-f" "batch-byte-compile")))))

(ert-deftest generated/passes-checkdoc ()
  (vt-with-generated folder nil
    (vt-add-committed folder)
    (should (equal '(0 . "")
                   (vt-checked folder "--eval"
                               "(while command-line-args-left (checkdoc-file (pop command-line-args-left)))")))))

(ert-deftest generated/passes-package-lint-in-a-package ()
  (vt-with-generated folder '("list" "pager" "finder" "example.shapes"
                              "--prefix" "my-plugin")
    (let ((main (expand-file-name "my-plugin.el" folder)))
      (write-region ";;; my-plugin.el --- A plugin  -*- lexical-binding: t; -*-
;; Author: The authors
;; URL: https://example.com/my-plugin
;; Version: 1.0
;; Package-Requires: ((emacs \"27.1\"))
;;; Commentary:
;; It has ViewModels.
;;; Code:
(provide 'my-plugin)
;;; my-plugin.el ends here
" nil main nil 'silent)
      (let ((checked
             (vt-checked
              folder "--eval" "(setq package-directory-list (append package-directory-list '(\"/usr/share/emacs/site-lisp/elpa\")))"
              "-l" "package" "-f" "package-initialize"
              "--eval" "(unless (require 'package-lint nil t) (kill-emacs 77))"
              "--eval" (format "(setq package-lint-main-file %S)" main)
              "-f" "package-lint-batch-and-exit")))
        (when (eql 77 (car checked))
          (ert-skip "it is not installed (apt-get install elpa-package-lint)"))
        (should (equal '() (seq-filter
                            (lambda (line)
                              (string-match-p "\\(error\\|warning\\):" line))
                            (split-string (cdr checked) "\n"))))))))

(defun vt-answer-items (arguments call)
  "Answer CALL, of the service items, with the page in ARGUMENTS."
  (let-alist arguments
    (viewmodel-host-reply
     call `((items . ,(vconcat
                       (mapcar (lambda (name) `((id . ,name) (name . ,(upcase name))))
                               (if (eql .page 1) '("a" "b") '("c")))))
            (pages . ((currentPage . ,.page)
                      (nextPage . ,(if (eql .page 1) 2 :null))))))))

(ert-deftest generated/drives-the-list-and-the-pager ()
  (vt-with-functions '("list" "pager")
    (vt-with-host (host (vt-built-host "example-host")
                        :services (my-list-services :items #'vt-answer-items))
      (let* ((list (my-list-create host :id "l" :page-size 2))
             pager)
        (should (equal "l" (viewmodel-host-id list)))
        (viewmodel-host-await (my-list-view-will-appear list))
        (viewmodel-host-until
         list (lambda (_) (eql 2 (length (my-list-get-items list)))))
        (setq pager (my-pager-create host :selected-id "b" :list list))
        (should (equal '(1 t :false)
                       (list (my-pager-get-index pager)
                             (my-pager-get-has-previous pager)
                             (my-pager-get-has-next pager))))
        (let (done)
          (viewmodel-host-await
           (my-pager-will-transition-to
            pager 0 :success-fn (lambda (_) (setq done t))))
          (should done))
        (should (eql 0 (my-pager-get-index pager)))
        (should (eq 'viewmodel-host-request-failed
                    (car (vt-error (viewmodel-host-await
                                    (my-pager-will-transition-to pager 9))))))
        (viewmodel-host-await
         (my-list-change-item list '((id . "b") (name . "B2"))))
        (should (equal "B2" (alist-get 'name (aref (my-pager-get-items pager) 1))))
        (viewmodel-host-dispose list)
        (should (equal "l, which it uses as list, was disposed"
                       (viewmodel-host-closed pager)))))))

(ert-deftest generated/reports-events-and-results ()
  (vt-with-functions '("list" "example.plain")
    (vt-with-host (host (vt-built-host "example-host")
                        :services (my-list-services
                                   :items (lambda (_arguments call)
                                            (viewmodel-host-reply-error
                                             call "no network"))))
      (let ((list (my-list-create host))
            (plain (my-example-plain-create host :titles ["a"]))
            received)
        (my-list-on-error list (lambda (value) (setq received value)))
        (my-list-view-will-appear list)
        (viewmodel-host-until list (lambda (_) received))
        (should (string-match-p "no network" received))
        (viewmodel-host-await
         (my-example-plain-add plain '((id . 7) (title . "b"))))
        (viewmodel-host-await
         (my-example-plain-add plain '((id . 8) (title . "c")) :at-front t))
        (should (equal '("c" "a" "b")
                       (mapcar (lambda (item) (alist-get 'title item))
                               (my-example-plain-get-items plain))))
        ;; 2^53 + 1 has no double.
        (should (equal 9007199254740995
                       (viewmodel-host-await
                        (my-example-plain-add-up plain [9007199254740993 2]))))))))

(ert-deftest generated/has-other-names-for-what-lisp-names-itself ()
  (vt-with-functions '("example.names")
    (vt-with-host (host (vt-built-host "example-host"))
      (let ((names (my-example-names-create host :id2 "x" :self 1))
            (odd '((class . 1) (list . ["a"]) (the\ answer . "a|b")))
            received)
        (my-example-names-on-change names (lambda (value) (setq received value)))
        (viewmodel-host-await
         (my-example-names-end names 2 :nil2 "it's \"so\"" :callback odd))
        (should (equal (list 2 2 odd odd)
                       (list (my-example-names-get-class names)
                             (my-example-names-get-2-words-or-more names)
                             (my-example-names-get-odd names) received)))
        (should (equal (vector odd)
                       (viewmodel-host-await
                        (my-example-names-list names [1] :instance2 '((x . "a|b")) :t2 t))))))))

(ert-deftest generated/is-refused-by-a-host-that-has-changed ()
  (vt-with-generated folder '("counter" "--prefix" "my")
    (let ((file (expand-file-name "my-counter.el" folder)))
      (with-temp-buffer
        (insert-file-contents file)
        (while (search-forward "(name . \"plusButtonDidTap\")" nil t)
          (replace-match "(name . \"reset\")" t t))
        (eval-buffer nil nil file))
      (vt-with-host (host (vt-built-host "example-host"))
        (dotimes (_ 2)
          (let ((err (vt-error (with-no-warnings
                                 (my-counter-create host)))))
            (should (eq 'viewmodel-host-contract-broken (car err)))
            (should (equal "the host has changed: sent: counter: input reset is gone"
                           (viewmodel-host-error-message err)))))
        (should-not (viewmodel-host-instances host))))))

(ert-deftest generated/runs-as-the-readme-says ()
  (vt-with-generated folder '("counter" "--prefix" "my-plugin")
    (with-temp-buffer
      (insert-file-contents (expand-file-name "README.md" vt-client))
      (should (re-search-forward "^```elisp\n\\((require 'my-plugin-counter)\n\\(?:.*\n\\)*?\\)```\n"))
      (let ((code (match-string 1))
            (load-path (cons folder load-path))
            (viewmodel-host-command (vt-built-host)))
        (cl-letf* ((said nil)
                   ((symbol-function 'message)
                    (lambda (&rest arguments)
                      (push (apply #'format arguments) said))))
          (with-temp-buffer
            (insert code)
            (eval-buffer))
          (should (equal '("1") said)))))))

(provide 'generated-test)
;;; generated-test.el ends here
