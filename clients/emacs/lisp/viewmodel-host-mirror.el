;;; viewmodel-host-mirror.el --- Mirrored instances of the viewmodel-host client  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The copies of the instances' states, which the host's updates keep current.
;; A turn is applied whole, to all instances, before its first callback; then
;; come the callbacks: the changes and events of each instance, then the inputs
;; that are done.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-handle)
(require 'viewmodel-host-patch)
(require 'viewmodel-host-rpc)

(viewmodel-host--define-handle viewmodel-host-instance
  "An instance as this side knows it."
  (name id)
  (host serial parameters uses observe revision state
   (closed nil :documentation "Why it is gone, a string, once it is.")
   (stale nil :documentation "The state has been asked for, and not come yet.")
   (handlers (list 'handlers))))

(cl-defstruct (viewmodel-host-change
               (:constructor viewmodel-host-change--make) (:copier nil))
  "A change of an instance's state.
BEFORE and STATE are the states before and after it, PATCH the operations
that lead from one to the other; RESYNCED says that the state came whole
instead, as after a restart, and PATCH is empty."
  instance revision before state patch resynced)

(cl-defmethod cl-print-object ((instance viewmodel-host-instance) stream)
  "Print INSTANCE on STREAM, in short."
  (princ (format "#<viewmodel-host-instance %s %s>"
                 (viewmodel-host-instance--id instance)
                 (viewmodel-host-instance--state instance))
         stream))

(defun viewmodel-host--living (host)
  "The instances of HOST that are not gone, in the order of their creation."
  (sort (hash-table-values (viewmodel-host--instances host))
        (lambda (a b) (< (viewmodel-host-instance--serial a)
                         (viewmodel-host-instance--serial b)))))

(defun viewmodel-host--handlers-of (object)
  "The callbacks of OBJECT, a host or an instance."
  (if (viewmodel-host-p object)
      (viewmodel-host--handlers object)
    (viewmodel-host-instance--handlers object)))

(defun viewmodel-host--snapshot-parts (result where)
  "The id, revision and state in RESULT, a list; WHERE is for the error."
  (list (viewmodel-host--member result 'id #'stringp where)
        (viewmodel-host--member result 'revision #'integerp where)
        (viewmodel-host--member result 'state #'listp where)))

;;; Creating and ending

(defun viewmodel-host--ask-create (instance &optional success-fn error-fn)
  "Ask for INSTANCE, which is new or was in a host that has ended.
SUCCESS-FN is called with it, ERROR-FN with the error."
  (let* ((host (viewmodel-host-instance--host instance))
         (request
          (viewmodel-host--ask
           host "viewModel/create"
           `((name . ,(viewmodel-host-instance--name instance))
             ,@(let ((id (viewmodel-host-instance--id instance)))
                 (and id `((id . ,id))))
             ,@(let ((values (viewmodel-host-instance--parameters instance)))
                 (and values `((parameters . ,values))))
             ,@(let ((uses (viewmodel-host-instance--uses instance)))
                 (and uses `((uses . ,uses))))
             ,@(let ((observe (viewmodel-host-instance--observe instance)))
                 (and observe `((observe . ,observe)))))
           (lambda (result) (viewmodel-host--created instance result))
           :success-fn success-fn
           :error-fn error-fn
           :on-end (lambda ()
                     (when (zerop (cl-decf (viewmodel-host--creating host)))
                       (setf (viewmodel-host--early host) nil))))))
    (cl-incf (viewmodel-host--creating host))
    request))

(defun viewmodel-host--created (instance result)
  "Take in RESULT, the answer to the creation of INSTANCE, and return INSTANCE."
  (pcase-let ((host (viewmodel-host-instance--host instance))
              (before (viewmodel-host-instance--state instance))
              (again (viewmodel-host-instance--serial instance))
              (`(,id ,revision ,state)
               (viewmodel-host--snapshot-parts result "viewModel/create")))
    (setf (viewmodel-host-instance--id instance) id
          (viewmodel-host-instance--revision instance) revision
          (viewmodel-host-instance--state instance) state
          (viewmodel-host-instance--stale instance) nil)
    (unless again
      (setf (viewmodel-host-instance--serial instance)
            (cl-incf (viewmodel-host--last-serial host))))
    (puthash id instance (viewmodel-host--instances host))
    (when again
      (viewmodel-host--announce-whole instance before))
    ;; In a batch, updates come before the answer.
    (dolist (update (reverse (viewmodel-host--early host)))
      (when (and (equal (alist-get 'id update) id)
                 (> (viewmodel-host--revision-of update) revision))
        (viewmodel-host--announce
         instance update (viewmodel-host--apply instance update))))
    instance))

(defun viewmodel-host--close (instance reason)
  "Note that INSTANCE is gone for REASON."
  (unless (viewmodel-host-instance--closed instance)
    (let ((host (viewmodel-host-instance--host instance))
          (id (viewmodel-host-instance--id instance)))
      (setf (viewmodel-host-instance--closed instance) reason)
      (when (eq instance (gethash id (viewmodel-host--instances host)))
        (remhash id (viewmodel-host--instances host)))
      (viewmodel-host--emit host (viewmodel-host-instance--handlers instance)
                            'closed reason))))

;;; Updates

(defun viewmodel-host--revision-of (update)
  "The revision that UPDATE, an element of an update, leads to."
  (viewmodel-host--member update 'revision #'integerp "viewModel/update"))

(defun viewmodel-host--updated (host params)
  "Take in PARAMS of a `viewModel/update' from HOST."
  (let ((updates (viewmodel-host--member params 'updates #'vectorp
                                         "viewModel/update"))
        seen)
    (mapc
     (lambda (update)
       (let* ((id (viewmodel-host--member update 'id #'stringp
                                          "viewModel/update"))
              (instance (gethash id (viewmodel-host--instances host))))
         (if instance
             (push (list instance update
                         (viewmodel-host--apply instance update))
                   seen)
           (when (> (viewmodel-host--creating host) 0)
             (push update (viewmodel-host--early host))))))
     updates)
    (dolist (each (nreverse seen))
      (apply #'viewmodel-host--announce each))
    (mapc
     (lambda (update)
       (mapc (lambda (seq)
                 (let ((ticket (viewmodel-host--take-ticket host seq)))
                   (when ticket (viewmodel-host--succeed ticket nil))))
               (alist-get 'done update)))
     updates)))

(defun viewmodel-host--take-ticket (host seq)
  "The request for the input that was sent to HOST with SEQ, which ends now."
  (let ((ticket (gethash seq (viewmodel-host--tickets host))))
    (remhash seq (viewmodel-host--tickets host))
    ticket))

(defun viewmodel-host--apply (instance update)
  "Apply UPDATE to INSTANCE: the change, or nil if the state is the same.
If UPDATE does not fit, ask for the whole state."
  (let ((revision (viewmodel-host--revision-of update))
        (patch (alist-get 'patch update))
        (before (viewmodel-host-instance--state instance)))
    (unless (viewmodel-host-instance--stale instance)
      (condition-case err
          (progn
            (unless (= revision
                       (1+ (viewmodel-host-instance--revision instance)))
              (signal 'viewmodel-host-patch-error
                      (list (format "revision %d came after %d" revision
                                    (viewmodel-host-instance--revision
                                     instance)))))
            (let ((state (viewmodel-host-patch-apply before patch)))
              (unless (listp state)
                (signal 'viewmodel-host-patch-error
                        '("the state is no object")))
              (setf (viewmodel-host-instance--revision instance) revision
                    (viewmodel-host-instance--state instance) state)
              (and (> (length patch) 0)
                   (viewmodel-host-change--make
                    :instance instance :revision revision
                    :before before :state state :patch patch))))
        (viewmodel-host-patch-error
         (viewmodel-host--resync instance err))))))

(defun viewmodel-host--resync (instance err)
  "Ask for the whole state of INSTANCE, as an update did not fit: ERR."
  (setf (viewmodel-host-instance--stale instance) t)
  (message "viewmodel-host: %s is out of step, and is fetched anew: %s"
           (viewmodel-host-instance--id instance) (cadr err))
  (viewmodel-host--ask-snapshot instance #'ignore #'ignore)
  nil)

(defun viewmodel-host--ask-snapshot (instance success-fn error-fn)
  "Ask for the whole state of INSTANCE, and correct the mirror if it has to be.
SUCCESS-FN is called with (REVISION . STATE), ERROR-FN with the error."
  (viewmodel-host--ask
   (viewmodel-host-instance--host instance) "viewModel/snapshot"
   `((id . ,(viewmodel-host-instance--id instance)))
   (lambda (result)
     (pcase-let ((`(,_ ,revision ,state)
                  (viewmodel-host--snapshot-parts result "viewModel/snapshot"))
                 (before (viewmodel-host-instance--state instance)))
       (when (or (viewmodel-host-instance--stale instance)
                 (/= revision (viewmodel-host-instance--revision instance)))
         (setf (viewmodel-host-instance--stale instance) nil
               (viewmodel-host-instance--revision instance) revision
               (viewmodel-host-instance--state instance) state)
         (viewmodel-host--announce-whole instance before))
       (cons revision state)))
   :success-fn success-fn :error-fn error-fn :apart t))

(defun viewmodel-host--announce-whole (instance before)
  "Have the callbacks told that INSTANCE's state came whole; it was BEFORE."
  (viewmodel-host--emit
   (viewmodel-host-instance--host instance)
   (viewmodel-host-instance--handlers instance) 'change
   (viewmodel-host-change--make
    :instance instance :resynced t :before before :patch []
    :revision (viewmodel-host-instance--revision instance)
    :state (viewmodel-host-instance--state instance))))

(defun viewmodel-host--announce (instance update change)
  "Have the callbacks of INSTANCE told of CHANGE and the events of UPDATE."
  (let ((host (viewmodel-host-instance--host instance))
        (handlers (viewmodel-host-instance--handlers instance))
        (dropped (alist-get 'droppedEvents update)))
    (when change
      (viewmodel-host--emit host handlers 'change change))
    (mapc (lambda (event)
            (viewmodel-host--emit
             host handlers 'event
             (viewmodel-host--member event 'event #'stringp "An event")
             (alist-get 'value event :null)))
          (alist-get 'events update))
    (when (and dropped
               (not (viewmodel-host--emit host handlers 'dropped dropped)))
      (viewmodel-host--warn "%s events of %s were dropped: nobody read them"
                            dropped (viewmodel-host-instance--id instance)))))

;;; What went wrong

(defun viewmodel-host--report (host err id kind)
  "Have the callbacks for KIND of the instance ID and of HOST told of ERR.
Return whether there are any."
  (let* ((instance (gethash id (viewmodel-host--instances host)))
         (told (and instance
                    (viewmodel-host--emit
                     host (viewmodel-host-instance--handlers instance)
                     kind err))))
    (or (viewmodel-host--emit host (viewmodel-host--handlers host) kind err)
        told)))

(defun viewmodel-host--rejected (host params)
  "Take in PARAMS of a `viewModel/rejected' from HOST."
  (let* ((id (viewmodel-host--member params 'id #'stringp "viewModel/rejected"))
         (input (alist-get 'input params))
         (ticket (viewmodel-host--take-ticket host (alist-get 'seq params)))
         (err (viewmodel-host--remote-error
               'viewmodel-host-input-rejected params :id id :input input))
         (heard (and ticket (or (viewmodel-host-request--error-fn ticket)
                                (viewmodel-host-request--awaited ticket)))))
    (when ticket (viewmodel-host--fail ticket err))
    (unless (or (viewmodel-host--report host err id 'rejected)
                heard
                (eql (viewmodel-host-error-code err)
                     viewmodel-host-code-cancelled))
      (viewmodel-host--warn "%s.%s was rejected: %s" id input
                            (viewmodel-host-error-message err)))))

(defun viewmodel-host--failed (host params)
  "Take in PARAMS of a `viewModel/failed' from HOST."
  (let* ((id (viewmodel-host--member params 'id #'stringp "viewModel/failed"))
         (err (viewmodel-host--remote-error
               'viewmodel-host-viewmodel-failed params :id id)))
    (unless (viewmodel-host--report host err id 'failed)
      (viewmodel-host--warn "%s failed: %s" id
                            (viewmodel-host-error-message err)))))

(provide 'viewmodel-host-mirror)
;;; viewmodel-host-mirror.el ends here
