;;; viewmodel-host-rewind.el --- Undo and redo of a supervised host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A host that was started with :supervised t takes inputs back, in all its
;; instances at once, and does them again.  Each state is what it was, and the
;; callbacks for changes are told.  An instance that was not there yet is
;; closed; one that was disposed since is there again.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-mirror)
(require 'viewmodel-host-rpc)
(require 'viewmodel-host-wait)

(defun viewmodel-host--reopened (host entry method)
  "Take in ENTRY of the result of METHOD: an instance of HOST is there again.
Return it: the same one, with its callbacks, if somebody still has it."
  (pcase-let* ((name (viewmodel-host--member entry 'name #'stringp method))
               (`(,id ,revision ,state)
                (viewmodel-host--snapshot-parts entry method))
               (gone (gethash id (viewmodel-host--gone host)))
               (known (and gone
                           (equal name (viewmodel-host-instance--name gone))))
               (instance (if known gone
                           (viewmodel-host-instance--make
                            :host host :name name :id id
                            :serial (cl-incf
                                     (viewmodel-host--last-serial host)))))
               (before (viewmodel-host-instance--state instance)))
    (remhash id (viewmodel-host--gone host))
    (setf (viewmodel-host-instance--closed instance) nil)
    (viewmodel-host--take-state instance revision state)
    (puthash id instance (viewmodel-host--instances host))
    (when known
      (viewmodel-host--announce-whole instance before))
    instance))

(defun viewmodel-host--rewind (host method params timeout)
  "Go to another turn of HOST by METHOD with PARAMS, in TIMEOUT seconds.
Return an alist of `turn' and `opened'."
  (viewmodel-host--await
   (viewmodel-host--ask
    host method params
    (lambda (result)
      `((turn . ,(viewmodel-host--member result 'turn #'integerp method))
        (opened . ,(mapcar
                    (lambda (entry)
                      (viewmodel-host--reopened host entry method))
                    (and (assq 'opened result)
                         (viewmodel-host--member result 'opened #'vectorp
                                                 method)))))))
   timeout))

(cl-defun viewmodel-host-undo
    (host &key (timeout (viewmodel-host--timeout host)))
  "Take the last input of HOST back, with all that has followed it.
Return an alist: `turn', the turn after which the session is, and `opened',
a list of the instances that are there again.  Those that you still have
live on, with their callbacks; their change is
`viewmodel-host-change-resynced'.  Signal `viewmodel-host-request-failed'
if there is nothing to undo, with the code -32600, or HOST is not
supervised, with -32601; and `viewmodel-host-timeout' after TIMEOUT
seconds, if that is not nil."
  (viewmodel-host--rewind host "session/undo" nil timeout))

(cl-defun viewmodel-host-redo
    (host &key (timeout (viewmodel-host--timeout host)))
  "Do the next input of HOST that was taken back again, and what followed it.
The value, the errors and TIMEOUT are as in `viewmodel-host-undo'."
  (viewmodel-host--rewind host "session/redo" nil timeout))

(cl-defun viewmodel-host-rewind
    (host turn &key (timeout (viewmodel-host--timeout host)))
  "Go to the end of TURN of HOST, be it one that was taken back.
The value, the errors and TIMEOUT are as in `viewmodel-host-undo'; for a
turn that there is not the code is -32602."
  (viewmodel-host--rewind host "session/rewind" `((turn . ,turn)) timeout))

(cl-defun viewmodel-host-turns
    (host &key count (timeout (viewmodel-host--timeout host)))
  "Return the history of HOST, of which the last COUNT entries.
Each entry is a turn; COUNT nil stands for 100.  The value is an alist:
`turn', the turn after which the session is; `turns', a vector of the last
ones up to there, in order; and `undone', a vector of the first of those
that were taken back.  Each is an alist of `turn', `cause', `messages' and,
where `viewmodel-host-undo' takes it back, `step'.  Signal
`viewmodel-host-timeout' after TIMEOUT seconds, if that is not nil."
  (viewmodel-host--await
   (viewmodel-host--ask host "session/turns" (and count `((count . ,count)))
                        #'identity)
   timeout))

(provide 'viewmodel-host-rewind)
;;; viewmodel-host-rewind.el ends here
