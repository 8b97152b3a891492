;;; talk.el --- Conversations with generated code  -*- lexical-binding: t; -*-

;;; Commentary:

;; Holds the conversations of a file with generated functions, and prints what came of
;; them: emacs … -l talk.el FILE COMMAND…

;;; Code:

(require 'viewmodel-host)

(defun talk-function (view-model member)
  "The function that is generated for MEMBER of VIEW-MODEL of the host `random'."
  (let* ((case-fold-search nil)
         (name (replace-regexp-in-string "[A-Z]" (lambda (found) (concat "-" (downcase found))) member t)))
    (intern (format "random-vm-%s-%s" view-model name))))

(defun talk-arguments (arguments)
  "ARGUMENTS of a call behind the instance: those that may be left out are keys."
  (seq-mapcat (lambda (argument)
                (let ((name (alist-get 'name argument)) (value (alist-get 'value argument)))
                  (if (eq (alist-get 'required argument) t)
                      (list value)
                    (list (intern (concat ":" name)) value))))
              (seq-sort-by (lambda (argument) (if (eq (alist-get 'required argument) t) 0 1)) #'< arguments)
              'list))

(defun talk-state (view-model instance)
  "The outputs of INSTANCE of VIEW-MODEL."
  (mapcar (lambda (output)
            (cons (intern output) (funcall (talk-function view-model (concat "get-" output)) instance)))
          '("value" "other")))

(let* ((steps (with-temp-buffer
                (set-buffer-multibyte nil)
                (insert-file-contents-literally (pop command-line-args-left))
                (viewmodel-host--parse (decode-coding-string (buffer-string) 'utf-8))))
       (host (viewmodel-host-start command-line-args-left)))
  (seq-doseq (step steps)
    (let* ((name (alist-get 'viewModel step))
           (instance (funcall (talk-function name "create") host))
           (returned
            (seq-map (lambda (call)
                       (let ((function (talk-function name (alist-get 'input call))))
                         (viewmodel-host-await
                          (apply function instance (talk-arguments (alist-get 'arguments call))))))
                     (alist-get 'calls step))))
      (princ (decode-coding-string
              (json-serialize (vector (vconcat returned) (talk-state name instance))
                              :null-object :null :false-object :false)
              'utf-8))
      (terpri)))
  (viewmodel-host-close host)
  (setq command-line-args-left nil))

;;; talk.el ends here
