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
(require 'subr-x)
(require 'viewmodel-host-messages)

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

(defconst viewmodel-host--folder
  (file-name-directory (or load-file-name buffer-file-name default-directory))
  "The folder of this file.")

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
               :environment process-environment
               :services services :log log :timeout timeout
               :listeners `(nil (died . ,on-died) (rejected . ,on-rejected)
                                (failed . ,on-failed) (log . ,on-log)
                                (restarted . ,on-restarted)
                                (resumed . ,on-resumed))
               ;; Without a buffer of all messages, in Emacs 30 or before.
               (if (boundp 'jsonrpc-event-hook) '(:events-buffer-config (:size 0))
                 '(:events-buffer-scrollback-size 0)))))
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
                (services . ,(viewmodel-host--names
                              (mapcar #'car (oref host services))))
                (mergeUpdates (milliseconds . 16)) (log . ,(oref host log))
                (restarts . t)))))
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

(cl-defun viewmodel-host-turns (host &key (count 100))
  "Return what HOST, which is supervised, did last: an alist.
COUNT is the greatest number of turns in it."
  (viewmodel-host-request host "session/turns" `((count . ,count))))

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
          on-change on-event on-dropped on-closed on-rejected on-failed)
  "Create an instance of the ViewModel NAME in HOST, and return it.
ID is a string, by default chosen by the host.  PARAMETERS is an alist, USES
an alist of roles and instances.  OBSERVE is a list of the outputs in the
state, by default all; ((output . \"rows\") (window (offset . 0) (limit .
50))) stands for some rows of a list.  ON-CHANGE, ON-EVENT, ON-DROPPED,
ON-CLOSED, ON-REJECTED and ON-FAILED are as in `viewmodel-host-on'."
  (let* ((uses (cl-loop for (role . instance) in uses
                        collect (cons role (if (stringp instance) instance
                                             (viewmodel-host-id instance)))))
         (instance (viewmodel-host--instance
                    :host host :name name
                    :listeners `(nil (change . ,on-change) (event . ,on-event)
                                     (dropped . ,on-dropped)
                                     (closed . ,on-closed)
                                     (rejected . ,on-rejected)
                                     (failed . ,on-failed))
                    :params `((name . ,name) ,@(and id `((id . ,id)))
                              ,@(and parameters `((parameters . ,parameters)))
                              ,@(and uses `((uses . ,uses)))
                              ,@(and is-chosen
                                     `((observe . ,(viewmodel-host--names
                                                    observe))))))))
    (viewmodel-host-await (viewmodel-host--ask-create instance))))

(defun viewmodel-host--names (names)
  "NAMES, strings, symbols or windows, in the form of the protocol."
  (vconcat (mapcar (lambda (each) (if (consp each) each (format "%s" each)))
                   names)))

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

(defun viewmodel-host-call (instance input &optional arguments)
  "Call INPUT of INSTANCE with ARGUMENTS, and return its result."
  (viewmodel-host-await (viewmodel-host-call-async instance input arguments)))

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
  (let ((outputs (viewmodel-host--names outputs)))
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

(autoload 'viewmodel-host-typed-create "viewmodel-host-typed")
(autoload 'viewmodel-host-typed-services "viewmodel-host-typed")

(provide 'viewmodel-host)
;;; viewmodel-host.el ends here
