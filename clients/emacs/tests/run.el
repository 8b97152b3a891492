;;; run.el --- Runs the tests  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'ert)

(defun vt-run (selector)
  "Run the tests that SELECTOR chooses, and end Emacs: with 0 if they passed.
The last lines say which were skipped, why, and how many there were."
  (let ((stats (ert-run-tests-batch selector)))
    (dolist (test (ert-select-tests selector t))
      (let ((result (ert-test-most-recent-result test)))
        (when (ert-test-skipped-p result)
          (message "skipped: %s: %s" (ert-test-name test)
                   (mapconcat (lambda (datum) (format "%s" datum))
                              (cdr (ert-test-result-with-condition-condition
                                    result))
                              " ")))))
    (message "%d passed, %d failed, %d skipped"
             (ert-stats-completed-expected stats)
             (ert-stats-completed-unexpected stats)
             (ert-stats-skipped stats))
    (kill-emacs (if (zerop (ert-stats-completed-unexpected stats)) 0 1))))

(provide 'run)
;;; run.el ends here
