;;; package-test.el --- Tests of the package as such  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defconst vt-lisp (expand-file-name "lisp/" vt-client)
  "The folder of the package.")

(defconst vt-find (expand-file-name "find/" vt-client)
  "The folder of the finder, which is a package of its own.")

(defun vt-files ()
  "The files of both packages."
  (append (directory-files vt-lisp t "\\`[^.].*\\.el\\'")
          (directory-files vt-find t "\\`[^.].*\\.el\\'")))

(defun vt-emacs (&rest arguments)
  "Run another Emacs with ARGUMENTS, and return (STATUS . OUTPUT)."
  (with-temp-buffer
    (cons (apply #'call-process
                 (expand-file-name invocation-name invocation-directory)
                 nil t nil "-Q" "--batch" arguments)
          (buffer-string))))

(ert-deftest package/compiles-without-warnings ()
  "Each file separately, so that it requires what it uses."
  (let ((folder (make-temp-file "compiled" t)))
    (unwind-protect
        (dolist (file (vt-files))
          (ert-info (file)
            (should (equal '(0 . "")
                           (vt-emacs
                            "-L" vt-lisp "-L" vt-find "--eval"
                            (format "(setq byte-compile-error-on-warn t byte-compile-dest-file-function (lambda (file) (expand-file-name (concat (file-name-nondirectory file) \"c\") %S)))"
                                    folder)
                            "-f" "batch-byte-compile" file)))))
      (delete-directory folder t))))

(ert-deftest package/passes-checkdoc ()
  (should (equal '(0 . "")
                 (vt-emacs "--eval" (format "(mapc #'checkdoc-file '%S)"
                                            (vt-files))))))

(ert-deftest package/passes-package-lint ()
  "All but the address, which the package has none."
  (let ((checked
         (apply #'vt-emacs
                ;; -Q leaves out the folders of packages that the system has.
                "--eval" "(setq package-directory-list (append package-directory-list '(\"/usr/share/emacs/site-lisp/elpa\")))"
                "-l" "package" "-f" "package-initialize" "-L" vt-lisp
                "--eval" "(unless (require 'package-lint nil t) (kill-emacs 77))"
                "--eval" (format "(setq package-lint-main-file %S)"
                                 (expand-file-name "viewmodel-host.el" vt-lisp))
                "-f" "package-lint-batch-and-exit"
                (directory-files vt-lisp t "\\`[^.].*\\.el\\'"))))
    (when (eql 77 (car checked)) (ert-skip "it is not installed (apt-get install elpa-package-lint)"))
    (should (equal '("viewmodel-host.el:1:0: error: Package should have a Homepage or URL header.")
                   (seq-filter (lambda (line)
                                 ;; That of Debian 12 does not know Emacs 28.
                                 (and (string-match-p "\\(error\\|warning\\):" line)
                                      (not (string-match-p "all released Emacs" line))))
                               (split-string (cdr checked) "\n"))))))

(ert-deftest package/installs-and-autoloads ()
  (let* ((folder (make-temp-file "packages" t))
         (setup (format "(progn (require 'package) (setq package-user-dir %S package-archives nil))"
                        folder)))
    (unwind-protect
        (pcase-let ((`(,status . ,output)
                     (vt-emacs "--eval" setup
                               "--eval" (format "(package-install-file %S)"
                                                vt-lisp))))
          (ert-info (output)
            (should (= 0 status))
            (should-not (string-match-p "[Ww]arning" output)))
          (should (= 0 (car (vt-emacs
                             "--eval" setup "-f" "package-initialize"
                             "--eval" (format "(package-install-file %S)"
                                              vt-find)))))
          (should (equal '(0 . "(t t t nil)")
                         (vt-emacs
                          "--eval" setup "-f" "package-initialize"
                          "--eval" "(princ (list (commandp 'viewmodel-find) (commandp 'viewmodel-find-resume) (autoloadp (symbol-function 'viewmodel-host-start)) (featurep 'viewmodel-host)))"))))
      (delete-directory folder t))))

(ert-deftest package/files-are-as-they-should-be ()
  (dolist (file (append (vt-files)
                        (directory-files (expand-file-name "tests" vt-client)
                                         t "\\.el\\'")
                        (list (expand-file-name "benchmark.el" vt-client))))
    (ert-info (file)
      (with-temp-buffer
        (insert-file-contents file)
        (let ((name (file-name-nondirectory file)))
          (should (looking-at-p
                   (format ";;; %s --- .+  -\\*- lexical-binding: t; -\\*-$"
                           (regexp-quote name))))
          (should (search-forward ";; SPDX-License-Identifier: MIT\n"))
          (goto-char (point-max))
          (should (search-backward (format ";;; %s ends here\n" name))))))))

(ert-deftest package/declares-what-there-is ()
  (should (string-match-p
           "No functions with problems\\|No declarations\\|\\`\\'"
           (cdr (vt-emacs "-L" vt-lisp "-L" vt-find "-l" "check-declare" "--eval"
                          (format "(apply #'check-declare-files '%S)"
                                  (vt-files)))))))

(ert-deftest package/the-versions-are-the-same ()
  (with-temp-buffer
    (insert-file-contents (expand-file-name "viewmodel-host.el" vt-lisp))
    (should (search-forward (format ";; Version: %s\n"
                                    viewmodel-host--version)))))

(provide 'package-test)
;;; package-test.el ends here
