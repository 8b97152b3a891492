;;; viewmodel-host-session.el --- The life of a conversation with the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; From the start of the host to its end, and to the next start: what arrives is
;; given to those that know it; however the host ends, all that waits for it
;; hears of that once.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'viewmodel-host-base)
(require 'viewmodel-host-crash)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-json)
(require 'viewmodel-host-process)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-trace)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-service)

(defconst viewmodel-host--protocol-versions ["1"]
  "The versions of the protocol that this client speaks.")

(defconst viewmodel-host--version "0.1.0"
  "The version of this client.")

;;; Receiving

(defun viewmodel-host--pump (host)
  "Handle the lines of HOST that have arrived, with their callbacks."
  (viewmodel-host--deliver host)
  (while (viewmodel-host--lines host)
    (let ((line (pop (viewmodel-host--lines host))))
      (condition-case err
          (viewmodel-host--receive host line)
        (viewmodel-host-protocol-error
         (viewmodel-host--abort host (viewmodel-host--no-host host err)))
        (viewmodel-host-error
         (viewmodel-host--abort host err))
        (error
         (viewmodel-host--abort
          host
          (viewmodel-host--make-error
           'viewmodel-host-protocol-error
           (format "The host wrote a message that makes no sense (%s): %s"
                   (error-message-string err)
                   (truncate-string-to-width
                    (decode-coding-string line 'utf-8-unix)
                    200 nil nil t)))))))
    (viewmodel-host--deliver host)))

(defun viewmodel-host--no-host (host err)
  "ERR, which HOST gave; if it did so at once, it is no host at all."
  (if (viewmodel-host--info host)
      err
    (viewmodel-host--make-error
     'viewmodel-host-protocol-error
     (format "%s is no viewmodel-host: %s" (car (viewmodel-host--command host))
             (viewmodel-host-error-message err)))))

(defun viewmodel-host--receive (host line)
  "Take in LINE from HOST."
  (viewmodel-host--trace host "<--" line)
  (when (equal line (viewmodel-host--first-line host))
    (viewmodel-host--nonsense "it answered with what it was sent"))
  (let ((message (viewmodel-host-json-decode line)))
    (if (vectorp message)
        (mapc (lambda (part) (viewmodel-host--dispatch host part)) message)
      (viewmodel-host--dispatch host message))))

(defun viewmodel-host--dispatch (host message)
  "Take in MESSAGE from HOST."
  (unless (consp message)
    (viewmodel-host--nonsense
     "The host wrote something that is no message: %s"
     (truncate-string-to-width (format "%S" message) 80 nil nil t)))
  (cond ((not (assq 'method message)) (viewmodel-host--answered host message))
        ((assq 'id message) (viewmodel-host--asked host message))
        (t (viewmodel-host--notified
            host
            (viewmodel-host--member message 'method #'stringp "A notification")
            (alist-get 'params message)))))

(defun viewmodel-host--notified (host method params)
  "Take in the notification METHOD with PARAMS from HOST.
Those that are not known are ignored."
  (pcase method
    ("viewModel/update" (viewmodel-host--updated host params))
    ("viewModel/rejected" (viewmodel-host--rejected host params))
    ("viewModel/failed" (viewmodel-host--failed host params))
    ("viewModel/closed"
     (let ((instance (gethash (alist-get 'id params)
                              (viewmodel-host--instances host))))
       (when instance
         (viewmodel-host--close
          instance (viewmodel-host--member params 'reason #'stringp method)))))
    ("host/log"
     (let ((level (viewmodel-host--member params 'level #'stringp method))
           (text (viewmodel-host--member params 'message #'stringp method)))
       (unless (viewmodel-host--emit host (viewmodel-host--handlers host)
                                     'log level text)
         (message "viewmodel-host: %s: %s" level text))))
    ("service/rejected" (viewmodel-host--service-rejected host params))
    ("$/cancelRequest"
     (viewmodel-host--cancel-service host (alist-get 'id params)))))

;;; Ending

(defun viewmodel-host--abort (host err)
  "End HOST, which does not keep to the protocol, with the error ERR."
  (let ((child (viewmodel-host--child host)))
    (setf (viewmodel-host--lines host) nil)
    (viewmodel-host--end host err)
    (viewmodel-host-child-kill child)))

(defun viewmodel-host--end (host err)
  "Note that HOST has ended with ERR: all that waits for it fails with that."
  (unless (viewmodel-host--error host)
    (setf (viewmodel-host--error host) err
          (viewmodel-host--early host) nil)
    (dolist (table (list (viewmodel-host--pending host)
                         (viewmodel-host--tickets host)))
      (let ((requests (sort (hash-table-values table)
                            (lambda (a b)
                              (< (viewmodel-host-request--id a)
                                 (viewmodel-host-request--id b))))))
        (clrhash table)
        (dolist (request requests) (viewmodel-host--fail request err))))
    (dolist (call (hash-table-values (viewmodel-host--service-calls host)))
      (viewmodel-host--give-up call))
    (unless (or (eq (car err) 'viewmodel-host-closed)
                ;; It has not started yet: what starts it signals that.
                (not (viewmodel-host--info host))
                (viewmodel-host--emit host (viewmodel-host--handlers host)
                                      'died err)
                ;; It is signaled to those; but in batch mode Emacs cuts the
                ;; message of an error that nobody handles.
                (and (< 0 (viewmodel-host--waiting host))
                     (not (and noninteractive
                               (bound-and-true-p
                                backtrace-on-error-noninteractive)))
                     (setf (viewmodel-host--untold host) err)))
      (viewmodel-host--later
       host (lambda ()
              (viewmodel-host--warn "%s" (viewmodel-host-error-message err)))))
    (viewmodel-host--deliver host)))

(defun viewmodel-host--died (child status)
  "The error for CHILD having ended with STATUS, a property list."
  (let ((stderr (viewmodel-host-child-stderr-lines child)))
    (apply #'viewmodel-host--make-error
           'viewmodel-host-died (viewmodel-host-crash-message status stderr)
           :stderr (viewmodel-host--unprinted stderr) status)))

(defun viewmodel-host--child-ended (host child status)
  "Note that CHILD of HOST has ended with STATUS."
  (when (eq child (viewmodel-host--child host))
    (viewmodel-host--pump host)
    (viewmodel-host--trace host "#" (format "end %S" status))
    (viewmodel-host--end
     host
     (if (or (viewmodel-host-child-killed child)
             (and (viewmodel-host-child-stopping child)
                  (eql 0 (plist-get status :exit-status))))
         (viewmodel-host--closed-error)
       (viewmodel-host--died child status)))))

(defun viewmodel-host--closed-error ()
  "The error for the host having been stopped from here."
  (viewmodel-host--make-error 'viewmodel-host-closed "The host was stopped"))

(defun viewmodel-host--stop (host seconds)
  "End HOST within SECONDS, if not nil, and note it.  It may have ended already."
  (when (and (viewmodel-host--child host) (not (viewmodel-host--error host)))
    (viewmodel-host-child-stop (viewmodel-host--child host) seconds)
    ;; In a callback of this host, what it wrote last is not handled yet.
    (viewmodel-host--pump host)
    (viewmodel-host--end host (viewmodel-host--closed-error))))

;;; Starting

(defun viewmodel-host--launch (host timeout)
  "Start the process of HOST, which has none or one that has ended.
Return when it has answered `initialize', which may take TIMEOUT seconds."
  (let ((command (append (viewmodel-host--command host)
                         (let ((file (viewmodel-host--record host)))
                           (and file
                                (list "--record" (expand-file-name file))))))
        child)
    (viewmodel-host--trace host "#" (concat "start "
                                            (string-join command " ")))
    (setq child
          (viewmodel-host-child-start
           command
           :directory (viewmodel-host--directory host)
           :environment (viewmodel-host--environment host)
           :on-lines (lambda (lines)
                       (when (eq child (viewmodel-host--child host))
                         (setf (viewmodel-host--lines host)
                               (nconc (viewmodel-host--lines host) lines))
                         (viewmodel-host--pump host)))
           :on-end (lambda (status)
                     (viewmodel-host--child-ended host child status))))
    (setf (viewmodel-host--child host) child
          (viewmodel-host--error host) nil
          (viewmodel-host--untold host) nil
          (viewmodel-host--info host) nil
          (viewmodel-host--lines host) nil
          (viewmodel-host--first-line host) nil
          (viewmodel-host--batch host) nil
          (viewmodel-host--creating host) 0
          (viewmodel-host--early host) nil)
    (let (ready)
      (unwind-protect
          (progn
            (viewmodel-host--await (viewmodel-host--ask-initialize host)
                                   timeout)
            (setq ready t))
        (unless ready
          (viewmodel-host--end host (viewmodel-host--closed-error))
          (viewmodel-host-child-kill child))))))

(defun viewmodel-host--ask-initialize (host)
  "Send HOST the first request."
  (viewmodel-host--ask
   host "initialize"
   `((protocolVersions . ,viewmodel-host--protocol-versions)
     (client . ((name . "viewmodel-host-emacs")
                (version . ,viewmodel-host--version)))
     (capabilities
      . (,@(viewmodel-host--capabilities host)
         (services . ,(vconcat (mapcar #'car
                                       (viewmodel-host--services host)))))))
   (lambda (result)
     (let ((version (viewmodel-host--member result 'protocolVersion #'stringp
                                            "initialize")))
       (unless (seq-contains-p viewmodel-host--protocol-versions version)
         (viewmodel-host--mismatch (list version)))
       (setf (viewmodel-host--info host) result)))))

(defun viewmodel-host--mismatch (versions)
  "Signal that the host speaks only VERSIONS, a list of strings."
  (let ((own (append viewmodel-host--protocol-versions nil)))
    (viewmodel-host--signal
     (viewmodel-host--make-error
      'viewmodel-host-version-mismatch
      (format "No common protocol version: this client speaks %s, the host %s"
              (string-join own ", ") (string-join versions ", "))
      :client own :host versions))))

(cl-defun viewmodel-host--start
    (host &key (timeout (viewmodel-host--timeout host)))
  "Start HOST within TIMEOUT seconds, if that is not nil.
An error names the versions if they do not fit."
  (condition-case err
      (viewmodel-host--launch host timeout)
    (viewmodel-host-request-failed
     (if (eql (viewmodel-host-error-code err)
              viewmodel-host-code-unsupported-version)
         (viewmodel-host--mismatch
          (mapcar (lambda (version) (format "%s" version))
                  (alist-get 'supported (viewmodel-host-error-data err))))
       (signal (car err) (cdr err))))))

(defun viewmodel-host--create-again (host timeout)
  "Create the instances of HOST again, in the order of their creation.
Those that cannot be are closed.  Each may take TIMEOUT seconds."
  (dolist (instance (viewmodel-host--living host))
    (let ((request (viewmodel-host--ask-create instance)))
      (setf (viewmodel-host-request--awaited request) t)
      (viewmodel-host--wait
       host (lambda () (viewmodel-host-request--done request)) timeout)
      (viewmodel-host--check host)
      (let ((err (viewmodel-host-request--error request)))
        (when err
          (viewmodel-host--close instance
                                 (viewmodel-host-error-message err))))))
  (viewmodel-host--deliver host))

(provide 'viewmodel-host-session)
;;; viewmodel-host-session.el ends here
