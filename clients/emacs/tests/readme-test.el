;;; readme-test.el --- Runs what the README shows  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-examples ()
  "The pairs of Lisp and the output that stand in the README."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "README.md" vt-client))
    (let (found)
      (while (re-search-forward "^```elisp\n\\(\\(?:.*\n\\)*?\\)```\n" nil t)
        (let ((code (match-string 1)))
          (when (looking-at "\n\\(\\(?:    .*\n\\)+\\)")
            (push (cons code (replace-regexp-in-string
                              "^    " "" (match-string 1)))
                  found))))
      (nreverse found))))

(ert-deftest readme/examples-print-what-they-say ()
  (let ((examples (vt-examples))
        (command (vt-built-host)))
    (should (>= (length examples) 2))
    (should (<= (length (split-string (caar examples) "\n" t)) 12))
    (pcase-dolist (`(,code . ,output) examples)
      (let ((file (make-temp-file "example" nil ".el" code)))
        (unwind-protect
            (with-temp-buffer
              (let ((process-environment
                     (cons (concat "VIEWMODEL_HOST=" (car command))
                           process-environment)))
                (should (= 0 (call-process
                              (expand-file-name invocation-name
                                                invocation-directory)
                              nil t nil "-Q" "--batch" "-L"
                              (expand-file-name "lisp" vt-client)
                              "-l" file))))
              (should (equal (buffer-string) output)))
          (delete-file file))))))

(ert-deftest readme/names-all-functions ()
  "The table has all that is public, and nothing that there is not."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "README.md" vt-client))
    (let ((text (buffer-string)))
      (mapatoms
       (lambda (symbol)
         (when (and (fboundp symbol)
                    (string-match-p "\\`viewmodel-host-" (symbol-name symbol))
                    (not (string-match-p
                          "--\\|\\`viewmodel-host-\\(typed-\\|p$\\|\\(list\\|child\\|request\\|service-call\\|instance\\|change\\)-p\\|service-call-\\(host\\|answered\\|on-cancel\\)\\|params\\|serial\\|listeners\\)"
                          (symbol-name symbol))))
           (ert-info ((symbol-name symbol))
             (should (string-match-p
                      (concat "`(?" (regexp-quote (symbol-name symbol)) "[`) ]")
                      text))))))
      (goto-char (point-min))
      (while (re-search-forward "`(?\\(viewmodel-[a-z-]+\\)[` )]" nil t)
        (let ((symbol (intern (match-string 1))))
          (ert-info ((match-string 1))
            (should (or (fboundp symbol) (boundp symbol)
                        (get symbol 'error-conditions)
                        (facep symbol)
                        (memq symbol '(viewmodel-host))
                        (string-match-p "viewmodel-find"
                                        (symbol-name symbol))))))))))

(defun vt-arglist (function)
  "The arguments of FUNCTION as the README writes them, a list of symbols."
  (let ((usage (help-split-fundoc (documentation function t) function))
        (case 'upcase))
    (mapcar (lambda (argument)
              (let ((name (symbol-name (if (consp argument) (car argument)
                                         argument))))
                (intern (cond ((string-prefix-p "&" name)
                               (when (equal name "&key") (setq case 'downcase))
                               name)
                              (t (funcall case name))))))
            (if usage (cdr (read (car usage)))
              (help-function-arglist function t)))))

(ert-deftest readme/arguments-are-what-they-are ()
  "What stands in the table is what functions take."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "README.md" vt-client))
    (let ((checked 0))
      (while (re-search-forward "`\\((viewmodel-host-[^`\n]+)\\)`" nil t)
        (let* ((form (read (match-string 1)))
               (said (cdr form))
               (is (vt-arglist (car form))))
          (ert-info ((format "%S" form))
            ;; The accessors of structures do not name their argument.
            (if (member is '((CL-X) (X)))
                (should (= 1 (length said)))
              (should (equal is said))))
          (cl-incf checked)))
      (should (> checked 40)))))

(provide 'readme-test)
;;; readme-test.el ends here
