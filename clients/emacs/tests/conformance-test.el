;;; conformance-test.el --- The transcripts that all clients play  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)
(require 'transcripts)

(ert-deftest conformance/mirrors-have-what-snapshots-have ()
  (vt-built-host "example-host")
  (let ((compared 0) (changes 0))
    (dolist (transcript (vt-transcripts))
      (ert-info ((car transcript))
        (let ((player (vt-play transcript (vt-command-for transcript)
                               #'vt-compare)))
          (should-not (vt-player-resynced player))
          (cl-incf compared (vt-player-compared player))
          (cl-incf changes (vt-player-changes player)))))
    (message "%d states compared, %d changes" compared changes)
    (should (> compared 800))
    (should (> changes 200))))

(ert-deftest conformance/lines-through-the-transport ()
  (vt-built-host "example-host")
  (let ((compared 0))
    (dolist (transcript (vt-transcripts))
      (ert-info ((car transcript))
        (cl-incf compared (vt-replay transcript))))
    (message "%d lines compared" compared)
    (should (> compared 800))))

(defun vt-replay (transcript)
  "Send what TRANSCRIPT says, compare what comes, and return how many lines."
  (let* (lines ended (compared 0)
         (child (viewmodel-host-child-start
                 (vt-command-for transcript)
                 :on-lines (lambda (more) (setq lines (append lines more)))
                 :on-end (lambda (status) (setq ended (list status))))))
    (unwind-protect
        (let ((last (cl-position "-->" (cdr transcript) :key #'car
                                 :test #'equal :from-end t)))
          (cl-loop
           for (mark . text) in (cdr transcript)
           for index from 0
           do (cond ((equal mark "-->")
                     (viewmodel-host-child-send child (concat text "\n"))
                     (when (= index last)
                       (viewmodel-host-child-close child)))
                    (t
                     (while (not (or lines ended))
                       (viewmodel-host-child-wait child 1))
                     (should (equal (vt-parsed (pop lines)) (vt-parsed text)))
                     (cl-incf compared))))
          (while (not ended) (viewmodel-host-child-wait child 1))
          (should-not lines)
          (should (equal ended '((:exit-status 0)))))
      (viewmodel-host-child-kill child))
    compared))

(ert-deftest conformance/there-are-transcripts ()
  (should (> (length (vt-transcripts)) 40)))

(ert-deftest conformance/codes-are-those-of-the-protocol ()
  (with-temp-buffer
    (insert-file-contents (expand-file-name "protocol.md" vt-root))
    (pcase-dolist (`(,name . ,code)
                   `(("method not found"
                      . ,viewmodel-host-code-method-not-found)
                     ("unknown instance"
                      . ,viewmodel-host-code-unknown-instance)
                     ("unsupported version"
                      . ,viewmodel-host-code-unsupported-version)
                     ("cancelled" . ,viewmodel-host-code-cancelled)))
      (goto-char (point-min))
      (should (search-forward (format "\n| %d | %s |" code name) nil t)))))

(provide 'conformance-test)
;;; conformance-test.el ends here
