;;; viewmodel-host.el --- Drive ViewModels of a viewmodel-host process  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm, processes, tools
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts a host process, whose ViewModels are written in Swift, mirrors the
;; state of each instance, and calls back when it changes:
;;
;;   (setq host (viewmodel-host-start))
;;   (setq counter (viewmodel-host-create host "counter"))
;;   (viewmodel-host-on
;;    counter 'change (lambda (change)
;;                      (message "%S" (viewmodel-host-change-state change))))
;;   (viewmodel-host-input counter 'plusButtonDidTap)
;;
;; JSON objects are alists with symbols as keys, arrays are vectors, and true,
;; false and null are t, `:false' and `:null'.  Strings or symbols name inputs
;; and outputs.
;;
;; A host is a `jsonrpc-connection' with a transport of its own, by lines.
;; `jsonrpc-process-connection' reads null and {} as the same value, cannot
;; answer later, and ends with the process that was started, which a supervised
;; host may outlive.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'jsonrpc)
(require 'let-alist)
(require 'subr-x)

(defgroup viewmodel-host nil
  "ViewModels in a host process."
  :group 'communication)

(defcustom viewmodel-host-command nil
  "The command that starts a host: a program, or a list with its arguments.
Nil means bin/viewmodel-host beside this file if it exists, or the environment
variable VIEWMODEL_HOST if it is set, or else the program viewmodel-host."
  :type '(choice (const :tag "$VIEWMODEL_HOST, or viewmodel-host" nil)
                 (string :tag "Program")
                 (repeat :tag "Program and arguments" string)))

(defcustom viewmodel-host-timeout 30
  "The seconds after which a wait for a host ends; nil means never.
A call that is not answered in time is cancelled."
  :type '(choice (const :tag "For ever" nil) (number :tag "Seconds")))

(defconst viewmodel-host--version "0.1.0" "The version of the package.")

(defconst viewmodel-host--gc-threshold (* 16 1024 1024)
  "The least `gc-cons-threshold' while messages of a host are handled.")

(defconst viewmodel-host--folder
  (file-name-directory (or load-file-name buffer-file-name default-directory))
  "The folder of this file.")

;;; Errors: (CONDITION MESSAGE PROPERTY...)

(define-error 'viewmodel-host-error "ViewModel host")
(pcase-dolist (`(,name ,text . ,parent)
               '((not-found "Host not found") (version-mismatch "Other version")
                 (died "Host died") (closed "Host closed") (timeout "Timeout")
                 (protocol-error "Protocol broken")
                 (instance-closed "Instance closed")
                 (service-error "Service failed")
                 (request-failed "Request failed")
                 (cancelled "Cancelled" . request-failed)
                 (contract-broken "Contract broken")))
  (define-error (intern (format "viewmodel-host-%s" name)) text
    (intern (format "viewmodel-host-%s" (or parent 'error)))))

(defun viewmodel-host-error-message (err)
  "The message of ERR, without the name of its condition."
  (if (stringp (cadr err)) (cadr err) (error-message-string err)))

(defun viewmodel-host-error-get (err property)
  "PROPERTY, such as `:code' or `:data', of ERR; nil if it has none."
  (and (stringp (cadr err)) (plist-get (cddr err) property)))

;;; Hosts, instances, requests

(defclass viewmodel-host (jsonrpc-connection)
  ((command :initarg :command)
   (directory :initarg :directory)
   (environment :initarg :environment)
   (services :initarg :services :documentation "Functions by name, an alist.")
   (capabilities :initarg :capabilities)
   (timeout :initarg :timeout)
   (listeners :initform (list nil)
              :documentation "Its cdr is a list of (KIND . FUNCTION).")
   (instances :initform (make-hash-table :test #'equal))
   (gone :initform (make-hash-table :test #'equal :weakness 'value)
         :documentation "Closed instances, which an undo may open again.")
   (serial :initform 0)
   (process :initform nil :documentation "For its input and standard error.")
   (output :initform nil :documentation "The pipe of its output.")
   (info :initform nil)
   (failure :initform nil :documentation "The error with which it ended.")
   (pending :initform (make-hash-table) :documentation "Methods by request id.")
   (last-id :initform nil)
   (calls :initform (make-hash-table :test #'equal)
          :documentation "Pending service calls by id.")
   (batch :initform nil :documentation "The messages of a turn, last first.")
   (outbox :initform nil :documentation "Lines that are not written yet.")
   (writing :initform nil)
   (lines :initform nil :documentation "Lines that are not handled yet.")
   (due :initform nil :documentation "Callbacks that are not called yet.")
   (stderr :initform nil :documentation "Its last lines, last first.")
   (reason :initform nil :documentation "The line with the reason of a crash.")
   (crashing :initform nil :documentation "Whether it prints a backtrace."))
  "A host process and its instances.")

(cl-defstruct (viewmodel-host-instance
               (:constructor viewmodel-host--instance) (:copier nil)
               (:conc-name viewmodel-host-))
  "An instance of the ViewModel NAME in HOST.
CLOSED is nil, or the reason why it is closed."
  host id name revision state closed params serial (listeners (list nil)))

(cl-defstruct (viewmodel-host-change (:copier nil))
  "A change of a state.  PATCH is nil where the whole state was sent."
  instance revision before state patch)

(cl-defstruct (viewmodel-host-request
               (:conc-name viewmodel-host--request-) (:copier nil)
               (:constructor viewmodel-host--request))
  "A request.  OUTCOME is nil while it is pending, then (KIND VALUE).
KIND is `value' or `error'.  ABANDONED means that its wait timed out."
  host id method outcome abandoned)

(cl-defstruct (viewmodel-host-service-call
               (:constructor viewmodel-host--service-call) (:copier nil))
  "A call of a service by INSTANCE, or nil if instances share it."
  host id instance cancelled on-cancel)

;;; Notifications

(defun viewmodel-host-on (object kind function)
  "Call FUNCTION for each notification of KIND about OBJECT.
OBJECT is a host or an instance.  KIND of an instance, and the arguments of
FUNCTION: `change' (a `viewmodel-host-change'), `event' (name and value),
`dropped' (the number of events that the host dropped), `closed' (the
reason), `rejected' and `failed' (an alist with `id', `input' and `error').
KIND of a host: the last two, if no function of the instance receives them,
`died' (an error), `log' (level and text), `restarted' and `resumed' (an
alist).  Return a function that ends the registration."
  (let ((entry (cons kind function))
        (listeners (viewmodel-host--listeners object)))
    (setcdr listeners (append (cdr listeners) (list entry)))
    (lambda () (setcdr listeners (remq entry (cdr listeners))))))

(defun viewmodel-host--listeners (object)
  "The listeners of OBJECT, a host or an instance."
  (if (viewmodel-host-instance-p object) (viewmodel-host-listeners object)
    (oref object listeners)))

(defun viewmodel-host--on-all (object functions)
  "Register FUNCTIONS, a list of (KIND FUNCTION-OR-NIL), for OBJECT."
  (pcase-dolist (`(,kind ,function) functions)
    (when function (viewmodel-host-on object kind function))))

(defun viewmodel-host--notify (object kind &rest arguments)
  "Call the functions for KIND of OBJECT with ARGUMENTS, soon.
Return nil if there are none."
  (let ((host (if (viewmodel-host-instance-p object)
                  (viewmodel-host-host object)
                object))
        received)
    (pcase-dolist (`(,each . ,function) (cdr (viewmodel-host--listeners object)))
      (when (eq each kind)
        (setq received t)
        (viewmodel-host--later host (lambda () (apply function arguments)))))
    received))

(defun viewmodel-host--later (host function)
  "Call FUNCTION before HOST handles the next line."
  (cl-callf nconc (oref host due) (list function)))

(defun viewmodel-host--pump (host)
  "Call the callbacks of HOST, then handle its lines, one after the other."
  (let ((inhibit-quit t)
        (gc-cons-threshold (max gc-cons-threshold viewmodel-host--gc-threshold))
        item)
    (unwind-protect
        (while (and (not (oref host writing))
                    (cond ((setq item (pop (oref host due)))
                           (condition-case err
                               (with-local-quit (funcall item) t)
                             (error (lwarn 'viewmodel-host :warning
                                           "Error in a callback: %s"
                                           (error-message-string err))))
                           t)
                          ((setq item (pop (oref host lines)))
                           (if (functionp item) (funcall item)
                             (viewmodel-host--handle host item))
                           t))))
      (when (or (oref host due) (oref host lines)) ; a throw, or writing
        (run-at-time 0 nil #'viewmodel-host--pump host)))))

;;; The process

;; Emacs reports the end of a pipe process, but not that of the output of a process
;; that lives on.  So the pipe for standard error gets the output, and the process
;; buffer would get standard error.

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
      (setf output (viewmodel-host--pipe
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

(defun viewmodel-host--pipe (&rest arguments)
  "Make a pipe process without a buffer, with ARGUMENTS."
  (let ((pipe (apply #'make-pipe-process :name " *viewmodel-host*" :noquery t
                     :coding 'utf-8-unix arguments)))
    ;; It cannot be made without one.
    (kill-buffer (prog1 (process-buffer pipe) (set-process-buffer pipe nil)))
    pipe))

(defun viewmodel-host--by-lines (function)
  "Make a process filter of FUNCTION, whose argument is a list of lines."
  (let ((rest nil))                     ; pieces of a line, last first
    (lambda (_ data)
      (push data rest)
      (when (string-search "\n" data)
        (let ((lines (split-string (apply #'concat (nreverse rest)) "\n")))
          (setq rest (last lines))
          (funcall function (delete "" (nbutlast lines))))))))

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
                                (delete-process (viewmodel-host--pipe)))
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

;;; Messages

(cl-defmethod jsonrpc-connection-send
  ((host viewmodel-host) &rest args &key id method params result error
   &allow-other-keys)
  "Send HOST a message with ID, METHOD, PARAMS, RESULT and ERROR, as in ARGS."
  (viewmodel-host--check host)
  (let ((message
         `(:jsonrpc "2.0" ,@(and id (list :id id))
           ,@(and method (list :method (string-remove-prefix
                                        ":" (format "%s" method))))
           ,@(and params (list :params params))
           ,@(cond (error (list :error error))
                   ((plist-member args :result) (list :result result))))))
    (when (and id method)
      (oset host last-id id)
      (puthash id method (oref host pending)))
    (if (oref host batch) (push message (cdr (oref host batch)))
      (viewmodel-host--write host message))))

(defun viewmodel-host--write (host value)
  "Send HOST VALUE as a line."
  (let ((text (json-serialize value :null-object :null :false-object :false)))
    (cl-callf nconc (oref host outbox) (list text))
    (viewmodel-host--flush host)))

(defun viewmodel-host--parse (text)
  "The value of TEXT, JSON."
  (condition-case nil
      (json-parse-string text :object-type 'alist
                         :null-object :null :false-object :false)
    ;; Before Emacs 30 it takes neither \u0000 nor integers of more than 64 bits.
    ;; The latter are doubles that the host writes so.
    (json-parse-error
     (let ((json-object-type 'alist) (json-array-type 'vector)
           (json-null :null) (json-false :false))
       (json-read-from-string
        (replace-regexp-in-string
         "\"[^\"\\]*\\(?:\\\\.[^\"\\]*\\)*\"\\|-?[0-9][-+.0-9eE]*"
         (lambda (part)
           (if (and (string-match-p "\\`-?[0-9]\\{19,\\}\\'" part)
                    (> (abs (string-to-number part)) (1- (ash 1 63))))
               (concat part ".0")
             part))
         text t t))))))

(defun viewmodel-host--handle (host line)
  "Handle LINE of HOST.  If that fails, the line breaks the protocol."
  (unless (oref host failure)
    (viewmodel-host--trace "<--" line)
    (condition-case err
        (let ((message (viewmodel-host--parse line)))
          (mapc (lambda (each) (viewmodel-host--take host each))
                (if (vectorp message) message (list message))))
      (error
       (viewmodel-host--fail
        host (list 'viewmodel-host-protocol-error
                   (format "the host broke the protocol: %s, in %s"
                           (error-message-string err)
                           (truncate-string-to-width line 80))))
       (viewmodel-host--settle host (oref host output) 5)))))

(defun viewmodel-host--take (host message)
  "Handle MESSAGE of HOST."
  (let-alist message
    (cond ((and .method .id) (viewmodel-host--asked host .id .method .params))
          (.method (viewmodel-host--notified host .method .params))
          ((eq :null .id) (viewmodel-host--failure host 'rejected message))
          ((not (gethash .id (oref host pending)))
           (error "No request has this id"))
          (t (remhash .id (oref host pending))
             (jsonrpc-connection-receive
              host `(:id ,.id
                     ,@(if .error (list :error (list :code .error.code
                                                     :message .error.message
                                                     :data .error.data))
                         (list :result .result))))))))

(defun viewmodel-host--notified (host method params)
  "Handle the notification METHOD of HOST with PARAMS."
  (let-alist params
    (pcase method
      ("viewModel/update" (viewmodel-host--updated host .updates))
      ("viewModel/closed"
       (when-let ((instance (gethash .id (oref host instances))))
         (viewmodel-host--closed instance .reason)))
      ("viewModel/rejected" (viewmodel-host--failure host 'rejected params))
      ("viewModel/failed" (viewmodel-host--failure host 'failed params))
      ("service/rejected"
       (unless (eql -32800 .error.code) ; the answer crossed a cancellation
         (viewmodel-host--failure host 'rejected params)))
      ("$/cancelRequest"
       (when-let ((call (gethash .id (oref host calls))))
         (viewmodel-host-reply-error call "Cancelled" :code -32800)
         (viewmodel-host--cancelled call)))
      ("host/restarted"
       (oset host reason nil)
       (or (viewmodel-host--notify host 'restarted params)
           (message "viewmodel-host: the host continues in another process: %s"
                    .reason)))
      ("host/resumed"
       (viewmodel-host--open host .opened)
       (viewmodel-host--notify host 'resumed params))
      ("host/log" (or (viewmodel-host--notify host 'log .level .message)
                      (message "viewmodel-host: %s" .message))))))

(defun viewmodel-host--failure (host kind params)
  "Notify KIND, `rejected' or `failed', with PARAMS, about HOST or its instance."
  (let-alist params
    (let ((instance (gethash .id (oref host instances))))
      (or (and instance (viewmodel-host--notify instance kind params))
          (viewmodel-host--notify host kind params)
          (lwarn 'viewmodel-host :warning "%s %s %s: %s" .id (or .input "") kind
                 .error.message)))))

(defun viewmodel-host--updated (host entries)
  "Apply ENTRIES, a whole turn of HOST.  Notify each change, then each event."
  (let (events)                         ; last first
    (mapc
     (lambda (update)
       (let-alist update
         (when-let ((instance (gethash .id (oref host instances))))
           (unless (eql .revision (cl-incf (viewmodel-host-revision instance)))
             (error "Revision %s is not the next one" .revision))
           (when .patch
             (viewmodel-host--notify
              instance 'change
              (viewmodel-host--become
               instance (viewmodel-host--patched
                         (viewmodel-host-state instance) .patch)
               .patch)))
           (mapc (lambda (event)
                   (let-alist event
                     (push (list instance 'event .event .value) events)))
                 .events)
           (when .droppedEvents
             (push (list instance 'dropped .droppedEvents) events)))))
     entries)
    (dolist (each (nreverse events))
      (apply #'viewmodel-host--notify each))))

(defun viewmodel-host--become (instance state patch)
  "Set STATE of INSTANCE, and return the change by PATCH, or nil for all of it."
  (prog1 (make-viewmodel-host-change
          :instance instance :before (viewmodel-host-state instance) :state state
          :revision (viewmodel-host-revision instance)
          :patch (and patch (not (equal "" (alist-get 'path (aref patch 0))))
                      patch))
    (setf (viewmodel-host-state instance) state)))

;;; Patches: add, remove and replace of RFC 6902

(defun viewmodel-host--patched (state patch)
  "Return STATE after PATCH, without changing it."
  (cl-reduce (lambda (state operation)
               (let-alist operation
                 (viewmodel-host--edit state (cdr (split-string .path "/"))
                                       .op .value)))
             patch :initial-value state))

(defun viewmodel-host--edit (node keys op value)
  "Return NODE after OP with VALUE at KEYS, of a JSON pointer."
  (cond
   ((null keys) value)
   ((vectorp node)
    (let ((index (string-to-number (car keys))))
      (if (not (or (cdr keys) (equal op "replace")))
          (vconcat (substring node 0 index)
                   (and (equal op "add") (list value))
                   (substring node (if (equal op "add") index (1+ index))))
        (setq value (viewmodel-host--edit (aref node index) (cdr keys) op value)
              node (copy-sequence node))
        (aset node index value)
        node)))
   (t
    (let* ((key (intern (string-replace
                         "~0" "~" (string-replace "~1" "/" (car keys)))))
           (old (assq key node)))
      (cond ((and old (or (cdr keys) (not (equal op "remove"))))
             (setq value (viewmodel-host--edit (cdr old) (cdr keys) op value))
             (mapcar (lambda (each) (if (eq each old) (cons key value) each))
                     node))
            (old (remq old node))
            ((or (cdr keys) (not (equal op "add"))) (error "There is no %s" key))
            (t (append node (list (cons key value)))))))))

;;; Requests

(defun viewmodel-host--check (host)
  "Signal the error with which HOST has ended, if any."
  (when-let ((failure (oref host failure)))
    (signal (car failure) (cdr failure))))

(defun viewmodel-host--ask (host method params take &optional success-fn error-fn)
  "Send HOST the request METHOD with PARAMS, and return the request.
TAKE is called with the result and the request as soon as the result arrives,
and returns the value of the request.  Then SUCCESS-FN is called with the value,
or ERROR-FN with the error."
  (let* ((request (viewmodel-host--request :host host :method method))
         (inhibit-quit t)               ; the request may be sent already
         (end (lambda (kind value function)
                (setf (viewmodel-host--request-outcome request)
                      (list kind value))
                (when function
                  (viewmodel-host--later
                   host (lambda () (funcall function value)))))))
    (when (and success-fn (not error-fn))
      (setq error-fn (lambda (err)
                       (lwarn 'viewmodel-host :warning
                              "%s" (viewmodel-host-error-message err)))))
    (jsonrpc-async-request
     host method params :timeout nil
     :success-fn (lambda (result)
                   (funcall end 'value (funcall take result request) success-fn))
     :error-fn (jsonrpc-lambda (&key code message data)
                 (funcall end 'error
                          (or (oref host failure)
                              (list (pcase code
                                      (-32008 'viewmodel-host-version-mismatch)
                                      (-32800 'viewmodel-host-cancelled)
                                      (_ 'viewmodel-host-request-failed))
                                    message
                                    :method method :code code :data data))
                          error-fn)))
    (setf (viewmodel-host--request-id request) (oref host last-id))
    request))

(defun viewmodel-host--wait (host done timeout what)
  "Handle messages of HOST until the value of DONE, a function, is non-nil.
Return it.  After TIMEOUT seconds, if non-nil, signal a timeout of WHAT."
  (let ((deadline (and timeout (+ (float-time) timeout)))
        (read-process-output-max (max 65536 read-process-output-max))
        (gc-cons-threshold (max gc-cons-threshold viewmodel-host--gc-threshold))
        value)
    (viewmodel-host--pump host)
    (while (not (setq value (funcall done)))
      (when (and deadline (> (float-time) deadline))
        (signal 'viewmodel-host-timeout
                (list (format "%s took longer than %s seconds" what timeout))))
      (when (oref host outbox) (viewmodel-host--flush host))
      (accept-process-output nil 0.05)  ; timers do not end it
      (viewmodel-host--pump host))
    value))

(cl-defun viewmodel-host-await
    (request &key (timeout (oref (viewmodel-host--request-host request) timeout)))
  "Wait for REQUEST: return its value, or signal its error.
After TIMEOUT seconds, if non-nil, signal `viewmodel-host-timeout'.  After that,
or a quit, a call is cancelled in the host."
  (let ((host (viewmodel-host--request-host request)))
    (when (oref host batch) (error "The turn has not been sent"))
    (unwind-protect
        (pcase-let ((`(,kind ,value)
                     (viewmodel-host--wait
                      host (lambda () (viewmodel-host--request-outcome request))
                      timeout (viewmodel-host--request-method request))))
          (if (eq kind 'value) value (signal (car value) (cdr value))))
      (unless (viewmodel-host--request-outcome request)
        (setf (viewmodel-host--request-abandoned request) t)
        (viewmodel-host-cancel request)))))

(defun viewmodel-host-cancel (request)
  "Cancel REQUEST, if it is a pending call.
It fails with `viewmodel-host-cancelled', unless it ends before."
  (let ((host (viewmodel-host--request-host request))
        (id (viewmodel-host--request-id request)))
    (when (and (equal "viewModel/call" (gethash id (oref host pending)))
               (viewmodel-host-live-p host))
      (jsonrpc-notify host "$/cancelRequest" `((id . ,id))))))

(cl-defun viewmodel-host-request-async
    (host method &optional params &key success-fn error-fn)
  "Send HOST the request METHOD with PARAMS, an alist, and return the request.
SUCCESS-FN is called with the result, or ERROR-FN with the error."
  (viewmodel-host--ask host method params (lambda (result _) result)
                       success-fn error-fn))

(cl-defun viewmodel-host-request
    (host method &optional params &key (timeout (oref host timeout)))
  "Send HOST the request METHOD with PARAMS, an alist; return the result.
TIMEOUT is as in `viewmodel-host-await'."
  (viewmodel-host-await (viewmodel-host-request-async host method params)
                        :timeout timeout))

(defmacro viewmodel-host-turn (host &rest body)
  "Evaluate BODY, and send what it asks of HOST as one turn.
Return the value of BODY.  If it does not end normally, send nothing."
  (declare (indent 1) (debug t))
  `(viewmodel-host--call-in-turn ,host (lambda () ,@body)))

(defun viewmodel-host--call-in-turn (host function)
  "Call FUNCTION, and send its messages to HOST in one line."
  (let ((batch (list 'batch)))
    (oset host batch batch)
    (prog1 (unwind-protect (funcall function) (oset host batch nil))
      (when (cdr batch)
        (viewmodel-host--write host (vconcat (nreverse (cdr batch))))))))

;;; Hosts

(defun viewmodel-host--command-line (command)
  "COMMAND, a string, a list of strings or nil, as a list of strings."
  (let ((bundled (expand-file-name "bin/viewmodel-host" viewmodel-host--folder)))
    (ensure-list (or command viewmodel-host-command
                     (and (file-executable-p bundled) bundled)
                     (car (remove "" (list (getenv "VIEWMODEL_HOST"))))
                     "viewmodel-host"))))

;;;###autoload
(cl-defun viewmodel-host-start
    (&optional command
               &key services (log "warning") record supervised
               (timeout viewmodel-host-timeout)
               on-died on-rejected on-failed on-log on-restarted on-resumed)
  "Start a host, and return it when it is ready.
COMMAND is a program, or a list of it and its arguments; nil means
`viewmodel-host-command'.  It gets `default-directory' and the variables in
`process-environment', also when it is restarted.  SERVICES is an alist of
names and functions; see `viewmodel-host-reply'.  LOG is the least level of
its log.  RECORD is a file or folder for a recording.  SUPERVISED non-nil
means that another process continues when that of the host ends (on Linux).
TIMEOUT is the seconds that functions wait for this host, nil for ever.
ON-DIED, ON-REJECTED, ON-FAILED, ON-LOG, ON-RESTARTED and ON-RESUMED are as
in `viewmodel-host-on'."
  (let ((host (apply
               #'make-instance 'viewmodel-host :name "viewmodel-host"
               :command `(,@(viewmodel-host--command-line command)
                          ,@(and supervised '("--supervised"))
                          ,@(and record (list "--record" record)))
               :directory default-directory
               :environment process-environment :timeout timeout
               :services (mapcar (lambda (each)
                                   (cons (format "%s" (car each)) (cdr each)))
                                 services)
               :capabilities `((mergeUpdates (milliseconds . 16)) (log . ,log)
                               ,@(and supervised '((restarts . t))))
               ;; Without a buffer of all messages, in Emacs 30 or before.
               (if (boundp 'jsonrpc-event-hook) '(:events-buffer-config (:size 0))
                 '(:events-buffer-scrollback-size 0)))))
    (viewmodel-host--on-all
     host `((died ,on-died) (rejected ,on-rejected) (failed ,on-failed)
            (log ,on-log) (restarted ,on-restarted) (resumed ,on-resumed)))
    (viewmodel-host--begin host)
    host))

(defun viewmodel-host--begin (host)
  "Start the process of HOST, and initialize it."
  (viewmodel-host--spawn host)
  (unwind-protect
      (oset host info
            (viewmodel-host-request
             host "initialize"
             `((protocolVersions . ["1"])
               (client (name . "emacs") (version . ,viewmodel-host--version))
               (capabilities
                (services . ,(vconcat (mapcar #'car (oref host services))))
                ,@(oref host capabilities)))))
    (unless (oref host info)
      (viewmodel-host--settle host (oref host output) 5))))

(defun viewmodel-host-close (host)
  "End HOST: close its input, drop its output, and wait for its end.
Kill it after 5 seconds.  Pending requests fail with `viewmodel-host-closed'."
  (with-slots (output outbox lines) host
    (when output
      (viewmodel-host--fail host '(viewmodel-host-closed "the host was closed"))
      (setf lines nil)
      (set-process-filter output #'ignore)
      (unwind-protect
          (ignore-errors
            (viewmodel-host--wait host (lambda () (null outbox)) 2 ""))
        (viewmodel-host--settle host output 5))
      (viewmodel-host--wait host (lambda () (null output)) nil ""))
    (viewmodel-host--pump host)))

(defun viewmodel-host-restart (host)
  "Start HOST again, whether it lives or not, and create its instances again.
They keep their ids, parameters, uses, observed outputs and listeners, and a
change without a patch is notified.  Instances that cannot be created again are
closed.  Errors are as with `viewmodel-host-start'; then try again."
  (viewmodel-host-close host)
  (viewmodel-host--begin host)
  (dolist (instance (viewmodel-host-instances host))
    (condition-case err
        (viewmodel-host-await (viewmodel-host--ask-create instance))
      (viewmodel-host-request-failed
       (viewmodel-host--closed instance
                                    (viewmodel-host-error-message err)))))
  (viewmodel-host--pump host))

(defun viewmodel-host-live-p (host)
  "Whether HOST has neither died nor been closed."
  (and (oref host output) (not (oref host failure))))

(defun viewmodel-host-info (host)
  "The result of `initialize' of HOST, an alist."
  (oref host info))

(defun viewmodel-host-pid (host)
  "The process id of HOST."
  (process-id (oref host process)))

(defun viewmodel-host-stderr (host)
  "The last lines of the standard error of HOST, 200 at least."
  (reverse (oref host stderr)))

(defun viewmodel-host-instances (host)
  "The open instances of HOST, in the order of their creation."
  (cl-sort (hash-table-values (oref host instances)) #'<
           :key #'viewmodel-host-serial))

(defun viewmodel-host-list (host)
  "The names of the ViewModels of HOST, a list of strings."
  (mapcar (lambda (each) (alist-get 'name each))
          (alist-get 'viewModels (viewmodel-host-request host "viewModel/list"))))

(defun viewmodel-host-undo (host)
  "Undo the last step of HOST, which is supervised.
Return an alist: `turn', and `opened', the instances that are open again."
  (viewmodel-host--go host "session/undo"))

(defun viewmodel-host-redo (host)
  "Redo the step of HOST that was undone last."
  (viewmodel-host--go host "session/redo"))

(defun viewmodel-host-rewind (host turn)
  "Go to the end of TURN in HOST, as `viewmodel-host-undo' does."
  (viewmodel-host--go host "session/rewind" `((turn . ,turn))))

(defun viewmodel-host--go (host method &optional params)
  "Go to another turn of HOST with METHOD and PARAMS."
  (viewmodel-host-await
   (viewmodel-host--ask
    host method params
    (lambda (result _)
      `((turn . ,(alist-get 'turn result))
        (opened . ,(viewmodel-host--open host (alist-get 'opened result))))))))

;;; Instances

(cl-defun viewmodel-host-create
    (host name &key id parameters uses (observe nil is-chosen)
          on-change on-event on-dropped on-closed on-rejected on-failed
          (timeout (oref host timeout)))
  "Create an instance of the ViewModel NAME in HOST, and return it.
ID is a string, by default chosen by the host.  PARAMETERS is an alist, USES
an alist of roles and instances.  OBSERVE is a list of the outputs in the
state, by default all; ((output . \"rows\") (window (offset . 0) (limit .
50))) stands for some rows of a list.  ON-CHANGE, ON-EVENT, ON-DROPPED,
ON-CLOSED, ON-REJECTED and ON-FAILED are as in `viewmodel-host-on', TIMEOUT
as in `viewmodel-host-await'."
  (let* ((uses (cl-loop for (role . instance) in uses
                        collect (cons role (if (stringp instance) instance
                                             (viewmodel-host-id instance)))))
         (instance (viewmodel-host--instance
                    :host host :name name
                    :params `((name . ,name) ,@(and id `((id . ,id)))
                              ,@(and parameters `((parameters . ,parameters)))
                              ,@(and uses `((uses . ,uses)))
                              ,@(and is-chosen
                                     `((observe . ,(viewmodel-host--outputs
                                                    observe))))))))
    (viewmodel-host--on-all
     instance `((change ,on-change) (event ,on-event) (dropped ,on-dropped)
                (closed ,on-closed) (rejected ,on-rejected) (failed ,on-failed)))
    (viewmodel-host-await (viewmodel-host--ask-create instance)
                          :timeout timeout)))

(defun viewmodel-host--outputs (outputs)
  "OUTPUTS, names and windows, in the form of the protocol."
  (vconcat (mapcar (lambda (each) (if (consp each) each (format "%s" each)))
                   outputs)))

(defun viewmodel-host--ask-create (instance)
  "Ask the host of INSTANCE to create it, perhaps again."
  (let ((host (viewmodel-host-host instance)))
    (viewmodel-host--ask
     host "viewModel/create" (viewmodel-host-params instance)
     (lambda (created request)
       (if (not (viewmodel-host--request-abandoned request))
           (viewmodel-host--created instance created)
         (viewmodel-host-request-async
          host "viewModel/dispose" `((id . ,(alist-get 'id created)))))))))

(defun viewmodel-host--created (instance created)
  "Open INSTANCE with CREATED, a result of the host, and return it."
  (let ((host (viewmodel-host-host instance))
        (is-new (null (viewmodel-host-revision instance))))
    (let-alist created
      (setf (viewmodel-host-id instance) .id
            (alist-get 'id (viewmodel-host-params instance)) .id
            (viewmodel-host-revision instance) .revision
            (viewmodel-host-closed instance) nil
            (viewmodel-host-serial instance) (cl-incf (oref host serial)))
      (puthash .id instance (oref host instances))
      (let ((change (viewmodel-host--become instance .state nil)))
        (unless is-new (viewmodel-host--notify instance 'change change))))
    instance))

(defun viewmodel-host--open (host opened)
  "Return the instances of HOST for OPENED, open again."
  (mapcar (lambda (created)
            (let-alist created
              (viewmodel-host--created
               (or (gethash .id (oref host gone))
                   (viewmodel-host--instance :host host :name .name
                                             :params `((name . ,.name))))
               created)))
          opened))

(defun viewmodel-host--closed (instance reason)
  "Close INSTANCE, for REASON."
  (let ((host (viewmodel-host-host instance))
        (id (viewmodel-host-id instance)))
    (unless (viewmodel-host-closed instance)
      (setf (viewmodel-host-closed instance) reason)
      (remhash id (oref host instances))
      (puthash id instance (oref host gone))
      (viewmodel-host--notify instance 'closed reason))))

(defun viewmodel-host--about (instance &optional input arguments)
  "Params that name INSTANCE, and INPUT of it with ARGUMENTS."
  (let ((id (viewmodel-host-id instance)))
    (when (viewmodel-host-closed instance)
      (signal 'viewmodel-host-instance-closed
              (list (format "%s is closed: %s" id
                            (viewmodel-host-closed instance))
                    :id id)))
    `((id . ,id)
      ,@(and input `((input . ,(format "%s" input))))
      ,@(and arguments `((arguments . ,arguments))))))

(defun viewmodel-host-input (instance input &optional arguments)
  "Send INPUT with ARGUMENTS, an alist or a vector, to INSTANCE.
Return nil at once.  A failure is notified as `rejected'."
  (jsonrpc-notify (viewmodel-host-host instance) "viewModel/input"
                  (viewmodel-host--about instance input arguments))
  nil)

(cl-defun viewmodel-host-call-async
    (instance input &optional arguments &key success-fn error-fn)
  "Call INPUT of INSTANCE with ARGUMENTS, and return the request.
SUCCESS-FN is called with what it returns, or ERROR-FN with the error."
  (viewmodel-host--ask (viewmodel-host-host instance) "viewModel/call"
                       (viewmodel-host--about instance input arguments)
                       (lambda (result _) (alist-get 'value result))
                       success-fn error-fn))

(cl-defun viewmodel-host-call
    (instance input &optional arguments
              &key (timeout (oref (viewmodel-host-host instance) timeout)))
  "Call INPUT of INSTANCE with ARGUMENTS, and return its result.
TIMEOUT is as in `viewmodel-host-await'."
  (viewmodel-host-await (viewmodel-host-call-async instance input arguments)
                        :timeout timeout))

(defun viewmodel-host--of (instance method &optional params)
  "The result of the request METHOD about INSTANCE with PARAMS."
  (viewmodel-host-request (viewmodel-host-host instance) method
                          (append (viewmodel-host--about instance) params)))

(defun viewmodel-host-try (instance input &optional arguments)
  "What INPUT of INSTANCE with ARGUMENTS would do, without an effect.
Return an alist with `messages' or `crashed'."
  (viewmodel-host--of instance "viewModel/try"
                      (cdr (viewmodel-host--about instance input arguments))))

(defun viewmodel-host-observe (instance outputs)
  "Set the outputs in the state of INSTANCE: OUTPUTS, as for its creation."
  (let ((outputs (viewmodel-host--outputs outputs)))
    (prog1 (viewmodel-host--of instance "viewModel/observe"
                               `((observe . ,outputs)))
      (setf (alist-get 'observe (viewmodel-host-params instance)) outputs))))

(defun viewmodel-host-move-window (instance output offset limit)
  "Move the window of INSTANCE on OUTPUT to OFFSET, with LIMIT rows.
Return an alist: `total', `offset' and `limit'."
  (viewmodel-host--of instance "viewModel/window"
                      `((output . ,(format "%s" output))
                        (offset . ,offset) (limit . ,limit))))

(defun viewmodel-host-dispose (instance)
  "End INSTANCE."
  (viewmodel-host-await
   (viewmodel-host--ask
    (viewmodel-host-host instance) "viewModel/dispose"
    (viewmodel-host--about instance)
    (lambda (_ _) (viewmodel-host--closed instance "it was disposed")))))

(defun viewmodel-host-get (instance output)
  "The value of OUTPUT, a symbol or string, of INSTANCE."
  (cdr (or (assoc-string output (viewmodel-host-state instance))
           (error "%s has no %s" (viewmodel-host-id instance) output))))

(cl-defun viewmodel-host-until
    (instance predicate
              &key (timeout (oref (viewmodel-host-host instance) timeout)))
  "Wait until PREDICATE, called with the state of INSTANCE, is non-nil.
Return its value.  TIMEOUT is as in `viewmodel-host-await'."
  (let ((host (viewmodel-host-host instance)))
    (viewmodel-host--wait
     host (lambda ()
            (or (funcall predicate (viewmodel-host-state instance))
                (ignore (viewmodel-host--check host)
                        (viewmodel-host--about instance))))
     timeout (format "what %s waits for" (viewmodel-host-id instance)))))

;;; Services

(defun viewmodel-host--asked (host id method params)
  "Have the service in PARAMS answer the request METHOD of HOST with ID."
  (let-alist params
    (let ((function (and (equal method "service/call")
                         (cdr (assoc .service (oref host services)))))
          (call (viewmodel-host--service-call
                 :host host :id id
                 :instance (gethash .id (oref host instances)))))
      (when (equal method "initialize") (error "It is no viewmodel-host"))
      (puthash id call (oref host calls))
      (if (not function)
          (viewmodel-host-reply-error
           call (format "There is no %s" (or .service method)) :code -32601)
        (viewmodel-host--later
         host (lambda ()
                (condition-case err
                    (unless (viewmodel-host-service-call-cancelled call)
                      (funcall function .arguments call))
                  (error
                   (viewmodel-host-reply-error
                    call (viewmodel-host-error-message err)
                    :code (viewmodel-host-error-get err :code)
                    :data (viewmodel-host-error-get err :data))))))))))

(defun viewmodel-host-reply (call result)
  "Answer CALL, of a service, with RESULT, at once or later.
A service is a function of two arguments: those of the call, an alist, and
CALL.  Once CALL is answered or cancelled, this does nothing."
  (viewmodel-host--reply call :result result))

(cl-defun viewmodel-host-reply-error (call message &key code data)
  "Answer CALL, of a service, with an error.
It has MESSAGE, for people, CODE, by default -32000, and DATA.  A service may
signal a `viewmodel-host-service-error' with the same properties."
  (viewmodel-host--reply call :error `(:code ,(or code -32000) :message ,message
                                       ,@(and data (list :data data)))))

(defun viewmodel-host--reply (call kind value)
  "Answer CALL with VALUE; KIND is `:result' or `:error'."
  (let ((host (viewmodel-host-service-call-host call))
        (id (viewmodel-host-service-call-id call)))
    (when (eq call (gethash id (oref host calls)))
      (jsonrpc-connection-send host :id id kind value)
      (remhash id (oref host calls)))))

(defun viewmodel-host-on-cancel (call function)
  "Call FUNCTION, without arguments, when CALL is cancelled."
  (if (viewmodel-host-service-call-cancelled call) (funcall function)
    (push function (viewmodel-host-service-call-on-cancel call))))

(defun viewmodel-host--cancelled (call)
  "Mark CALL as cancelled."
  (setf (viewmodel-host-service-call-cancelled call) t)
  (dolist (function (viewmodel-host-service-call-on-cancel call))
    (viewmodel-host--later (viewmodel-host-service-call-host call) function)))

(autoload 'viewmodel-host-typed-create "viewmodel-host-typed")
(autoload 'viewmodel-host-typed-services "viewmodel-host-typed")

(provide 'viewmodel-host)
;;; viewmodel-host.el ends here
