;;; viewmodel-host-process.el --- The host as a child process  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts the host, cuts what it writes into lines, keeps what matters of what it
;; writes to standard error, and tells once when it has ended.  Emacs starts
;; every process in a session of its own, so C-c in a terminal is not for it.
;;
;; Emacs marks its ends of the pipes as close-on-exec, so no other child holds
;; the host's standard input: it ends when Emacs does, however that ends.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-crash)
(require 'viewmodel-host-errors)

(cl-defstruct (viewmodel-host-child
               (:constructor viewmodel-host-child--make) (:copier nil))
  process stderr
  (lines (viewmodel-host-lines-make))
  (words (viewmodel-host-stderr-make)
         :documentation "What is kept of its standard error.")
  on-lines on-end
  (ended nil :documentation "Whether `on-end' has been called.")
  (stopping nil :documentation "Whether its input was closed, so that it ends.")
  (killed nil :documentation "Whether it was ended from here, by a signal."))

;;; Lines

(cl-defstruct (viewmodel-host-lines
               (:constructor viewmodel-host-lines-make ()) (:copier nil))
  "The start of a line whose end has not come yet."
  (chunks nil :documentation "Its pieces, the last one first."))

(defun viewmodel-host-lines-feed (lines data)
  "The lines that DATA completes, in order; empty ones left out.
DATA is what came next of the stream that LINES cuts.  Pieces are joined
once, when the line is complete, so its length costs no more than it must."
  (let ((start 0) (found nil) end)
    (while (setq end (string-match-p "\n" data start))
      (let ((piece (substring data start end)))
        (when (viewmodel-host-lines-chunks lines)
          (setq piece (apply #'concat
                             (nreverse
                              (cons piece
                                    (viewmodel-host-lines-chunks lines)))))
          (setf (viewmodel-host-lines-chunks lines) nil))
        (when (string-match-p "[^ \t\r]" piece) (push piece found)))
      (setq start (1+ end)))
    (when (< start (length data))
      (push (substring data start) (viewmodel-host-lines-chunks lines)))
    (nreverse found)))

;;; The process

(cl-defun viewmodel-host-child-start
    (command &key directory environment on-lines on-end)
  "Start COMMAND, a list of strings, and return the child.
DIRECTORY is the current one for it, ENVIRONMENT a list of \"NAME=VALUE\" that
go before `process-environment'.  ON-LINES is called with each list of lines
that has arrived, as unibyte strings; ON-END once, with how it ended: a
property list with `:exit-status' or `:signal', a number, or neither if
that is not known.  Signal `viewmodel-host-not-found' if there is no such
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
                 :on-lines on-lines :on-end on-end))
         (words (viewmodel-host-child-words child))
         (stderr (viewmodel-host-child--pipe
                  (lambda (_ data) (viewmodel-host-stderr-feed words data)))))
    (condition-case err
        (setf (viewmodel-host-child-stderr child) stderr
              (viewmodel-host-child-process child)
              (make-process
               :name "viewmodel-host" :buffer nil :noquery t
               :command (cons (viewmodel-host-child--program (car command))
                              (cdr command))
               :connection-type 'pipe
               :coding 'no-conversion :stderr stderr
               :filter (lambda (_ data)
                         (let ((lines (viewmodel-host-lines-feed
                                       (viewmodel-host-child-lines child)
                                       data)))
                           (when lines (funcall on-lines lines))))
               :sentinel (lambda (process _)
                           (unless (or (process-live-p process)
                                       (viewmodel-host-child--lingers-p child))
                             (viewmodel-host-child--ended child)))))
      (error
       (delete-process stderr)
       (viewmodel-host--signal
        (viewmodel-host--make-error
         'viewmodel-host-not-found
         (format "Cannot start the host %s: %s.  %s"
                 (car command) (error-message-string err)
                 "Put viewmodel-host on the PATH, set VIEWMODEL_HOST to \
its path, or customize viewmodel-host-command")
         :command command))))
    child))

(defun viewmodel-host-child--pipe (filter)
  "A pipe process with FILTER, for standard error."
  (let* ((buffer (generate-new-buffer " *viewmodel-host stderr*"))
         (pipe (make-pipe-process
                :name "viewmodel-host stderr" :buffer buffer :noquery t
                :coding 'no-conversion :sentinel #'ignore :filter filter)))
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

(defun viewmodel-host-child-live-p (child)
  "Whether CHILD is running, as far as is known."
  (and child (process-live-p (viewmodel-host-child-process child)) t))

(defun viewmodel-host-child-send (child text)
  "Write TEXT, bytes, to CHILD.
While the pipe is full, what CHILD writes is taken in.  That CHILD has
ended is no error here: ON-END tells, after all that it wrote."
  (condition-case nil
      (process-send-string (viewmodel-host-child-process child) text)
    (error
     (when (viewmodel-host-child--lingers-p child)
       (viewmodel-host-child--await-status child)))))

(defvar viewmodel-host-child-grace 2
  "How many seconds a host may take to end when it has stopped to read.")

(defun viewmodel-host-child--lingers-p (child)
  "Whether CHILD is there, but has stopped to read.
When the pipe breaks Emacs gives a process this exit status, at once."
  (let ((process (viewmodel-host-child-process child)))
    (and process
         (eql 256 (process-exit-status process))
         (eql 0 (signal-process (process-id process) 0)))))

(defun viewmodel-host-child--await-status (child)
  "See to it that the sentinel is called when CHILD, whose pipe broke, ends.
If it does not end soon it is killed."
  ;; Emacs forgets a process when it has called the sentinel for the broken
  ;; pipe, and so never learns of its exit status; unless this variable is nil
  ;; when it does so, which is whenever a pipe process is deleted.
  (let ((delete-exited-processes nil))
    (delete-process (viewmodel-host-child--pipe #'ignore)))
  (run-at-time viewmodel-host-child-grace nil
               (lambda ()
                 (when (viewmodel-host-child--lingers-p child)
                   (signal-process (process-id
                                    (viewmodel-host-child-process child))
                                   'SIGKILL)))))

(defun viewmodel-host-child-wait (child seconds)
  "Take in what CHILD writes, as soon as it does, for at most SECONDS."
  (let ((read-process-output-max (max 65536 read-process-output-max))
        (process (viewmodel-host-child-process child)))
    ;; Emacs, asked to wait for a process that has ended, returns at once while
    ;; anything else can be read, such as the end of its standard error, and
    ;; does not call the sentinel.
    (if (process-live-p process)
        (accept-process-output process seconds)
      (accept-process-output nil (min seconds 0.05)))))

(defun viewmodel-host-child-stderr-lines (child)
  "What is kept of the lines that CHILD wrote to standard error."
  (viewmodel-host-stderr-kept (viewmodel-host-child-words child)))

(defun viewmodel-host-child-close (child)
  "Close the input of CHILD, so that it ends."
  (setf (viewmodel-host-child-stopping child) t)
  (condition-case nil
      (process-send-eof (viewmodel-host-child-process child))
    (error nil)))

(defun viewmodel-host-child-stop (child seconds)
  "Close the input of CHILD, and take in what it writes until it has ended.
If it has not ended within SECONDS it is killed, unless that is nil."
  (viewmodel-host-child-close child)
  (let ((deadline (and seconds (+ (float-time) seconds))))
    (while (and (not (viewmodel-host-child-ended child))
                (or (not deadline) (< (float-time) deadline)))
      (viewmodel-host-child-wait
       child (if deadline
                 (max 0 (min 0.1 (- deadline (float-time))))
               0.1))))
  (viewmodel-host-child-kill child))

(defun viewmodel-host-child-kill (child)
  "End CHILD at once, if it has not ended."
  (unless (viewmodel-host-child-ended child)
    (setf (viewmodel-host-child-killed child) t)
    (delete-process (viewmodel-host-child-process child))
    (viewmodel-host-child--ended child)))

(defun viewmodel-host-child--ended (child)
  "Call `on-end' of CHILD, which has ended, once all it wrote is taken in."
  (unless (viewmodel-host-child-ended child)
    (setf (viewmodel-host-child-ended child) t)
    (let ((stderr (viewmodel-host-child-stderr child)))
      ;; A program that it started may hold the pipe: then this ends, too.
      (while (accept-process-output stderr 0.05 nil t))
      (delete-process stderr))
    (funcall (viewmodel-host-child-on-end child)
             (viewmodel-host-child--status child))))

(defun viewmodel-host-child--status (child)
  "How CHILD ended, in the form of `viewmodel-host-child-start'."
  (let* ((process (viewmodel-host-child-process child))
         (status (process-exit-status process)))
    (cond ((eq (process-status process) 'signal) (list :signal status))
          ;; The pipe broke and the process ended in one moment, so that Emacs
          ;; wrote over the exit status.
          ((eql status 256) nil)
          (t (list :exit-status status)))))

(provide 'viewmodel-host-process)
;;; viewmodel-host-process.el ends here
