;;; viewmodel-host-rpc.el --- JSON-RPC with the host  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Requests and who waits for them, and batches.

;;; Code:

(require 'cl-lib)
(require 'viewmodel-host-base)
(require 'viewmodel-host-errors)
(require 'viewmodel-host-json)
(require 'viewmodel-host-outbox)
(require 'viewmodel-host-process)
(require 'viewmodel-host-trace)

;;; Sending

(defun viewmodel-host--check (host)
  "Signal the error that HOST ended with, if it has ended."
  (let ((err (viewmodel-host--error host)))
    (when err
      (setf (viewmodel-host--untold host) nil)
      (viewmodel-host--signal err))))

(defun viewmodel-host--tell-untold (host)
  "Show the end of HOST, if it came while somebody waited who got an answer."
  (let ((err (viewmodel-host--untold host)))
    (when (and err (= 0 (viewmodel-host--waiting host)))
      (setf (viewmodel-host--untold host) nil)
      (viewmodel-host--warn "%s" (viewmodel-host-error-message err)))))

(cl-defun viewmodel-host--ask
    (host method params convert
          &key success-fn error-fn on-end apart what (awaited nil))
  "Send the request METHOD with PARAMS to HOST, and return the request.
CONVERT makes the value from the result; SUCCESS-FN is called with it, or
ERROR-FN with the error.  ON-END is called with the request at once when
it has ended.
APART keeps the request out of an open batch.  WHAT is what it is called in
errors, if not METHOD.  AWAITED says that its error
is not to be shown."
  (unless apart (viewmodel-host--check-room host))
  (let* ((id (1+ (viewmodel-host--last-id host)))
         (request (viewmodel-host-request--make
                   :host host :id id :method method :convert convert
                   :success-fn success-fn :error-fn error-fn
                   :on-end on-end :awaited awaited :what what)))
    (setf (viewmodel-host--last-id host) id)
    (puthash id request (viewmodel-host--pending host))
    (condition-case err
        (viewmodel-host--send
         host `((jsonrpc . "2.0") (id . ,id) (method . ,method)
                ,@(and params `((params . ,params))))
         request apart)
      (error (remhash id (viewmodel-host--pending host))
             (signal (car err) (cdr err))))
    request))

(defun viewmodel-host--tell (host method params &optional request)
  "Send the notification METHOD with PARAMS to HOST.
REQUEST is what other messages will end, if any do."
  (when request (viewmodel-host--check-room host))
  (viewmodel-host--send
   host `((jsonrpc . "2.0") (method . ,method) (params . ,params)) request))

(defun viewmodel-host--send (host message &optional request apart)
  "Send MESSAGE to HOST, or put it into the open batch unless APART."
  (viewmodel-host--check host)
  (let ((text (viewmodel-host-json-encode message))
        (in-batch (and (viewmodel-host--batch host) (not apart))))
    (viewmodel-host--check-size host message text in-batch)
    (if in-batch
        (push (cons text request) (cdr (viewmodel-host--batch host)))
      (when request (setf (viewmodel-host-request--sent request) t))
      (viewmodel-host--write host text))))

(defun viewmodel-host--check-size (host message text in-batch)
  "Signal an error if HOST would not read MESSAGE, which is TEXT as JSON.
IN-BATCH says that it becomes an element of an array."
  (let* ((limits (alist-get 'limits (viewmodel-host--info host)))
         (bytes (alist-get 'lineBytes limits))
         (depth (alist-get 'depth limits)))
    (when (and bytes (> (length text) bytes))
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-invalid-value
        (format "A message of %d bytes; the host reads at most %d"
                (length text) bytes))))
    ;; Each level takes two bytes at least.
    (when (and depth message (>= (length text) (* 2 depth))
               (> (+ (viewmodel-host-json-depth message) (if in-batch 1 0))
                  depth))
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-invalid-value
        (format "Nested deeper than the %d that the host reads" depth))))))

(defun viewmodel-host--write (host text)
  "Write the line TEXT to HOST, now or later."
  (unless (viewmodel-host--first-line host)
    (setf (viewmodel-host--first-line host) text))
  (viewmodel-host-outbox-send (viewmodel-host--outbox host)
                              (concat text "\n")))

(defun viewmodel-host--make-outbox (host)
  "The outbox of HOST, whose child has just been started."
  (viewmodel-host-outbox-make
   (lambda (line) (viewmodel-host--write-now host line))
   (lambda () (viewmodel-host--ask-what-is-read host))))

(defun viewmodel-host--write-now (host line)
  "Write LINE to HOST; return nil if that is stopped."
  (when (viewmodel-host-child-send (viewmodel-host--child host) line)
    (viewmodel-host--trace host "-->" (substring line 0 -1))
    t))

(defun viewmodel-host--ask-what-is-read (host)
  "Send HOST a `ping', to know by its answer that what came before is read.
Return nil if it is stopped."
  (let* ((id (1+ (viewmodel-host--last-id host)))
         (outbox (viewmodel-host--outbox host))
         (request (viewmodel-host-request--make
                   :host host :id id :method "ping" :convert #'ignore
                   :awaited t :sent t
                   :on-end (lambda (_request)
                             (unless (viewmodel-host--error host)
                               (viewmodel-host-outbox-answered outbox)
                               (viewmodel-host--close-if-done host)))))
         (text (viewmodel-host-json-encode
                `((jsonrpc . "2.0") (id . ,id) (method . "ping")))))
    (setf (viewmodel-host--last-id host) id)
    (puthash id request (viewmodel-host--pending host))
    (or (viewmodel-host--write-now host (concat text "\n"))
        (progn (remhash id (viewmodel-host--pending host)) nil))))

(defun viewmodel-host--close-if-done (host)
  "Close the input of HOST, if it is to end and all is written."
  (let ((child (viewmodel-host--child host)))
    (when (and (viewmodel-host-child-stopping child)
               (viewmodel-host-outbox-empty-p (viewmodel-host--outbox host)))
      (viewmodel-host-child-close child))))

(defun viewmodel-host--check-room (host)
  "Signal an error if HOST has not read so much that no more is taken."
  (let ((outbox (viewmodel-host--outbox host)))
    (when (and outbox (not (viewmodel-host--error host))
               (viewmodel-host-outbox-full-p outbox))
      (viewmodel-host--signal
       (viewmodel-host--make-error
        'viewmodel-host-not-sent
        "It was not sent: the host does not read what was sent before")))))

(defconst viewmodel-host--batch-limit 5000
  "How many messages a host reads in a batch.")

(defun viewmodel-host--call-with-batch (host body)
  "Call BODY, and send HOST all that it sends together, as one turn."
  (viewmodel-host--check host)
  (when (viewmodel-host--batch host) (error "A batch is already open"))
  (let* ((batch (list t))
         (sent nil))
    (setf (viewmodel-host--batch host) batch)
    (unwind-protect
        (prog1 (funcall body)
          (setf (viewmodel-host--batch host) nil)
          (when (cdr batch)
            (viewmodel-host--check host)
            (let ((items (reverse (cdr batch))))
              (let ((text (concat "[" (mapconcat #'car items ",") "]")))
                (viewmodel-host--check-size host nil text nil)
                (when (> (length items) viewmodel-host--batch-limit)
                  (viewmodel-host--signal
                   (viewmodel-host--make-error
                    'viewmodel-host-invalid-value
                    (format "A batch of more than %d messages"
                            viewmodel-host--batch-limit))))
                (setq sent t)
                (dolist (item items)
                  (when (cdr item)
                    (setf (viewmodel-host-request--sent (cdr item)) t)))
                (viewmodel-host--write host text)))))
      (setf (viewmodel-host--batch host) nil)
      (unless sent
        (dolist (item (reverse (cdr batch)))
          (when (cdr item)
            (viewmodel-host--abandon host (cdr item))))
        (viewmodel-host--deliver host)))))

(defun viewmodel-host--abandon (host request)
  "End REQUEST to HOST, whose batch was not sent."
  (let ((id (viewmodel-host-request--id request)))
    (remhash id (if (equal (viewmodel-host-request--method request)
                           "viewModel/input")
                    (viewmodel-host--tickets host)
                  (viewmodel-host--pending host))))
  (viewmodel-host--fail
   request (viewmodel-host--make-error
            'viewmodel-host-cancelled "Its batch was not sent"
            :method (viewmodel-host-request--method request)
            :code viewmodel-host-code-cancelled)))

;;; The ends of requests

(defun viewmodel-host--succeed (request value)
  "End REQUEST with VALUE."
  (setf (viewmodel-host-request--value request) value)
  (viewmodel-host--ended request (viewmodel-host-request--success-fn request)
                         value))

(defun viewmodel-host--fail (request err)
  "End REQUEST with the error ERR, which is shown if nobody would see it."
  (setf (viewmodel-host-request--error request) err)
  (viewmodel-host--ended request (viewmodel-host-request--error-fn request) err)
  (unless (or (viewmodel-host-request--error-fn request)
              (viewmodel-host-request--awaited request)
              ;; These have callbacks of their own.
              (memq (car err) '(viewmodel-host-cancelled
                                viewmodel-host-input-rejected))
              (viewmodel-host--error (viewmodel-host-request--host request)))
    (viewmodel-host--warn "%s" (viewmodel-host-error-message err))))

(defun viewmodel-host--ended (request callback outcome)
  "Note that REQUEST has ended; CALLBACK, if any, is to get OUTCOME."
  (setf (viewmodel-host-request--done request) t)
  (when (viewmodel-host-request--on-end request)
    (funcall (viewmodel-host-request--on-end request) request))
  (when callback
    (viewmodel-host--later (viewmodel-host-request--host request)
                           callback outcome)))

(defun viewmodel-host--answered (host message)
  "Take in MESSAGE, a response of HOST."
  (let* ((id (alist-get 'id message :null))
         (request (gethash id (viewmodel-host--pending host))))
    (cond
     ((eq id :null)
      (viewmodel-host--nonsense
       "the host could not read a line of this client: %s"
       (viewmodel-host-error-message
        (viewmodel-host--remote-error 'viewmodel-host-error message))))
     ((null request)
      (viewmodel-host--nonsense
       "the host wrote an answer to %s, which was not asked"
       (viewmodel-host-json-shown id)))
     ((assq 'error message)
      (remhash id (viewmodel-host--pending host))
      (let ((err (viewmodel-host--remote-error
                  'viewmodel-host-request-failed message
                  :method (viewmodel-host-request--method request))))
        (when (eql (viewmodel-host-error-code err)
                   viewmodel-host-code-cancelled)
          (setcar err 'viewmodel-host-cancelled))
        (viewmodel-host--fail request err)))
     ((assq 'result message)
      (remhash id (viewmodel-host--pending host))
      (condition-case err
          (viewmodel-host--succeed
           request (funcall (viewmodel-host-request--convert request)
                            (alist-get 'result message)))
        (viewmodel-host-error
         (viewmodel-host--fail request err)
         (when (eq (car err) 'viewmodel-host-protocol-error)
           (viewmodel-host--signal err)))))
     (t (viewmodel-host--nonsense "A response has neither result nor error")))))

(defun viewmodel-host--nonsense (format &rest arguments)
  "Signal a protocol error: FORMAT filled in with ARGUMENTS."
  (viewmodel-host--signal
   (viewmodel-host--make-error 'viewmodel-host-protocol-error
                          (apply #'format format arguments))))

(defun viewmodel-host--member (object key type where)
  "The member KEY, a symbol, of OBJECT, which must satisfy TYPE, a predicate.
WHERE names the message for the error."
  (let ((value (alist-get key (and (listp object) object) :missing)))
    (unless (funcall type value)
      (viewmodel-host--nonsense "%s: expected %s to be %s, found %s"
                                where key type
                                (viewmodel-host-json-shown value)))
    value))

(defun viewmodel-host--remote-error (condition message &rest properties)
  "The error that MESSAGE carries, as a CONDITION with PROPERTIES."
  (let* ((err (viewmodel-host--member message 'error #'consp "An error"))
         (code (viewmodel-host--member err 'code #'integerp "An error"))
         (text (viewmodel-host--member err 'message #'stringp "An error")))
    (apply #'viewmodel-host--make-error condition text
           :code code :data (alist-get 'data err) properties)))

(provide 'viewmodel-host-rpc)
;;; viewmodel-host-rpc.el ends here
