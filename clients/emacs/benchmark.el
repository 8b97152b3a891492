;;; benchmark.el --- What the viewmodel-host client costs  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;;   emacs -Q --batch -l clients/emacs/benchmark.el [UPDATES]
;;
;; Times how long the client takes to read and apply 10,000 updates of a
;; counter, beside what reading and parsing those same lines costs in Emacs
;; Lisp without it.  The lines are recorded from a built host.  Each figure is
;; the median of five runs; all code is compiled.

;;; Code:

(require 'cl-lib)

(defconst vb-folder (file-name-directory load-file-name)
  "The folder of this client.")

(defconst vb-updates (string-to-number (or (pop command-line-args-left)
                                           "10000"))
  "How many updates are measured.")

(defun vb-load-compiled (folder)
  "Compile the client into FOLDER, and load it from there."
  (dolist (file (directory-files (expand-file-name "lisp" vb-folder) t
                                 "\\`viewmodel-host.*\\.el\\'"))
    (copy-file file (file-name-as-directory folder)))
  (add-to-list 'load-path folder)
  (let ((inhibit-message t))
    (dolist (file (directory-files folder t "\\.el\\'"))
      (byte-compile-file file)))
  (load (expand-file-name "viewmodel-host" folder) nil t))

(defun vb-host ()
  "The built host."
  (or (getenv "VIEWMODEL_HOST")
      (cl-find-if #'file-executable-p
                  (mapcar (lambda (folder)
                            (expand-file-name
                             (concat "../../.build/" folder "/viewmodel-host")
                             vb-folder))
                          '("release" "debug")))
      (error "Build viewmodel-host first, or set VIEWMODEL_HOST")))

(defun vb-record (file)
  "Write the updates of a counter to FILE."
  (with-temp-buffer
    (insert
     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersions\":[\"1\"],\"capabilities\":{\"mergeUpdates\":false}}}\n"
     "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"viewModel/create\",\"params\":{\"name\":\"counter\",\"id\":\"c\"}}\n")
    (dotimes (_ vb-updates)
      (insert "{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/input\",\"params\":{\"id\":\"c\",\"input\":\"plusButtonDidTap\"}}\n"))
    (call-process-region nil nil (vb-host) t t)
    (goto-char (point-min))
    (forward-line 2)
    (write-region (point) (point-max) file nil 'silent)))

(defun vb-plain (file)
  "Read and parse the lines of FILE from a pipe: the seconds it takes."
  (let* ((count 0) (rest "")
         (read-process-output-max 65536)
         (process (make-process
                   :name "cat" :noquery t :connection-type 'pipe
                   :coding 'no-conversion
                   :command (list "sh" "-c" "read -r line; exec cat \"$0\"" file)
                   :filter (lambda (_ data)
                             (let* ((text (concat rest data))
                                    (lines (split-string text "\n")))
                               (setq rest (car (last lines)))
                               (dolist (line (butlast lines))
                                 (json-parse-string line :object-type 'alist)
                                 (cl-incf count))))))
         (start (float-time)))
    (process-send-string process "\n")
    (while (< count vb-updates) (accept-process-output process 1))
    (- (float-time) start)))

(defun vb-client (file callback)
  "Have the client apply the updates in FILE: the seconds it takes.
CALLBACK is called with each change, if it is not nil."
  (let* ((host (viewmodel-host-start
                (list "sh" "-c"
                      "read -r line; printf '%s\\n' '{\"id\":1,\"result\":{\"protocolVersion\":\"1\"}}'
read -r line; printf '%s\\n' '{\"id\":2,\"result\":{\"id\":\"c\",\"revision\":0,\"state\":{\"count\":0,\"isEven\":true}}}'
read -r line; cat \"$0\"; cat > /dev/null"
                      file)))
         (counter (viewmodel-host-create host "counter" :on-change callback))
         (start (float-time)))
    (viewmodel-host-input counter "plusButtonDidTap")
    (viewmodel-host-until
     counter (lambda (_) (= vb-updates (viewmodel-host-revision counter)))
     :timeout nil)
    (prog1 (- (float-time) start)
      (unless (= vb-updates (viewmodel-host-get counter 'count))
        (error "The state is wrong"))
      (viewmodel-host-close host))))

(defun vb-median (function)
  "The median of five values of FUNCTION."
  (nth 2 (sort (cl-loop repeat 5 do (garbage-collect)
                        collect (funcall function))
               #'<)))

(let ((folder (make-temp-file "compiled" t))
      (file (make-temp-file "updates")))
  (unwind-protect
      (progn
        (vb-load-compiled folder)
        (vb-record file)
        (let* ((calls 0)
               (plain (vb-median (lambda () (vb-plain file))))
               (client (vb-median (lambda () (vb-client file nil))))
               (callback (vb-median
                          (lambda ()
                            (vb-client file (lambda (_) (cl-incf calls)))))))
          (unless (= calls (* 5 vb-updates)) (error "Changes are missing"))
          (princ (format "%d updates of the counter, Emacs %s\n"
                         vb-updates emacs-version))
          (dolist (row `(("reading and parsing, no client" ,plain)
                         ("the client" ,client)
                         ("the client, with a callback" ,callback)))
            (princ (format "%-32s %7.1f ms  %6.2f us each  ratio %.2f\n"
                           (car row) (* 1e3 (cadr row))
                           (/ (* 1e6 (cadr row)) vb-updates)
                           (/ (cadr row) plain))))))
    (delete-directory folder t)
    (delete-file file)))

;;; benchmark.el ends here
