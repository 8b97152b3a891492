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
   (in-step t :documentation "Whether the next update can be applied.")
   (fetching nil :documentation "Whether the state was asked for, as it is not.")
   (stale nil :documentation "Why the state cannot be trusted, a string.")
   (handlers (viewmodel-host-queue-make))))

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
           :error-fn error-fn)))
    request))

(defun viewmodel-host--created (instance result)
  "Take in RESULT, the answer to the creation of INSTANCE, and return INSTANCE."
  (pcase-let ((host (viewmodel-host-instance--host instance))
              (before (viewmodel-host-instance--state instance))
              (again (viewmodel-host-instance--serial instance))
              (`(,id ,revision ,state)
               (viewmodel-host--snapshot-parts result "viewModel/create")))
    (setf (viewmodel-host-instance--id instance) id)
    (viewmodel-host--take-state instance revision state)
    (unless again
      (setf (viewmodel-host-instance--serial instance)
            (cl-incf (viewmodel-host--last-serial host))))
    (puthash id instance (viewmodel-host--instances host))
    (when again
      (viewmodel-host--announce-whole instance before))
    instance))

(defun viewmodel-host--take-state (instance revision state)
  "Make STATE at REVISION what INSTANCE has, whatever it had."
  (setf (viewmodel-host-instance--revision instance) revision
        (viewmodel-host-instance--state instance) state
        (viewmodel-host-instance--in-step instance) t
        (viewmodel-host-instance--fetching instance) nil
        (viewmodel-host-instance--stale instance) nil))

(defun viewmodel-host--close (instance reason)
  "Note that INSTANCE is gone for REASON."
  (unless (viewmodel-host-instance--closed instance)
    (let ((host (viewmodel-host-instance--host instance))
          (id (viewmodel-host-instance--id instance)))
      (setf (viewmodel-host-instance--closed instance) reason)
      (when (eq instance (gethash id (viewmodel-host--instances host)))
        (remhash id (viewmodel-host--instances host))
        (puthash id instance (viewmodel-host--gone host)))
      (viewmodel-host--emit host (viewmodel-host-instance--handlers instance)
                            'closed reason))))

;;; Updates

(defun viewmodel-host--revision-of (update)
  "The revision that UPDATE, an element of an update, leads to."
  (viewmodel-host--member update 'revision #'integerp "viewModel/update"))

(defun viewmodel-host--updated (host params)
  "Take in PARAMS of a `viewModel/update' from HOST."
  (let* ((updates (viewmodel-host--member params 'updates #'vectorp
                                          "viewModel/update"))
         (count (length updates))
         (changes (make-vector count nil))
         (index 0))
    (while (< index count)
      (let* ((update (aref updates index))
             (instance (viewmodel-host--instance-of host update)))
        (when instance
          (aset changes index (viewmodel-host--apply instance update))))
      (setq index (1+ index)))
    (setq index 0)
    (while (< index count)
      (let* ((update (aref updates index))
             (instance (viewmodel-host--instance-of host update)))
        (when instance
          (viewmodel-host--announce instance update (aref changes index))))
      (setq index (1+ index)))
    (mapc
     (lambda (update)
       (when (assq 'done update)
         (mapc (lambda (seq)
                 (let ((ticket (viewmodel-host--take-ticket host seq)))
                   (when ticket (viewmodel-host--succeed ticket nil))))
               (viewmodel-host--member update 'done #'vectorp
                                       "viewModel/update"))))
     updates)))

(defun viewmodel-host--instance-of (host update)
  "The instance of HOST that UPDATE is about; nil if there is none."
  (gethash (viewmodel-host--member update 'id #'stringp "viewModel/update")
           (viewmodel-host--instances host)))

(defun viewmodel-host--take-ticket (host seq)
  "The request for the input that was sent to HOST with SEQ, which ends now."
  (let ((ticket (gethash seq (viewmodel-host--tickets host))))
    (remhash seq (viewmodel-host--tickets host))
    ticket))

(defun viewmodel-host--apply (instance update)
  "Apply UPDATE to INSTANCE: the change, or nil if the state is the same.
If UPDATE does not fit, ask for the whole state."
  (let ((revision (viewmodel-host--revision-of update))
        (patch (and (assq 'patch update)
                    (viewmodel-host--member update 'patch #'vectorp
                                            "viewModel/update")))
        (before (viewmodel-host-instance--state instance)))
    (condition-case err
        (cond ((not (viewmodel-host-instance--in-step instance))
               (viewmodel-host--resync instance "it was out of step already"))
              ((/= revision (1+ (viewmodel-host-instance--revision instance)))
               (viewmodel-host--resync
                instance
                (format "revision %d came after %d" revision
                        (viewmodel-host-instance--revision instance))))
              ((or (null patch) (= 0 (length patch)))
               (setf (viewmodel-host-instance--revision instance) revision)
               nil)
              (t
               (let ((state (viewmodel-host-patch-apply before patch)))
                 (unless (listp state)
                   (signal 'viewmodel-host-patch-error
                           '("the state is no object")))
                 (setf (viewmodel-host-instance--revision instance) revision
                       (viewmodel-host-instance--state instance) state)
                 (viewmodel-host-change--make
                  :instance instance :revision revision
                  :before before :state state :patch patch))))
      (viewmodel-host-patch-error
       (viewmodel-host--resync instance (cadr err))))))

(defun viewmodel-host--resync (instance why)
  "Ask for the whole state of INSTANCE, as an update did not fit: WHY.
If it cannot be had INSTANCE is stale, which is told once; the next update
has it asked for again.  Return nil."
  (unless (viewmodel-host-instance--fetching instance)
    (setf (viewmodel-host-instance--in-step instance) nil
          (viewmodel-host-instance--fetching instance) t)
    (unless (viewmodel-host-instance--stale instance)
      (message "viewmodel-host: %s is out of step, and is fetched anew: %s"
               (viewmodel-host-instance--id instance) why))
    (viewmodel-host--ask-snapshot
     instance nil nil
     (lambda (request)
       (let ((err (viewmodel-host-request--error request)))
         (setf (viewmodel-host-instance--fetching instance) nil)
         (when (and err (not (viewmodel-host--error
                              (viewmodel-host-instance--host instance))))
           (viewmodel-host--is-stale
            instance
            (format "%s; and it could not be fetched anew: %s"
                    why (viewmodel-host-error-message err)))))))
    nil))

(defun viewmodel-host--is-stale (instance reason)
  "Note that the state of INSTANCE cannot be trusted, for REASON."
  (unless (viewmodel-host-instance--stale instance)
    (setf (viewmodel-host-instance--stale instance) reason)
    (unless (viewmodel-host--emit (viewmodel-host-instance--host instance)
                                  (viewmodel-host-instance--handlers instance)
                                  'stale reason)
      (viewmodel-host--warn "The state of %s is stale: %s"
                            (viewmodel-host-instance--id instance) reason))))

(defun viewmodel-host--ask-snapshot
    (instance success-fn error-fn &optional on-end)
  "Ask for the whole state of INSTANCE, and correct the mirror if it has to be.
SUCCESS-FN is called with (REVISION . STATE), ERROR-FN with the error;
ON-END, if it is not nil, at once with the request, and then no error is
shown."
  (viewmodel-host--ask
   (viewmodel-host-instance--host instance) "viewModel/snapshot"
   `((id . ,(viewmodel-host-instance--id instance)))
   (lambda (result)
     (pcase-let ((`(,_ ,revision ,state)
                  (viewmodel-host--snapshot-parts result "viewModel/snapshot"))
                 (before (viewmodel-host-instance--state instance)))
       (when (or (not (viewmodel-host-instance--in-step instance))
                 (/= revision (viewmodel-host-instance--revision instance)))
         (viewmodel-host--take-state instance revision state)
         (viewmodel-host--announce-whole instance before))
       (cons revision state)))
   :success-fn success-fn :error-fn error-fn :on-end on-end
   :awaited (and on-end t) :apart t))

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
    (when (assq 'events update)
      (let ((events (viewmodel-host--member update 'events #'vectorp
                                            "viewModel/update")))
        (mapc (lambda (event)
                (viewmodel-host--member event 'event #'stringp
                                        "viewModel/update"))
              events)
        (viewmodel-host--emit-each
         host handlers 'event events
         (lambda (event)
           (list (cdr (assq 'event event)) (alist-get 'value event :null))))))
    (when (and dropped
               (not (viewmodel-host--emit host handlers 'dropped dropped)))
      (viewmodel-host--warn "%s events of %s were dropped: nobody read them"
                            dropped (viewmodel-host-instance--id instance)))))

(provide 'viewmodel-host-mirror)
;;; viewmodel-host-mirror.el ends here
