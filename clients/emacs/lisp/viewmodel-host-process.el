;;; viewmodel-host-process.el --- The host as a child process  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts the host, cuts what it writes into lines, keeps what matters of what it
;; writes to standard error, and tells once when it has ended.  Emacs starts
;; every process in a session of its own, so C-c in a terminal is not for it.
;;
;; Emacs does not tell when a process closes its output and lives on, but it does
;; tell of a pipe: so the pipe that it offers for standard error takes the output,
;; and standard error comes where the output would.
;;
;; Emacs marks its ends of the pipes as close-on-exec, so no other child holds
;; the host's standard input: it ends when Emacs does, however that ends.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-child)
(require 'viewmodel-host-crash)
(require 'viewmodel-host-end)
(require 'viewmodel-host-errors)

(defvar viewmodel-host-child-folder
  (file-name-directory (or load-file-name (buffer-file-name) ""))
  "Where this file is; nil when that is not known.")

(defun viewmodel-host-child-bundled ()
  "The program that was put beside this file, or nil."
  (let ((program (expand-file-name "bin/viewmodel-host"
                                   viewmodel-host-child-folder)))
    (and viewmodel-host-child-folder (file-regular-p program)
         (file-executable-p program) program)))

(cl-defun viewmodel-host-child-start
    (command &key directory environment on-lines on-printed on-end on-writable)
  "Start COMMAND, a list of strings, and return the child.
DIRECTORY is the current one for it, ENVIRONMENT a list of \"NAME=VALUE\" that
go before `process-environment'.  ON-LINES is called with each list of lines
that has arrived, as unibyte strings; ON-PRINTED with each line of standard
error, until a crash is reported there; ON-END once, with how it ended: a
property list with `:exit-status' or `:signal', a number, or neither if
that is not known.  ON-WRITABLE is called when it goes on after it was
stopped.  Signal `viewmodel-host-not-found' if there is no such
program."
  (let* ((default-directory (file-name-as-directory
                             (expand-file-name
                              (or directory
                                  (and (not (file-remote-p default-directory))
                                       default-directory)
                                  "~/"))))
         (process-environment (append environment process-environment))
         ;; Both are kept by the process, the former from Emacs 30 on.
         (read-process-output-max (max 65536 read-process-output-max))
         (process-adaptive-read-buffering nil)
         (child (viewmodel-host-child--make
                 :on-lines on-lines :on-end on-end
                 :on-printed (or on-printed #'ignore)
                 :on-writable (or on-writable #'ignore)))
         (output (viewmodel-host-child--pipe child)))
    (condition-case err
        (setf (viewmodel-host-child-output child) output
              (viewmodel-host-child-process child)
              (make-process
               :name "viewmodel-host" :buffer nil :noquery t
               :command `("/bin/sh" "-c" "exec \"$@\" 3>&1 1>&2 2>&3 3>&-" "sh"
                          ,(viewmodel-host-child--program (car command))
                          ,@(cdr command))
               :connection-type 'pipe
               :coding 'no-conversion :stderr output
               :filter (lambda (_ data)
                         (viewmodel-host-child--printed child data))
               :sentinel (lambda (process _)
                           (viewmodel-host-child--changed child process))))
      (error
       (delete-process output)
       (viewmodel-host--signal
        (viewmodel-host--make-error
         'viewmodel-host-not-found
         (format "Cannot start the host %s: %s.  %s"
                 (car command) (error-message-string err)
                 "Install its package (dpkg -i, or unpack the tar.gz; it needs \
no Swift), put viewmodel-host on the PATH, set VIEWMODEL_HOST to its path, or \
customize viewmodel-host-command")
         :command command))))
    (push child viewmodel-host-child--living)
    child))

(defun viewmodel-host-child--changed (child process)
  "Take in that the status of PROCESS, that of CHILD, has changed."
  (cond ((eq 'run (process-status process))
         (funcall (viewmodel-host-child-on-writable child)))
        ((process-live-p process))      ; it is stopped
        ((viewmodel-host-child--broken-p child)
         (viewmodel-host-child--press child))
        (t (viewmodel-host-child--ended child))))

(defun viewmodel-host-child--pipe (child)
  "A pipe process for the output of CHILD."
  (let* ((buffer (generate-new-buffer " *viewmodel-host output*"))
         (pipe (make-pipe-process
                :name "viewmodel-host output" :buffer buffer :noquery t
                :coding 'no-conversion
                :filter (viewmodel-host-child--filter child)
                :sentinel (lambda (pipe _)
                            (unless (or (process-live-p pipe)
                                        (not (viewmodel-host-child-process
                                              child))
                                        (not (eq pipe
                                                 (viewmodel-host-child-output
                                                  child)))
                                        (viewmodel-host-child-ended child))
                              (viewmodel-host-child--send-eof child)
                              (viewmodel-host-child--press child))))))
    ;; It cannot be made without a buffer.
    (set-process-buffer pipe nil)
    (kill-buffer buffer)
    pipe))

(defun viewmodel-host-child--program (program)
  "The file of PROGRAM, or signal an error if there is none to execute."
  (or (executable-find program)
      (error (if (file-exists-p program)
                 "it is not executable"
               "there is no such program"))))

(defun viewmodel-host-child-send (child text)
  "Write TEXT, bytes, to CHILD; return nil if that is stopped, else non-nil.
While the pipe is full, what CHILD writes is taken in.  That CHILD has
ended is no error here: ON-END tells, after all that it wrote."
  (let ((process (viewmodel-host-child-process child)))
    (condition-case err
        (unless (eq 'stop (process-status process))
          (process-send-string process text)
          t)
      (error
       (cond ((eq 'stop (process-status process)) nil)
             ((viewmodel-host-child--broken-p child)
              (viewmodel-host-child--keep-status child)
              (viewmodel-host-child--press child)
              t)
             ((process-live-p process) (signal (car err) (cdr err)))
             (t t))))))

(defun viewmodel-host-child--keep-status (child)
  "See to it that the exit status of CHILD, whose pipe broke, will be known."
  ;; Emacs forgets a process when it has called the sentinel for the broken
  ;; pipe, and so never learns of its exit status; unless this variable is nil
  ;; when it does so, which is whenever a pipe process is deleted.
  (let ((delete-exited-processes nil))
    (delete-process (viewmodel-host-child--pipe child))))

(provide 'viewmodel-host-process)
;;; viewmodel-host-process.el ends here
