;;; restart-test.el --- Starting a host anew, and leaving none behind  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(ert-deftest restart/after-a-death ()
  (let* (seen
         (host (viewmodel-host-start
                (vt-built-host)
                :on-died (lambda (err) (push (car err) seen))))
         (counter (viewmodel-host-create
                   host "counter"
                   :on-change (lambda (change)
                                (push (list (viewmodel-host-change-resynced
                                             change)
                                            (viewmodel-host-change-state
                                             change))
                                      seen)))))
    (viewmodel-host-call counter 'plusButtonDidTap)
    (setq seen nil)
    (dotimes (_ 3)
      (signal-process (viewmodel-host-pid host) 'KILL)
      (should-error (viewmodel-host-call counter 'plusButtonDidTap)
                    :type 'viewmodel-host-died)
      (viewmodel-host-restart host)
      (should (= 0 (viewmodel-host-revision counter)))
      (should (equal seen '((t ((count . 0) (isEven . t)))
                            viewmodel-host-died)))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (should (equal (viewmodel-host-state counter)
                     '((count . 1) (isEven . :false))))
      (setq seen nil))
    (viewmodel-host-stop host)))

(ert-deftest restart/at-any-time ()
  (vt-with-host (host (vt-built-host))
    (let* ((pid (viewmodel-host-pid host))
           (user (viewmodel-host-create host "user"))
           (call (viewmodel-host-call-async user "fetch" [7])))
      (viewmodel-host-restart host)
      (should-error (viewmodel-host-await call) :type 'viewmodel-host-error)
      (should (vt-gone-p pid))
      (should (equal (viewmodel-host-state user) '((user . :null))))
      ;; The host counts on.
      (should-not (equal (viewmodel-host-id (viewmodel-host-create host "user"))
                         (viewmodel-host-id user))))))

(ert-deftest restart/in-a-callback ()
  (let* (host counter)
    (setq host (viewmodel-host-start
                (vt-built-host)
                :on-died (lambda (_) (viewmodel-host-restart host)))
          counter (viewmodel-host-create host "counter"))
    (let ((pid (viewmodel-host-pid host)))
      (signal-process pid 'KILL)
      (viewmodel-host-wait-until
       host (lambda () (/= pid (viewmodel-host-pid host)))))
    (should (viewmodel-host-live-p host))
    (should (= 0 (viewmodel-host-get counter 'count)))
    (viewmodel-host-stop host)))

(defun vt-restart (second &rest faults)
  "Play restart.transcript with FAULTS, restart with SECOND, and return it all.
The value is (HOST LIST PAGER SEEN), with what the callbacks got."
  (let* ((starts (make-temp-file "starts"))
         (seen nil)
         (host (viewmodel-host-start
                (apply #'vt-fake
                       `("--starts" ,starts
                         ,@(mapcan (lambda (fault) (list "--fault" fault))
                                   faults)
                         ,(vt-transcript "restart") ,(vt-transcript second)))
                :on-died (lambda (err) (push (car err) seen))))
         (list (viewmodel-host-create
                host "list" :id "l"
                :parameters '((folder . "/tmp") (pageSize . 2))
                :on-change (lambda (change)
                             (push (list 'list (viewmodel-host-change-state
                                                change))
                                   seen))))
         (pager (viewmodel-host-create
                 host "pager" :id "p" :parameters '((selectedId . "1"))
                 :uses `((list . ,list)) :observe '("index")
                 :on-change (lambda (change)
                              (push (list 'pager (viewmodel-host-change-state
                                                  change))
                                    seen))
                 :on-closed (lambda (reason) (push (list 'closed reason)
                                                   seen)))))
    (if faults
        (should-error (viewmodel-host-call pager "willTransitionTo"
                                           '((index . 1)))
                      :type 'viewmodel-host-died)
      (viewmodel-host-call pager "willTransitionTo" '((index . 1))))
    (setq seen nil)
    (viewmodel-host-restart host)
    (delete-file starts)
    (list host list pager seen)))

(ert-deftest restart/creates-all-that-there-was ()
  "Ids, parameters, uses and observe are compared by the fake host."
  (dolist (faults '(() ("die=3") ("half=4")))
    (pcase-let ((`(,host ,_ ,pager ,seen) (apply #'vt-restart "restart" faults)))
      (should (equal seen '((pager ((index . 0)))
                            (list ((items . []) (loading . :false))))))
      (viewmodel-host-call pager "willTransitionTo" '((index . 1)))
      (should (equal (viewmodel-host-state pager) '((index . 1))))
      (viewmodel-host-stop host :timeout 600)
      (vt-expect-well host))))

(ert-deftest restart/closes-what-cannot-be-created-again ()
  (pcase-let ((`(,host ,list ,pager ,seen) (vt-restart "restart-fails" "die=3")))
    (should (equal (reverse seen)
                   '((list ((items . []) (loading . t)))
                     (closed "pager could not be created: there is no item 1"))))
    (should (viewmodel-host-closed-reason pager))
    (should (equal (viewmodel-host-instances host) (list list)))
    (viewmodel-host-stop host :timeout 600)
    (vt-expect-well host)))

(ert-deftest restart/that-fails-may-be-tried-again ()
  (let ((program (make-temp-file "host")))
    (delete-file program)
    (make-symbolic-link (car (vt-built-host)) program)
    (let* ((host (viewmodel-host-start (list program "--clock" "virtual")
                                       :on-died #'ignore))
           (counter (viewmodel-host-create host "counter")))
      (viewmodel-host-call counter 'plusButtonDidTap)
      (delete-file program)
      (should-error (viewmodel-host-restart host)
                    :type 'viewmodel-host-not-found)
      (should-error (viewmodel-host-ping host) :type 'viewmodel-host-closed)
      (should (equal (viewmodel-host-state counter)
                     '((count . 1) (isEven . :false))))
      (make-symbolic-link (car (vt-built-host)) program)
      (viewmodel-host-restart host)
      (should (= 0 (viewmodel-host-get counter 'count)))
      (viewmodel-host-stop host)
      (delete-file program))))

(ert-deftest restart/what-is-observed-stays-so ()
  (vt-with-host (host (vt-built-host))
    (let ((one (viewmodel-host-create host "counter" :observe '("count")))
          (other (viewmodel-host-create host "counter"))
          (none (viewmodel-host-create host "counter" :observe nil)))
      (viewmodel-host-observe other '("isEven"))
      (viewmodel-host-restart host)
      (should (equal (viewmodel-host-state one) '((count . 0))))
      (should (equal (viewmodel-host-state other) '((isEven . t))))
      (should (equal (viewmodel-host-state none) nil)))))

;;; Orphans

(ert-deftest orphan/the-host-ends-with-emacs ()
  "A host ends when its Emacs is killed, even if another child lives on."
  (let* ((emacs (expand-file-name invocation-name invocation-directory))
         (said "")
         (code `(progn
                  (add-to-list 'load-path
                               ,(expand-file-name "lisp" vt-client))
                  (require 'viewmodel-host)
                  (let* ((host (viewmodel-host-start ',(vt-built-host)))
                         (other (make-process :name "other"
                                              :connection-type 'pipe
                                              :command '("sleep" "100"))))
                    (viewmodel-host-create host "counter")
                    (message "%d %d." (viewmodel-host-pid host)
                             (process-id other))
                    (dotimes (_ 100) (accept-process-output nil 1)))))
         (child (make-process
                 :name "emacs" :noquery t :connection-type 'pipe
                 :command (list emacs "-Q" "--batch" "--eval"
                                (prin1-to-string code))
                 :filter (lambda (_ text) (setq said (concat said text))))))
    (while (not (vt-complete-p said))
      (should (process-live-p child))
      (accept-process-output child 1))
    (pcase-let ((`(,host ,other) (mapcar #'string-to-number
                                         (split-string said))))
      (should (vt-process-exists-p host))
      (signal-process child 'KILL)
      (should (vt-gone-p host))
      (should (vt-process-exists-p other))
      (signal-process other 'KILL))))

(defun vt-complete-p (text)
  "Whether TEXT is complete."
  (string-match-p "\\.\n" text))

(provide 'restart-test)
;;; restart-test.el ends here
