;;; viewmodel-host-base.el --- Hosts, requests and callbacks  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What a host is to this client, and the order in which what it writes is
;; handled: one line after the other, and the callbacks of each before the next.
;; A callback may wait for the host, too: lines are handled then, but their
;; callbacks run after it.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-handle)
(require 'viewmodel-host-queue)

(viewmodel-host--define-handle viewmodel-host
  "A host process, and what is known of its instances."
  (command)
  (directory environment timeout capabilities services record supervised
   (tracing nil :documentation "t for the events buffer, or a file.")
   (events nil :documentation "The events buffer, if there is one.")
   child
   (first-line nil :documentation "What was sent first, to see an echo.")
   (error nil :documentation "Why the conversation is over, once it is.")
   info
   (last-id 0) (pending (make-hash-table))
   (last-seq 0) (tickets (make-hash-table))
   (lines (viewmodel-host-queue-make)
          :documentation "What has arrived and is not handled yet.")
   (unhandled 0 :documentation "How many bytes these are.")
   (rest-timer nil :documentation "Goes on with what is left of a slice.")
   (due (viewmodel-host-queue-make)
        :documentation "Callbacks to be made: (FUNCTION . ARGUMENTS).")
   outbox
   (calling-back nil)
   (waiting 0 :documentation "How many wait for it, and may hear of its end.")
   (untold nil :documentation "Its end, as long as no waiter has heard of it.")
   (batch nil :documentation "(t . ITEMS), the last one first, if one is open.")
   (instances (make-hash-table :test #'equal))
   (gone (make-hash-table :test #'equal :weakness 'value)
         :documentation "The last one of each id that is gone.")
   (last-serial 0)
   (handlers (viewmodel-host-queue-make))
   (service-calls (make-hash-table :test #'equal))))

(viewmodel-host--define-handle viewmodel-host-request
  "Something that was sent and ends once: with a value or an error."
  (method (done nil))
  (host id convert success-fn error-fn
   (on-end nil :documentation "Called with this at once, before any other callback.")
   (sent nil :documentation "Nil while it stands in an open batch.")
   (awaited nil :documentation "Whether somebody waits for it.")
   (what nil :documentation "What it is called in errors, if not METHOD.")
   value error))

(cl-defmethod cl-print-object ((host viewmodel-host) stream)
  "Print HOST on STREAM, in short."
  (princ (format "#<viewmodel-host %s>" (car (viewmodel-host--command host)))
         stream))

(defconst viewmodel-host--garbage (* 16 1024 1024)
  "What `gc-cons-threshold' is at least while messages are handled.
With that of Emacs most of the time is spent on collecting their garbage.")

;;; Callbacks

(defun viewmodel-host--register (handlers kind function)
  "Have FUNCTION called for what HANDLERS emit of KIND, a symbol.
Return a function without arguments that ends this."
  (let ((entry (list kind function t)))
    (viewmodel-host-queue-add handlers entry)
    (lambda ()
      (setf (nth 2 entry) nil)
      nil)))

(defun viewmodel-host--emit (host handlers kind &rest arguments)
  "Have the functions that HANDLERS hold for KIND called with ARGUMENTS.
It happens when what is being handled of HOST is done.  Return whether
there are any."
  (let ((entries (viewmodel-host--entries handlers kind)))
    (dolist (entry entries)
      (viewmodel-host-queue-add
       (viewmodel-host--due host)
       (cons #'viewmodel-host--call-entry (cons entry arguments))))
    (and entries t)))

(defun viewmodel-host--emit-each (host handlers kind items arguments)
  "Have the functions that HANDLERS hold for KIND called for each of ITEMS.
That is a vector, and ARGUMENTS makes the list of arguments of an item.  It
happens when what is being handled of HOST is done; only then is time taken."
  (let ((entries (viewmodel-host--entries handlers kind)))
    (when (and entries (< 0 (length items)))
      (viewmodel-host--later host #'viewmodel-host--call-each
                             host entries entries items 0 arguments))))

(defun viewmodel-host--call-each (host entries left items at arguments)
  "Call the first of LEFT, some of ENTRIES, with the item number AT of ITEMS.
HOST and ARGUMENTS are as in `viewmodel-host--emit-each'.  What is left to be
called comes next."
  (let* ((entry (pop left))
         (next (if left at (1+ at))))
    (when (< next (length items))
      (viewmodel-host-queue-return
       (viewmodel-host--due host)
       (list #'viewmodel-host--call-each
             host entries (or left entries) items next arguments)))
    (apply #'viewmodel-host--call-entry entry
           (funcall arguments (aref items at)))))

(defun viewmodel-host--entries (handlers kind)
  "What HANDLERS hold for KIND.  Those that have been ended are let go."
  (let (entries ended)
    (dolist (entry (viewmodel-host-queue-items handlers))
      (cond ((not (nth 2 entry)) (setq ended t))
            ((eq (car entry) kind) (push entry entries))))
    (when ended
      (let ((all (viewmodel-host-queue-items handlers)))
        (viewmodel-host-queue-clear handlers)
        (dolist (entry all)
          (when (nth 2 entry) (viewmodel-host-queue-add handlers entry)))))
    (nreverse entries)))

(defun viewmodel-host--call-entry (entry &rest arguments)
  "Call the function of ENTRY with ARGUMENTS, unless it has been ended."
  (when (nth 2 entry) (apply (nth 1 entry) arguments)))

(defun viewmodel-host--later (host function &rest arguments)
  "Call FUNCTION with ARGUMENTS when what is being handled of HOST is done."
  (viewmodel-host-queue-add (viewmodel-host--due host)
                            (cons function arguments)))

(defun viewmodel-host--deliver (host &optional deadline)
  "Make the callbacks of HOST that are due, unless one is under way.
None begins after DEADLINE, a time in seconds, if that is not nil.  Return
whether none is left to be made now."
  (or (viewmodel-host--calling-back host)
      (let ((due (viewmodel-host--due host))
            (late nil))
        (setf (viewmodel-host--calling-back host) t)
        (unwind-protect
            (while (and (viewmodel-host-queue-items due)
                        (not (setq late (and deadline
                                             (> (float-time) deadline)))))
              (viewmodel-host--call-back (viewmodel-host-queue-take due)))
          (setf (viewmodel-host--calling-back host) nil))
        (not late))))

(defun viewmodel-host--call-back (call)
  "Make CALL, (FUNCTION . ARGUMENTS).  An error in it is shown, and stops nothing.
A quit ends it; where what a process writes is handled, which a quit does not
end, it stops nothing else, either."
  (let ((apart inhibit-quit))
    (save-current-buffer
      (save-match-data
        (condition-case err
            (let ((inhibit-quit nil))
              (apply (car call) (cdr call)))
          (quit (if apart
                    (message "viewmodel-host: a callback was quit")
                  (signal 'quit nil)))
          ((debug error)
           (viewmodel-host--warn "Error in a callback: %s"
                                 (viewmodel-host-error-message err))))))))

(provide 'viewmodel-host-base)
;;; viewmodel-host-base.el ends here
