;;; viewmodel-host-process.el --- The process of a host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts the process, reads and writes lines, and reports its end.
;;
;; Emacs reports the end of a pipe process, but not that of the output of a
;; process that still runs.  So the pipe for standard error gets the output, and
;; that of the process is its standard error.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'viewmodel-host-base)

(defun viewmodel-host--spawn (host)
  "Start the process of HOST."
  (with-slots (command directory environment process output) host
    (let* ((process-environment environment)
           (default-directory (expand-file-name directory))
           (process-adaptive-read-buffering nil)
           (read-process-output-max (max 65536 read-process-output-max))
           (problem (cond ((not (file-directory-p default-directory))
                           (concat "Its working directory does not exist: "
                                   default-directory))
                          ((not (executable-find (car command)))
                           "There is no such program.  Install its package \
(dpkg -i, or unpack the tar.gz; it needs no Swift), put viewmodel-host on the \
PATH, set VIEWMODEL_HOST to its path, or customize viewmodel-host-command"))))
      (when problem
        (signal 'viewmodel-host-not-found
                (list (format "Cannot start the host %s: %s" (car command)
                              problem)
                      :command command)))
      (setf output (make-pipe-process
                    :name " *viewmodel-host*" :noquery t :coding 'utf-8-unix
                    :filter (viewmodel-host--by-lines
                             (lambda (lines)
                               (cl-callf nconc (oref host lines) lines)
                               (viewmodel-host--pump host)))
                    :sentinel (lambda (pipe _)
                                (viewmodel-host--settle host pipe 2)))
            process (make-process
                     :name "viewmodel-host" :noquery t :connection-type 'pipe
                     :command `("/bin/sh" "-c" "exec \"$@\" 3>&1 1>&2 2>&3 3>&-"
                                "sh" ,@command)
                     :coding 'utf-8-unix :stderr output :sentinel #'ignore
                     :filter (viewmodel-host--by-lines
                              (lambda (lines)
                                (dolist (line (last lines 200))
                                  (viewmodel-host--printed host line))))))
      (dolist (slot '(failure outbox lines stderr reason crashing info))
        (setf (slot-value host slot) nil))
      (clrhash (oref host pending))
      (clrhash (oref host calls))
      (viewmodel-host--trace "#" (format "start of %s" command)))))

(defun viewmodel-host--by-lines (function)
  "Make a process filter of FUNCTION, whose argument is a list of lines."
  (let ((rest nil))                     ; pieces of a line, last first
    (lambda (_ data)
      (push data rest)
      (when (string-search "\n" data)
        (let ((lines (split-string (apply #'concat (nreverse rest)) "\n")))
          (setq rest (last lines))
          (funcall function (cl-delete-if #'string-blank-p (nbutlast lines))))))))

(defun viewmodel-host--printed (host line)
  "Keep LINE of the standard error of HOST, and show it."
  (with-slots (stderr reason crashing) host
    (push line stderr)
    (when (nthcdr 400 stderr) (setcdr (nthcdr 199 stderr) nil))
    (when (string-match-p "Fatal error\\|Precondition failed\\|Assertion failed"
                          line)
      (setf reason line))
    (when (string-match-p "\\`\\*\\*\\* Signal [0-9]\\|\\`Current stack trace:"
                          line)
      (setf crashing t))
    ;; Warnings are also in the log, and the reason of a crash in its error.
    (unless (or crashing (string-match-p "\\`[^ ]+: warning: " line))
      (message "viewmodel-host: %s" line))
    (when (string-prefix-p "Backtrace took " line) (setf crashing nil))))

(defun viewmodel-host--trace (mark text)
  "Append TEXT with MARK to the file $VIEWMODEL_HOST_TRACE, if that is set."
  (let ((file (getenv "VIEWMODEL_HOST_TRACE"))
        (coding-system-for-write 'utf-8-unix))
    (unless (member file '(nil ""))
      (with-demoted-errors "The trace cannot be written: %S"
        (write-region (format "%s %s %s\n" (format-time-string "%F %T.%3N") mark
                              text)
                      nil (if (equal file "-") "/dev/stderr" file) t 'silent)))))

(defun viewmodel-host--flush (host)
  "Write the outbox of HOST.
If its pipe is full, stop after 50 ms, and try again 200 ms later."
  (with-slots (process outbox writing lines output) host
    (unless writing
      (let ((again (lambda () (run-at-time 0.2 nil #'viewmodel-host--flush host)))
            text)
        (setf writing t)
        (unwind-protect
            (condition-case nil
                (with-timeout (0.05 (funcall again))
                  (process-send-string process "") ; the rest of the last line
                  (while (setq text (pop outbox))
                    (viewmodel-host--trace "-->" text)
                    (process-send-string process (concat text "\n"))))
              (error (cond ((eq 'stop (process-status process))
                            (when text (push text outbox))
                            (funcall again))
                           (t (setf outbox nil)
                              ;; Emacs reports how a process with a broken pipe
                              ;; ends if any process is deleted so.
                              (let ((delete-exited-processes nil))
                                (delete-process
                                 (make-pipe-process :name " *viewmodel-host*")))
                              (viewmodel-host--settle host output 2)))))
          (setf writing nil)))
      (when lines (run-at-time 0 nil #'viewmodel-host--pump host)))))

(defun viewmodel-host--settle (host output seconds)
  "Close the input of HOST, if OUTPUT is its output, and report its end.
Kill it after SECONDS."
  (when (and output (eq output (oref host output)))
    (ignore-errors (process-send-eof (oref host process)))
    (viewmodel-host--watch host output (+ (float-time) seconds))))

(defun viewmodel-host--watch (host output deadline)
  "Check every 20 ms whether HOST has ended; kill it after DEADLINE.
It has ended when both its process and OUTPUT have."
  (let* ((process (oref host process))
         (state (alist-get 'state (process-attributes (process-id process))))
         (left (- deadline (float-time))))
    (cond ((not (eq output (oref host output))))
          ((and (not (or (process-live-p output) (process-live-p process)))
                ;; 256 means a broken pipe; the true status may still come.
                (or (not (eql 256 (process-exit-status process)))
                    (and (member state '(nil "Z")) (< left 1.5))))
           (oset host output nil)
           (while (accept-process-output process 0 nil 0)) ; its last words
           (cl-callf nconc (oref host lines)
             (list (lambda () (viewmodel-host--ended host process))))
           (viewmodel-host--pump host))
          (t (when (< left 0)
               (signal-process (- (process-id process)) 'SIGKILL)
               (delete-process output))
             (run-at-time 0.02 nil #'viewmodel-host--watch
                          host output deadline)))))

(defun viewmodel-host--ended (host process)
  "End HOST with an error about the end of its PROCESS."
  (viewmodel-host--trace "#" "end")
  (let* ((status (process-exit-status process))
         (signal (and (eq 'signal (process-status process))
                      (or (nth status '(nil "SIGHUP" "SIGINT" "SIGQUIT" "SIGILL"
                                        "SIGTRAP" "SIGABRT" "SIGBUS" "SIGFPE"
                                        "SIGKILL" nil "SIGSEGV" nil "SIGPIPE"
                                        nil "SIGTERM"))
                          (format "signal %d" status))))
         (how (cond (signal `(,(concat " by " signal) :signal ,signal))
                    ((eql 256 status) '(""))
                    (t `(,(format " (exit status %d)" status)
                         :exit-status ,status))))
         (reason (if signal (and (memq status '(4 5 6 7 8 11)) ; of traps
                                 (oref host reason))
                   (and (not (memq status '(0 256)))
                        (or (oref host reason) (car (oref host stderr)))))))
    (viewmodel-host--fail
     host `(viewmodel-host-died
            ,(concat "the host ended" (car how) (and reason ": ") reason)
            ,@(cdr how)))))

(defun viewmodel-host--fail (host failure)
  "End the conversation with HOST: what is pending fails with FAILURE."
  (unless (oref host failure)
    (oset host failure failure)
    (dolist (id (hash-table-keys (oref host pending)))
      (remhash id (oref host pending))
      (jsonrpc-connection-receive
       host (list :id id :error (list :code 0 :message (cadr failure)))))
    (maphash (lambda (_ call) (viewmodel-host--cancelled call))
             (oref host calls))
    (unless (or (eq 'viewmodel-host-closed (car failure))
                (null (oref host info)) ; `viewmodel-host-start' signals it
                (viewmodel-host--notify host 'died failure))
      (lwarn 'viewmodel-host :warning "%s" (cadr failure)))))

(provide 'viewmodel-host-process)
;;; viewmodel-host-process.el ends here
