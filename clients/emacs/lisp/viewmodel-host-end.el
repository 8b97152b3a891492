;;; viewmodel-host-end.el --- How a host process ends  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; By itself, or because it has to: its input is closed first; then, if it does not
;; end, SIGTERM is sent, and then SIGKILL.  All that it wrote is taken in before it
;; is told, once, that it has ended.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'viewmodel-host-child)

(defun viewmodel-host-child--broken-p (child)
  "Whether a pipe of CHILD broke, and how it ended is not known.
Emacs gives a process this exit status then, at once."
  (eql 256 (process-exit-status (viewmodel-host-child-process child))))

(defun viewmodel-host-child--exists-p (child)
  "Whether the process of CHILD exists, and is no zombie."
  (let ((state (alist-get 'state (process-attributes
                                  (viewmodel-host-child--pid child)))))
    (and state (not (equal state "Z")))))

(defun viewmodel-host-child--press (child)
  "See to it that CHILD, which has lost a pipe, ends soon, and that it is told."
  (unless (viewmodel-host-child-timer child)
    (let* ((grace (+ (float-time) viewmodel-host-child-grace))
           (last (+ grace viewmodel-host-child--term))
           (unknown nil))
      (setf (viewmodel-host-child-timer child)
            (run-at-time
             0.02 0.02
             (lambda ()
               (let ((now (float-time))
                     (pid (viewmodel-host-child--pid child)))
                 (cond ((not (viewmodel-host-child--exists-p child))
                        ;; The sentinel tells how it ended, unless Emacs got the
                        ;; exit status while the pipe broke, and wrote over it.
                        (setq unknown (or unknown
                                          (+ now viewmodel-host-child--term)))
                        (when (> now unknown)
                          (viewmodel-host-child--ended child)))
                       ((> now last) (signal-process pid 'SIGKILL))
                       ((> now grace)
                        (setq grace last)
                        (signal-process pid 'SIGTERM))))))))))

(defun viewmodel-host-child-close (child)
  "Close the input of CHILD, so that it ends."
  (setf (viewmodel-host-child-stopping child) t)
  (viewmodel-host-child--send-eof child))

(defun viewmodel-host-child--send-eof (child)
  "Close the input of CHILD, if it is open."
  (condition-case nil
      (process-send-eof (viewmodel-host-child-process child))
    (error nil)))

(defun viewmodel-host-child-stop (child seconds &optional written-p)
  "Close the input of CHILD, and take in what it writes until it has ended.
That is done when WRITTEN-P, a function, says that all is written to it.
If it has not ended within SECONDS it is sent SIGTERM, and soon after that
SIGKILL, unless that is nil."
  (setf (viewmodel-host-child-stopping child) t)
  (let ((deadline (and seconds (+ (float-time) seconds)))
        (written nil))
    (while (and (not (viewmodel-host-child-ended child))
                (or (not deadline) (< (float-time) deadline)))
      (when (and (not written) (or (not written-p) (funcall written-p)))
        (setq written t)
        (viewmodel-host-child-close child))
      (when written (viewmodel-host-child-pause child nil))
      (viewmodel-host-child-wait
       child (if deadline
                 (max 0 (min 0.1 (- deadline (float-time))))
               0.1)))
    (unless (or (viewmodel-host-child-ended child) (not deadline))
      (viewmodel-host-child-close child)
      (signal-process (viewmodel-host-child--pid child) 'SIGTERM)
      (setq deadline (+ (float-time)
                        (min seconds viewmodel-host-child--term)))
      (while (and (not (viewmodel-host-child-ended child))
                  (< (float-time) deadline))
        (viewmodel-host-child-wait child 0.05))))
  (viewmodel-host-child-kill child))

(defun viewmodel-host-child-kill (child)
  "End CHILD at once, if it has not ended."
  (unless (viewmodel-host-child-ended child)
    (setf (viewmodel-host-child-killed child) t)
    (when (and (viewmodel-host-child--broken-p child)
               (viewmodel-host-child--exists-p child))
      (signal-process (viewmodel-host-child--pid child) 'SIGKILL))
    (delete-process (viewmodel-host-child-process child))
    (viewmodel-host-child--ended child)))

(defun viewmodel-host-child--ended (child)
  "Call `on-end' of CHILD, which has ended, once all it wrote is taken in."
  (unless (viewmodel-host-child-ended child)
    (setf (viewmodel-host-child-ended child) t
          viewmodel-host-child--living
          (delq child viewmodel-host-child--living))
    (when (viewmodel-host-child-timer child)
      (cancel-timer (viewmodel-host-child-timer child)))
    (viewmodel-host-child--drain child)
    (funcall (viewmodel-host-child-on-end child)
             (viewmodel-host-child--status child))))

(defun viewmodel-host-child--drain (child)
  "Take in all that CHILD, which has ended, has written."
  (let ((output (viewmodel-host-child-output child))
        (read-process-output-max (max 65536 read-process-output-max)))
    (viewmodel-host-child-pause child nil)
    ;; A program that it started may hold the pipe: then this ends, too.
    (while (and (process-live-p output)
                (accept-process-output output 0.05 nil t)))
    (delete-process output)))

(defun viewmodel-host-child--status (child)
  "How CHILD ended, in the form of `viewmodel-host-child-start'."
  (let* ((process (viewmodel-host-child-process child))
         (status (process-exit-status process)))
    (cond ((eq (process-status process) 'signal) (list :signal status))
          ;; A pipe broke, so that Emacs wrote over the exit status.
          ((eql status 256) nil)
          (t (list :exit-status status)))))

(defun viewmodel-host-child--end-all ()
  "End all children, as Emacs ends: close their pipes, and kill what is left."
  (let ((children viewmodel-host-child--living))
    (dolist (child children)
      (setf (viewmodel-host-child-ended child) t) ; nobody is told
      (viewmodel-host-child-close child)
      (delete-process (viewmodel-host-child-output child))
      ;; When a signal ends Emacs it learns of no exit, and would read the end
      ;; of a pipe again and again.
      (set-process-filter (viewmodel-host-child-process child) t))
    (pcase-dolist (`(,signal . ,seconds)
                   `((nil . ,viewmodel-host-child-grace)
                     (SIGTERM . ,viewmodel-host-child--term)
                     (SIGKILL . 0)))
      (let ((deadline (+ (float-time) seconds)))
        (setq children (seq-filter #'viewmodel-host-child--exists-p children))
        (when signal
          (dolist (child children)
            (signal-process (viewmodel-host-child--pid child) signal)))
        (while (and (< (float-time) deadline)
                    (seq-some #'viewmodel-host-child--exists-p children))
          (sleep-for 0.02))))))

(add-hook 'kill-emacs-hook #'viewmodel-host-child--end-all)

(provide 'viewmodel-host-end)
;;; viewmodel-host-end.el ends here
