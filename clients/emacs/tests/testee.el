;;; testee.el --- What the conformance suite drives  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;;   emacs -Q --batch -L lisp -l tests/testee.el
;;
;; Each function `vt-do-NAME' is a command.

;;; Code:

(require 'let-alist)
(require 'viewmodel-host)

(defconst vt-kinds
  '((viewmodel-host-not-found . "not-found")
    (viewmodel-host-version-mismatch . "version")
    (viewmodel-host-died . "died")
    (viewmodel-host-closed . "stopped")
    (viewmodel-host-protocol-error . "protocol")
    (viewmodel-host-timeout . "timeout")
    (viewmodel-host-cancelled . "cancelled")
    (viewmodel-host-instance-closed . "closed")
    (viewmodel-host-request-failed . "request"))
  "The conditions, and what the suite calls them.")

(defvar vt-host nil)
(defvar vt-instances (make-hash-table :test #'equal) "Instances by id.")
(defvar vt-handles (make-hash-table :test #'equal))
(defvar vt-news nil "The last one first.")

(defun vt-error-value (err)
  "ERR as the suite has it."
  `((kind . ,(alist-get (car err) vt-kinds "usage"))
    (message . ,(viewmodel-host-error-message err))
    ,@(mapcan (lambda (key)
                (let ((value (viewmodel-host-error-get err key)))
                  (and value `((,(intern (substring (symbol-name key) 1))
                                . ,value)))))
              '(:id :input :code))))

(defun vt-report (news &rest details)
  "Note NEWS with DETAILS, an alist."
  (push `((news . ,news) ,@details) vt-news))

(defun vt-service (answers)
  "A service that gives ANSWERS, a vector, in their order."
  (let ((answers (append answers nil)))
    (lambda (_arguments call)
      (let* ((given (or (pop answers)
                        '((error . ((code . -32000)
                                    (message . "there is no more"))))))
             (err (alist-get 'error given)))
        (cond ((assq 'error given)
               (viewmodel-host-reply-error
                call (alist-get 'message err)
                :code (alist-get 'code err) :data (alist-get 'data err)))
              ((assq 'result given)
               (viewmodel-host-reply call (alist-get 'result given))))))))

(defun vt-refused (news)
  "Note NEWS, `rejected' or `failed', with what is known of it."
  (lambda (params)
    (let-alist params
      (unless (and (stringp .id) (string-prefix-p "service-" .id))
        (apply #'vt-report news
               `(,@(and (stringp .id) `((id . ,.id)))
                 ,@(and .input `((input . ,.input)))
                 (code . ,.error.code)))))))

(defun vt-do-input (details)
  "Send an input."
  (let-alist details
    (viewmodel-host-input (gethash .id vt-instances) .input .arguments))
  :null)

(defun vt-do-call (details)
  "Send a call, and report its end."
  (let-alist details
    (let ((ended (lambda (what)
                   (remhash .key vt-handles)
                   (vt-report "end" (cons 'key .key) what))))
      (puthash .key
               (viewmodel-host-call-async
                (gethash .id vt-instances) .input .arguments
                :success-fn (lambda (value)
                              (funcall ended (cons 'value value)))
                :error-fn (lambda (err)
                            (funcall ended (cons 'error (vt-error-value err)))))
               vt-handles))
    :null))

(defun vt-do-start (details)
  "Start a host."
  (let-alist details
    (clrhash vt-instances)
    (setq vt-host (viewmodel-host-start
                   (append .command nil)
                   :log (or .log "off")
                   :services (mapcar (lambda (each)
                                       (cons (symbol-name (car each))
                                             (vt-service (cdr each))))
                                     .services)
                   :on-died #'ignore
                   :on-rejected (vt-refused "rejected")
                   :on-failed (vt-refused "failed")))
    (vt-pid)))

(defun vt-pid ()
  "The process id of the host."
  `((pid . ,(viewmodel-host-pid vt-host))))

(defun vt-do-create (details)
  "Create an instance."
  (let-alist details
    (let* ((id .id)
           (telling (lambda (news name)
                      (lambda (value)
                        (vt-report news (cons 'id id) (cons name value)))))
           (instance
            (apply #'viewmodel-host-create vt-host .name
                   `(:id ,.id :parameters ,.parameters :uses ,.uses
                     ,@(and (assq 'observe details)
                            (list :observe .observe))
                     :on-change
                     ,(lambda (change)
                        (vt-report "change" (cons 'id id)
                                 (cons 'revision
                                       (viewmodel-host-change-revision change))
                                 (cons 'resynced
                                       (if (viewmodel-host-change-patch change)
                                           :false t))))
                     :on-event
                     ,(lambda (event value)
                        (vt-report "event" (cons 'id id) (cons 'event event)
                                 (cons 'value value)))
                     :on-dropped ,(funcall telling "dropped" 'count)
                     :on-closed ,(funcall telling "closed" 'reason)))))
      (setq id (viewmodel-host-id instance))
      (puthash id instance vt-instances)
      (vt-state instance))))

(defun vt-state (instance)
  "Id, revision and state of INSTANCE."
  `((id . ,(viewmodel-host-id instance))
    (revision . ,(viewmodel-host-revision instance))
    (state . ,(viewmodel-host-state instance))))

(defun vt-do-batch (details)
  "Send several inputs and calls."
  (viewmodel-host-turn vt-host
    (mapc #'vt-do (alist-get 'commands details)))
  :null)

(defun vt-do-cancel (details)
  "Cancel a call, if it has not ended since the judge looked last."
  (let ((call (gethash (alist-get 'key details) vt-handles)))
    (when call (viewmodel-host-cancel call)))
  :null)

(defun vt-do-observe (details)
  "Choose outputs."
  (let-alist details
    (viewmodel-host-observe (gethash .id vt-instances)
                            .outputs)))

(defun vt-do-window (details)
  "Move a window."
  (let-alist details
    (viewmodel-host-move-window (gethash .id vt-instances)
                                .output .offset .limit)))

(defun vt-do-snapshot (details)
  "Ask for a snapshot."
  (viewmodel-host-request vt-host "viewModel/snapshot"
                          `((id . ,(alist-get 'id details)))))

(defun vt-do-dispose (details)
  "Dispose of an instance."
  (viewmodel-host-dispose (gethash (alist-get 'id details) vt-instances))
  nil)

(defun vt-do-request (details)
  "Send any request."
  (let-alist details
    (apply #'viewmodel-host-await
           (viewmodel-host-request-async vt-host .method .params)
           (and .timeout (list :timeout .timeout)))))

(defun vt-do-restart (_)
  "Start the host again."
  (viewmodel-host-restart vt-host)
  (vt-pid))

(defun vt-do-stop (_)
  "Stop the host."
  (viewmodel-host-close vt-host)
  :null)

(defun vt-do-exit (_)
  "End Emacs."
  (kill-emacs))

(defun vt-do-look (details)
  "What there is, when all that was sent before has been handled."
  (condition-case nil
      (viewmodel-host-request vt-host "ping"
                              `((look . ,(alist-get 'number details 0))))
    (viewmodel-host-error nil))
  (let (shown)
    (maphash (lambda (id instance)
               (unless (viewmodel-host-closed instance)
                 (push (cons (intern id) (cdr (vt-state instance))) shown)))
             vt-instances)
    shown))

(defun vt-do (command)
  "What COMMAND gives."
  (funcall (intern (concat "vt-do-" (alist-get 'do command)))
           (seq-remove (lambda (member) (eq :null (cdr member))) command)))

(defun vt-run (command)
  "The answer to COMMAND."
  (let ((answer (condition-case err
                    (cons 'ok (vt-do command))
                  (error (cons 'error (vt-error-value err))))))
    (prog1 `(,answer (news . ,(vconcat (reverse vt-news))))
      (setq vt-news nil))))

(defun vt-say (value)
  "Print VALUE."
  (princ (concat (decode-coding-string
                  (json-serialize value :null-object :null
                                  :false-object :false)
                  'utf-8-unix)
                 "\n")))

(let ((locale-coding-system 'utf-8-unix)
      (coding-system-for-write 'utf-8-unix)
      line)
  (vt-say '((client . "emacs") (lacks . ["status" "ends"])))
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (vt-say (vt-run (viewmodel-host--parse line)))))
(kill-emacs)

;;; testee.el ends here
