;;; viewmodel-host-session.el --- The life of a conversation with the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; From the start of the host to its end, and to the next start: what arrives is
;; given to those that know it; however the host ends, all that waits for it
;; hears of that once.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'seq)
(require 'subr-x)
(require 'viewmodel-host-base)
(require 'viewmodel-host-crash)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-json)
(require 'viewmodel-host-outbox)
(require 'viewmodel-host-process)
(require 'viewmodel-host-reader)
(require 'viewmodel-host-receive)
(require 'viewmodel-host-queue)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-trace)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-wait)
(require 'viewmodel-host-service)

(defconst viewmodel-host--protocol-versions ["1"]
  "The versions of the protocol that this client speaks.")

(defconst viewmodel-host--version "0.1.0"
  "The version of this client.")

;;; Ending

(defun viewmodel-host--abort (host err)
  "End HOST, which does not keep to the protocol, with the error ERR."
  (let ((child (viewmodel-host--child host)))
    (viewmodel-host--forget-lines host)
    (viewmodel-host--end host err)
    (viewmodel-host-child-kill child)))

(defun viewmodel-host--forget-lines (host)
  "Handle nothing more of what HOST has written."
  (dolist (line (viewmodel-host-queue-items (viewmodel-host--lines host)))
    (when (viewmodel-host-reader-p line) (viewmodel-host-reader-end line)))
  (viewmodel-host-queue-clear (viewmodel-host--lines host))
  (setf (viewmodel-host--unhandled host) 0))

(defun viewmodel-host--end (host err)
  "Note that HOST has ended with ERR: all that waits for it fails with that."
  (unless (viewmodel-host--error host)
    (setf (viewmodel-host--error host) err)
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
    (viewmodel-host--work-soon host)))

(defun viewmodel-host--died (child status)
  "The error for CHILD having ended with STATUS, a property list."
  (let ((stderr (viewmodel-host-child-stderr-lines child)))
    (apply #'viewmodel-host--make-error
           'viewmodel-host-died (viewmodel-host-crash-message status stderr)
           :stderr (viewmodel-host--unprinted stderr) status)))

(defun viewmodel-host--child-ended (host status)
  "Note that the child of HOST has ended with STATUS, after all that it wrote."
  (let ((child (viewmodel-host--child host)))
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
  (viewmodel-host--make-error 'viewmodel-host-closed "the host was stopped"))

(defun viewmodel-host--stop (host seconds)
  "End HOST within SECONDS, if not nil, and note it.  It may have ended already."
  (when (and (viewmodel-host--child host) (not (viewmodel-host--error host)))
    (let ((child (viewmodel-host--child host)))
      (setf (viewmodel-host-child-stopping child) t)
      (viewmodel-host-outbox-flush (viewmodel-host--outbox host))
      (viewmodel-host-child-stop
       child seconds
       (lambda ()
         (viewmodel-host--pump host)
         (viewmodel-host-outbox-empty-p (viewmodel-host--outbox host)))))
    ;; In a callback of this host, what it wrote last is not handled yet.
    (viewmodel-host--pump-all host)
    (viewmodel-host--end host (viewmodel-host--closed-error))
    (viewmodel-host--pump-all host)))

;;; Starting

(defun viewmodel-host--launch (host timeout)
  "Start the process of HOST, which has none or one that has ended.
Return when it has answered `initialize', which may take TIMEOUT seconds."
  (let ((command (append (viewmodel-host--command host)
                         (let ((file (viewmodel-host--record host)))
                           (and file
                                (list "--record" (expand-file-name file))))
                         (and (viewmodel-host--supervised host)
                              '("--supervised"))))
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
                         (viewmodel-host--arrived host lines)))
           :on-printed (lambda (line) (viewmodel-host--printed host line))
           :on-end (lambda (status)
                     (when (eq child (viewmodel-host--child host))
                       (viewmodel-host--arrived
                        host (list (cons 'end status)))))
           :on-writable (lambda ()
                          (when (eq child (viewmodel-host--child host))
                            (viewmodel-host-outbox-flush
                             (viewmodel-host--outbox host))))))
    (viewmodel-host--forget-lines host)
    (setf (viewmodel-host--child host) child
          (viewmodel-host--error host) nil
          (viewmodel-host--untold host) nil
          (viewmodel-host--info host) nil
          (viewmodel-host--first-line host) nil
          (viewmodel-host--batch host) nil
          (viewmodel-host--outbox host) (viewmodel-host--make-outbox host))
    (let (ready)
      (unwind-protect
          (progn
            (viewmodel-host--await (viewmodel-host--ask-initialize host)
                                   timeout)
            (setq ready t))
        (unless ready
          (viewmodel-host--end host (viewmodel-host--closed-error))
          (viewmodel-host-child-kill child)
          (viewmodel-host--pump-all host))))))

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
       (let ((limit (let-alist result .limits.lineBytes)))
         (when (natnump limit)
           (setf (viewmodel-host-child-limit (viewmodel-host--child host))
                 limit)))
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
       host (lambda () (viewmodel-host-request--done request)) timeout
       (viewmodel-host-request--method request))
      (viewmodel-host--check host)
      (let ((err (viewmodel-host-request--error request)))
        (when err
          (viewmodel-host--close instance
                                 (viewmodel-host-error-message err))))))
  (viewmodel-host--deliver host))

(provide 'viewmodel-host-session)
;;; viewmodel-host-session.el ends here
