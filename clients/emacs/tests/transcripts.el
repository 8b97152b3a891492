;;; transcripts.el --- Reads and plays transcripts  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A transcript is (NAME LINE...), a line (MARK . TEXT), with the text as bytes.

;;; Code:

(require 'support)

(defun vt-read-transcript (name)
  "The transcript NAME in the text of the current buffer."
  (goto-char (point-min))
  (let (lines)
    (while (not (eobp))
      (let ((line (buffer-substring (point) (line-end-position))))
        (cond ((string-match "\\`\\(-->\\|<--\\)\\(?: \\|\\'\\)" line)
               (push (cons (match-string 1 line) (substring line (match-end 0)))
                     lines))
              ((not (string-match-p "\\`\\(#.*\\)?\\'" line))
               (error "%s: neither a message nor a comment: %s" name line))))
      (forward-line))
    (cons name (nreverse lines))))

(defun vt-transcript-of-file (file)
  "The transcript in FILE."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (insert-file-contents-literally file)
    (vt-read-transcript (file-relative-name file vt-root))))

(defun vt-transcripts ()
  "All transcripts of the protocol's text and of the folder."
  (append
   (mapcar #'vt-transcript-of-file
           (directory-files-recursively
            (expand-file-name "Tests/Transcripts" vt-root)
            "\\.transcript\\'"))
   (let ((number 0) found)
     (with-temp-buffer
       (set-buffer-multibyte nil)
       (insert-file-contents-literally (expand-file-name "protocol.md" vt-root))
       (while (search-forward "```transcript\n" nil t)
         (let ((start (point)))
           (search-forward "```")
           (save-restriction
             (narrow-to-region start (line-beginning-position))
             (push (vt-read-transcript
                    (format "protocol.md, block %d" (cl-incf number)))
                   found)
             (goto-char (point-max))))))
     (nreverse found))))

(defun vt-command-for (transcript)
  "The command of a host that has what TRANSCRIPT asks for."
  (vt-built-host
   (if (or (string-match-p "/Examples/" (car transcript))
           (seq-some (lambda (line)
                       (and (equal (car line) "-->")
                            (string-match-p "\"example\\." (cdr line))))
                     (cdr transcript)))
       "example-host"
     "viewmodel-host")))

(defun vt-parsed (text)
  "The value of the JSON TEXT, or nil if it is none."
  (condition-case nil
      (viewmodel-host-json-decode text)
    (viewmodel-host-error nil)))

;;; Playing what a frontend says in a transcript, through this client

(cl-defstruct vt-player
  host (instances nil) (calls nil) (service-calls nil)
  (compared 0) (changes 0) (ended nil) (resynced nil))

