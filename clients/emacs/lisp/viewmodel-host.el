;;; viewmodel-host.el --- Drive ViewModels of a viewmodel-host process  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; Author: The viewmodel-host authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: comm, processes, tools
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Starts a host process, whose ViewModels are written in Swift, mirrors the
;; state of every instance, and calls back when it changes:
;;
;;   (setq host (viewmodel-host-start))
;;   (setq counter (viewmodel-host-create host "counter"))
;;   (viewmodel-host-on-change
;;    counter (lambda (change)
;;              (message "%S" (viewmodel-host-change-state change))))
;;   (viewmodel-host-input counter "plusButtonDidTap")
;;
;; Functions whose names end in -async return at once and call back; their
;; namesakes wait.  viewmodel-host-json.el says how JSON looks in Lisp,
;; viewmodel-host-errors.el what errors there are, viewmodel-host-service.el
;; how services are answered.  An error in a callback is shown as a warning and
;; stops nothing else.
;;
;; `viewmodel-find' is a finder for every day, `viewmodel-list' a demonstration.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-input)
(require 'viewmodel-host-instance)
(require 'viewmodel-host-json)
(require 'viewmodel-host-rewind)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-wait)
(require 'viewmodel-host-service)
(require 'viewmodel-host-session)
(require 'viewmodel-host-trace)
(require 'viewmodel-host-typed)
(require 'viewmodel-host-window)

(defgroup viewmodel-host nil
  "ViewModels in a host process."
  :group 'communication
  :prefix "viewmodel-host-")

(defcustom viewmodel-host-command nil
  "The command that starts a host: a program, or a list with its arguments.
Nil stands for bin/viewmodel-host beside this file, or the value of the
environment variable VIEWMODEL_HOST, or else the program viewmodel-host."
  :type '(choice (const :tag "$VIEWMODEL_HOST, or viewmodel-host" nil)
                 (string :tag "Program")
                 (repeat :tag "Program and arguments" string)))

(defcustom viewmodel-host-record nil
  "A file or folder in which hosts record their sessions; nil for none.
It is the value of the host's option --record.  A file must not have
anything in it yet; a folder takes a file for each start.  The host
understands the environment variable VIEWMODEL_HOST_RECORD, such a folder,
by itself."
  :type '(choice (const :tag "None" nil) (file :tag "File or folder")))

(defcustom viewmodel-host-supervised nil
  "Non-nil: another process goes on when that of a host ends.
So a crash costs no more than the input that it comes from.  It needs
Linux, and does not go with `viewmodel-host-record'."
  :type 'boolean)

(defcustom viewmodel-host-trace nil
  "Where what is sent to hosts and comes from them is written.
It is t for a buffer, see `viewmodel-host-events-buffer', or the name of a
file; \"-\" is standard error, for Emacs in batch mode.  Nil stands for the
value of the environment variable VIEWMODEL_HOST_TRACE, if it is set."
  :type '(choice (const :tag "$VIEWMODEL_HOST_TRACE, or nowhere" nil)
                 (const :tag "A buffer" t)
                 (file :tag "File")))

(defcustom viewmodel-host-timeout 10
  "How many seconds a function that waits for the host waits at most.
Nil means for ever.  A call that is not answered in time is cancelled."
  :type '(choice (const :tag "For ever" nil) (number :tag "Seconds")))

(defcustom viewmodel-host-log "warning"
  "The least level of what hosts log.
It is shown as messages, unless `viewmodel-host-on-log' has it shown
otherwise."
  :type '(choice (const "off") (const "error") (const "warning")
                 (const "info") (const "debug")))

;;; Hosts

(defun viewmodel-host--command-line (command)
  "COMMAND, a string, a list of strings or nil, as a list of strings."
  (let ((command (or command viewmodel-host-command
                     (viewmodel-host-child-bundled))))
    (cond ((consp command) command)
          (command (list command))
          (t (let ((program (getenv "VIEWMODEL_HOST")))
               (list (if (member program '(nil "")) "viewmodel-host" program)))))))

;;;###autoload
(defun viewmodel-host-start (&rest arguments)
  "Start a host as ARGUMENTS say, and return it when it is ready.
COMMAND is a program or a list of it and its arguments; nil stands for
`viewmodel-host-command'.  It may be given as `:command', too.
DIRECTORY is where it runs, ENVIRONMENT a list of \"NAME=VALUE\" for it.
SERVICES is an alist of names, strings or symbols, and functions; see
`viewmodel-host-reply'.  ON-DIED, ON-REJECTED, ON-FAILED, ON-RESTARTED and
ON-LOG are as in the functions `viewmodel-host-on-died' and so on.  LOG is
the least level of what the host logs.  MERGE-UPDATES nil means that each
turn gives its own update, even if Emacs is busy.  RECORD, SUPERVISED and
TRACE are as the variables `viewmodel-host-record' and so on.  TIMEOUT is
how many seconds functions wait for this host, if they are not told
otherwise.

Signal `viewmodel-host-not-found' if there is no such program,
`viewmodel-host-version-mismatch' if it speaks another version of the
protocol, and `viewmodel-host-died' if it ends meanwhile.

\(fn &optional COMMAND &key DIRECTORY ENVIRONMENT SERVICES ON-DIED \
ON-REJECTED ON-FAILED ON-RESTARTED ON-LOG LOG MERGE-UPDATES RECORD \
SUPERVISED TRACE TIMEOUT)"
  (viewmodel-host-json-check)
  (cl-destructuring-bind
      (&key command directory environment services on-died on-rejected
            on-failed on-restarted on-log (log viewmodel-host-log)
            (merge-updates t) (record viewmodel-host-record)
            (supervised viewmodel-host-supervised)
            (trace viewmodel-host-trace)
            (timeout viewmodel-host-timeout))
      (if (or (null arguments) (keywordp (car arguments))) arguments
        (cons :command arguments))
    (let ((host (viewmodel-host--make
                 :command (viewmodel-host--command-line command)
                 :directory directory :environment environment
                 :services (mapcar #'viewmodel-host--checked-service services)
                 :timeout timeout :record record :supervised supervised
                 :tracing (viewmodel-host--trace-target trace)
                 :capabilities `((mergeUpdates . ,(if merge-updates t :false))
                                 (log . ,log)
                                 ,@(and supervised '((restarts . t)))))))
      (when on-died (viewmodel-host-on-died host on-died))
      (when on-rejected (viewmodel-host-on-rejected host on-rejected))
      (when on-failed (viewmodel-host-on-failed host on-failed))
      (when on-restarted (viewmodel-host-on-restarted host on-restarted))
      (when on-log (viewmodel-host-on-log host on-log))
      (viewmodel-host--start host)
      host)))

(cl-defun viewmodel-host-stop (host &key (timeout 2))
  "End HOST: close its input, take in what it still writes, and wait for it.
One that has not ended after TIMEOUT seconds, 2 if left out, is sent
SIGTERM, and soon after that SIGKILL; none is if that is nil.  What was
not answered fails with `viewmodel-host-closed'.  To stop a host that has
ended is no error."
  (viewmodel-host--stop host timeout))

(cl-defun viewmodel-host-restart
    (host &key (timeout (viewmodel-host--timeout host)))
  "Start HOST anew, and create its instances again.
It may have died, or be at work.  The instances keep their ids,
parameters, uses, observed outputs and callbacks.  These get a change with
the new state, which is `viewmodel-host-change-resynced'.  Instances that
cannot be created again are closed.  Errors are as with
`viewmodel-host-start'; one may try again then.  Signal
`viewmodel-host-timeout' if an answer takes longer than TIMEOUT seconds,
unless that is nil."
  (viewmodel-host-stop host)
  (viewmodel-host--start host :timeout timeout)
  (viewmodel-host--create-again host timeout))

(defun viewmodel-host-live-p (host)
  "Whether HOST has neither died nor been stopped."
  (and (viewmodel-host--child host)
       (not (viewmodel-host--error host))
       (viewmodel-host-child-live-p (viewmodel-host--child host))))

(defun viewmodel-host-info (host)
  "What HOST said of itself: the result of `initialize', an alist."
  (viewmodel-host--info host))

(defun viewmodel-host-pid (host)
  "The process id of HOST."
  (process-id (viewmodel-host-child-process (viewmodel-host--child host))))

(defun viewmodel-host-stderr (host)
  "What HOST wrote to standard error, a list of strings.
They are its last lines, 200 at least, or those from the reason of a crash
on."
  (viewmodel-host-child-stderr-lines (viewmodel-host--child host)))

(defun viewmodel-host-instances (host)
  "The instances of HOST that are not gone, in the order of their creation."
  (viewmodel-host--living host))

;;; Requests

(cl-defun viewmodel-host-request-async
    (host method &optional params &key success-fn error-fn)
  "Send HOST the request METHOD with PARAMS, an alist, and return the request.
SUCCESS-FN is called with the result, or ERROR-FN with the error; without
that it is shown as a warning."
  (viewmodel-host--ask host method params #'identity
                       :success-fn success-fn :error-fn error-fn))

(cl-defun viewmodel-host-request
    (host method &optional params
          &key (timeout (viewmodel-host--timeout host)))
  "Send HOST the request METHOD with PARAMS, an alist; wait for the result.
Signal `viewmodel-host-request-failed' if it is answered with an error,
and `viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (viewmodel-host--await (viewmodel-host-request-async host method params)
                         timeout))

(cl-defun viewmodel-host-await
    (request &key (timeout (viewmodel-host--timeout
                            (viewmodel-host-request--host request))))
  "Wait for REQUEST, which an -async function returned: its value, or its error.
Signal `viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (viewmodel-host--await request timeout))

(defun viewmodel-host-cancel (request)
  "Cancel REQUEST, if it is a call that has not been answered.
It then fails with `viewmodel-host-cancelled', unless it had finished."
  (viewmodel-host--cancel request))

(cl-defun viewmodel-host-list
    (host &key (timeout (viewmodel-host--timeout host)))
  "The names of the ViewModels of HOST, a list of strings.
TIMEOUT is as in `viewmodel-host-request'."
  (mapcar (lambda (each) (alist-get 'name each))
          (alist-get 'viewModels
                     (viewmodel-host-request host "viewModel/list" nil
                                             :timeout timeout))))

(cl-defun viewmodel-host-describe
    (host name &key (timeout (viewmodel-host--timeout host)))
  "What the ViewModel NAME of HOST takes and has, as an alist.
TIMEOUT is as in `viewmodel-host-request'."
  (viewmodel-host-request host "viewModel/describe" `((name . ,name))
                          :timeout timeout))

(cl-defun viewmodel-host-ping
    (host &key (timeout (viewmodel-host--timeout host)))
  "Return when HOST has handled all that was sent before.
TIMEOUT is as in `viewmodel-host-request'."
  (viewmodel-host-request host "ping" nil :timeout timeout)
  nil)

(cl-defun viewmodel-host-advance
    (host milliseconds &key (timeout (viewmodel-host--timeout host)))
  "Move the virtual clock of HOST, and return its time, in milliseconds.
HOST must run with --clock virtual; MILLISECONDS is how far.  TIMEOUT is as
in `viewmodel-host-request'."
  (alist-get 'now (viewmodel-host-request
                   host "clock/advance" `((milliseconds . ,milliseconds))
                   :timeout timeout)))

(defmacro viewmodel-host-batch (host &rest body)
  "Evaluate BODY, and send HOST all that it sends together, as one turn.
The value is that of BODY.  If BODY does not end normally nothing is sent.
What waits for an answer signals an error inside."
  (declare (indent 1) (debug t))
  `(viewmodel-host--call-with-batch ,host (lambda () ,@body)))

(cl-defun viewmodel-host-wait-until
    (host predicate &key (timeout (viewmodel-host--timeout host)))
  "Wait until PREDICATE, which takes no arguments, is non-nil; return its value.
It is asked whenever HOST has written something.  Signal
`viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (prog1 (viewmodel-host--wait host predicate timeout "What was waited for")
    (viewmodel-host--tell-untold host)))

;;; Callbacks for all instances of a host

(defun viewmodel-host-on-died (host function)
  "Have FUNCTION called, with the error, when HOST ends by itself.
It is called once for each start that succeeded; one that does not signals
the error.  Return a function that ends this, as
all functions whose names begin with viewmodel-host-on- do."
  (viewmodel-host--register (viewmodel-host--handlers host) 'died function))

(defun viewmodel-host-on-restarted (host function)
  "Have FUNCTION called when the process of a supervised HOST was replaced.
Its argument is an alist: `reason', `file' and `line' say how the process
ended, and `milliseconds' how long nobody has served."
  (viewmodel-host--register (viewmodel-host--handlers host) 'restarted function))

(defun viewmodel-host-on-log (host function)
  "Have FUNCTION called with the level and the text of what HOST logs."
  (viewmodel-host--register (viewmodel-host--handlers host) 'log function))

(provide 'viewmodel-host)
;;; viewmodel-host.el ends here