(defun vt-services-of (transcript)
  "The names of the services that TRANSCRIPT's frontend has."
  (cl-loop for (mark . text) in (cdr transcript)
           for message = (and (equal mark "-->") (vt-parsed text))
           when (and (consp message)
                     (equal (alist-get 'method message) "initialize"))
           return (let-alist message
                    (seq-filter #'stringp
                                (and (consp .params.capabilities)
                                     (vectorp .params.capabilities.services)
                                     .params.capabilities.services)))))

(defun vt-service-player (player name)
  "A service NAME that answers when the transcript of PLAYER says so."
  (cons name (lambda (_arguments call)
               (push (cons (viewmodel-host-service-call--id call) call)
                     (vt-player-service-calls player)))))

(defun vt-play (transcript command &optional after)
  "Play TRANSCRIPT with the host COMMAND, and return the player.
AFTER is called with the player after each message."
  (let ((player (make-vt-player)))
    (vt-with-host (host command
                        :on-rejected #'ignore :on-failed #'ignore
                        :on-log #'ignore
                        :services (mapcar (lambda (name)
                                            (vt-service-player player name))
                                          (vt-services-of transcript)))
      (setf (vt-player-host player) host)
      (pcase-dolist (`(,mark . ,text) (cdr transcript))
        (let ((message (and (equal mark "-->")
                            (not (vt-player-ended player))
                            (vt-parsed text))))
          (when message
            (vt-say player message)
            (unless (or (vt-player-ended player) (null after))
              (funcall after player))))))
    player))

(defun vt-say (player message)
  "Have PLAYER say MESSAGE, which may be a batch."
  (let* ((host (vt-player-host player))
         (parts (seq-filter #'consp (if (vectorp message) message
                                      (list message)))))
    (if (and (cdr parts)
             (seq-every-p (lambda (part) (vt-batchable-p player part)) parts))
        (viewmodel-host-batch host
          (dolist (part parts)
            (if (vt-sendable-p player part)
                (vt-send player part)
              (vt-ask-async player part))))
      (dolist (part parts)
        (cond ((vt-sendable-p player part) (vt-send player part))
              ((not (assq 'method part)) (vt-answer player part))
              (t (condition-case nil
                     (vt-ask player (alist-get 'method part)
                             (alist-get 'params part))
                   ;; As it may be in the transcript.
                   (viewmodel-host-request-failed nil))))))))

(defun vt-batchable-p (player message)
  "Whether PLAYER can send MESSAGE without waiting for the answer."
  (or (vt-sendable-p player message)
      (and (assq 'id message)
           (listp (alist-get 'params message))
           (stringp (alist-get 'method message))
           (not (member (alist-get 'method message)
                        '("initialize" "shutdown" "viewModel/create"
                          "viewModel/input"))))))

(defun vt-ask-async (player message)
  "Have PLAYER send MESSAGE, a request, without waiting for the answer."
  (let* ((host (vt-player-host player))
         (method (alist-get 'method message))
         (params (alist-get 'params message))
         (instance (cdr (assoc (alist-get 'id params)
                               (vt-player-instances player)))))
    (if (and instance (equal method "viewModel/dispose"))
        (viewmodel-host-dispose-async instance :error-fn #'ignore)
      (viewmodel-host-request-async host method params :error-fn #'ignore))))

(defun vt-sendable-p (player message)
  "Whether MESSAGE of PLAYER is an input, call or cancellation that can be sent."
  (let ((params (alist-get 'params message)))
    (and (listp params)
         (pcase (alist-get 'method message)
           ("$/cancelRequest"
            (assoc (alist-get 'id params) (vt-player-calls player)))
           ((or "viewModel/input" "viewModel/call")
            (let ((instance (cdr (assoc (alist-get 'id params)
                                        (vt-player-instances player)))))
              (and instance
                   (not (viewmodel-host-closed-reason instance))
                   (stringp (alist-get 'input params)))))))))

(defun vt-send (player message)
  "Have PLAYER send MESSAGE, which `vt-sendable-p'."
  (let-alist (alist-get 'params message)
    (let ((instance (cdr (assoc .id (vt-player-instances player)))))
      (pcase (alist-get 'method message)
        ("$/cancelRequest"
         (viewmodel-host-cancel
          (cdr (assoc .id (vt-player-calls player)))))
        ("viewModel/input"
         (viewmodel-host-input instance .input .arguments
                               :error-fn #'ignore))
        ("viewModel/call"
         (push (cons (alist-get 'id message)
                     (viewmodel-host-call-async instance .input .arguments
                                                :error-fn #'ignore))
               (vt-player-calls player)))))))

(defun vt-answer (player message)
  "Have PLAYER answer a service with MESSAGE.
Leave out what the client says by itself, and what it cannot say: answers
to calls that there are not."
  (viewmodel-host-ping (vt-player-host player))
  (let* ((call (assoc (alist-get 'id message)
                      (vt-player-service-calls player)))
         (err (alist-get 'error message))
         (result (assq 'result message)))
    (when (and call
               (or result
                   (and (consp err)
                        (integerp (alist-get 'code err))
                        (/= -32800 (alist-get 'code err))
                        (stringp (alist-get 'message err)))))
      (setf (vt-player-service-calls player)
            (delq call (vt-player-service-calls player)))
      (if result
          (viewmodel-host-reply (cdr call) (cdr result))
        (viewmodel-host-reply-error (cdr call) (alist-get 'message err)
                                    :code (alist-get 'code err)
                                    :data (alist-get 'data err))))))

(defun vt-ask (player method params)
  "Have PLAYER send the request METHOD with PARAMS, and wait for the answer."
  (let ((host (vt-player-host player)))
    (let-alist (and (listp params) params)
      (cond
       ((and (equal method "viewModel/create") (stringp .name)
             (or (null .id) (stringp .id)) (listp .uses) (listp .parameters)
             (or (not (assq 'observe params)) (vectorp .observe)))
        (let ((instance
               (apply #'viewmodel-host-create host .name
                      :id .id :parameters .parameters :uses .uses
                      :on-change (lambda (change)
                                   (vt-changed player change))
                      (and (assq 'observe params)
                           (list :observe .observe)))))
          (push (cons (viewmodel-host-id instance) instance)
                (vt-player-instances player))))
       ((and (equal method "viewModel/dispose")
             (assoc .id (vt-player-instances player))
             (not (viewmodel-host-closed-reason
                   (cdr (assoc .id (vt-player-instances player))))))
        (viewmodel-host-dispose
         (cdr (assoc .id (vt-player-instances player)))))
       ((member method '("shutdown" "exit")) (setf (vt-player-ended player) t))
       ((or (not (stringp method)) (equal method "initialize")
            (string-match-p "/input\\|cancelRequest" method)
            (not (listp params))))
       (t (viewmodel-host-request host method params))))))

(defun vt-changed (player change)
  "Note CHANGE of an instance of PLAYER."
  (cl-incf (vt-player-changes player))
  (when (viewmodel-host-change-resynced change)
    (push change (vt-player-resynced player))))

(defun vt-compare (player)
  "Check that the mirrors of PLAYER have what snapshots have."
  (viewmodel-host-ping (vt-player-host player))
  (pcase-dolist (`(,_ . ,instance) (vt-player-instances player))
    (unless (viewmodel-host-closed-reason instance)
      (let ((mirror (cons (viewmodel-host-revision instance)
                          (viewmodel-host-state instance)))
            (snapshot (viewmodel-host-snapshot instance)))
        (unless (and (equal (car mirror) (car snapshot))
                     (vt-same (cdr mirror) (cdr snapshot)))
          (ert-fail (list 'mirror mirror 'snapshot snapshot)))
        (cl-incf (vt-player-compared player))))))

(provide 'transcripts)
;;; transcripts.el ends here
