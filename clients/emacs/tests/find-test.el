;;; find-test.el --- The finder, driven by keys  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Keys are typed with `execute-kbd-macro', also into the minibuffer.  There f6
;; notes what is shown, when the host has found all that there is.

;;; Code:

(require 'support)
(require 'viewmodel-find)

(defvar vt-find-folder nil "The folder in which is found.")
(defvar vt-find-seen nil "What was shown when f6 was typed, the first first.")
(defvar vt-find-result nil "What was chosen.")

(defun vt-find-see ()
  "Wait until all is found, and note what is shown."
  (interactive)
  (let* ((session viewmodel-find--session)
         (host (viewmodel-find--session-host session)))
    (viewmodel-find--typed)
    (when (viewmodel-host-live-p host)
      (dotimes (_ 3)              ; What is shown may ask for another window.
        (viewmodel-host-request host "ping")
        (viewmodel-host-until
         (viewmodel-find--session-instance session)
         (lambda (state) (not (eq t (alist-get 'isSearching state)))))))
    (setq vt-find-seen
          (append vt-find-seen
                  (list (concat
                         (overlay-get (viewmodel-find--session-count session)
                                      'before-string)
                         (string-trim-left
                          (overlay-get (viewmodel-find--session-rows session)
                                       'after-string)
                          " ")))))))

(defun vt-find-texts ()
  "What was shown, without faces."
  (mapcar #'substring-no-properties vt-find-seen))

(defmacro vt-with-files (files &rest body)
  "Evaluate BODY with a folder that has FILES; the text of each is its name."
  (declare (indent 1))
  `(let* ((vt-find-folder (file-name-as-directory (make-temp-file "find" t)))
          (viewmodel-host-command (car (vt-built-host)))
          (debug-ignored-errors '(viewmodel-host-error user-error quit))
          (buffers (buffer-list))
          (vt-find-seen nil)
          (vt-find-result 'none))
     (dolist (file ,files)
       (let ((path (concat vt-find-folder file)))
         (make-directory (file-name-directory path) t)
         (write-region file nil path nil 'silent)))
     (define-key viewmodel-find-map (kbd "<f6>") #'vt-find-see)
     (unwind-protect
         (save-window-excursion
           (set-frame-size nil 60 20)
           ,@body)
       (define-key viewmodel-find-map (kbd "<f6>") nil)
       (dolist (buffer (buffer-list))
         (unless (memq buffer buffers) (kill-buffer buffer)))
       (delete-directory vt-find-folder t))))

(defun vt-find (keys &rest arguments)
  "Type KEYS into a finder with ARGUMENTS, by default in the folder."
  (let ((arguments (or arguments (list :folder vt-find-folder))))
    (global-set-key
     (kbd "<f5>")
     (lambda ()
       (interactive)
       (setq vt-find-result
             (apply #'viewmodel-find-read "Find: " arguments))))
    (execute-kbd-macro (kbd (concat "<f5> " keys)))))

(ert-deftest find/finds-what-is-typed ()
  (vt-with-files '("readme.md" "rest" "src/other")
    (vt-find "<f6> r m <f6> DEL <f6> C-n <f6> C-p RET")
    (should (equal (vt-find-texts)
                   '("3/3 \n> readme.md\n  rest\n  src/other"
                     "1/3 \n> readme.md"
                     "3/3 \n> rest\n  readme.md\n  src/other"
                     "3/3 \n  rest\n> readme.md\n  src/other")))
    (should (equal vt-find-result '("rest")))))

(ert-deftest find/accepts-what-is-typed-at-once ()
  (vt-with-files (mapcar (lambda (n) (format "%d/file%d" (% n 7) n))
                         (number-sequence 1 1500))
    (vt-find "<f6> 1 2 3 4 $ RET")
    (should (equal vt-find-result '("2/file1234")))))

(ert-deftest find/chooses-several ()
  (vt-with-files '("a" "b" "c")
    (vt-find "<f6> TAB <f6> C-n TAB <up> <f6> <backtab> <f6> RET")
    (should (equal (vt-find-texts)
                   '("3/3 \n> a\n  b\n  c" "3/3 (1) \n +a\n> b\n  c" "3/3 (2) \n +a\n> b\n +c"
                     "3/3 (3) \n>+a\n +b\n +c")))
    (should (equal vt-find-result '("a" "c" "b")))))

(ert-deftest find/scrolls-through-more-than-is-shown ()
  (vt-with-files (mapcar (lambda (n) (format "%02d" n)) (number-sequence 1 30))
    (let ((viewmodel-find-rows 3))
      (vt-find "<f6> C-v <f6> M-v <f6> <next> <f6> <next> <f6> <prior> <f6> C-u 99 C-n <f6> 0 1 <f6> RET")
      (should (equal (vt-find-texts)
                     '("30/30 \n> 01\n  02\n  03" "30/30 \n  02\n  03\n> 04"
                       "30/30 \n> 01\n  02\n  03" "30/30 \n  02\n  03\n> 04"
                       "30/30 \n  05\n  06\n> 07" "30/30 \n> 04\n  05\n  06"
                       "30/30 \n  28\n  29\n> 30" "1/30 \n> 01")))
      (should (equal vt-find-result '("01"))))))

(ert-deftest find/faces ()
  (vt-with-files '("übung/mm" "z")
    (vt-find "n g m <f6> TAB <f6> RET")
    (let* ((line (substring (car vt-find-seen) (length "1/2 \n")))
           (matched (cl-loop for i below (length line)
                             when (memq 'viewmodel-find-match
                                        (ensure-list
                                         (get-text-property i 'face line)))
                             collect (aref line i))))
      (should (equal line "> übung/mm"))
      (should (equal (concat matched) "ngm"))
      (should (memq 'viewmodel-find-current
                    (ensure-list (get-text-property 0 'face line)))))))

(ert-deftest find/previews-the-current-file ()
  (vt-with-files '("a" "b")
    (write-region "\0" nil (concat vt-find-folder "c") nil 'silent)
    (let (shown (before (window-buffer)))
      (cl-letf* ((see (symbol-function 'vt-find-see))
                 ((symbol-function 'vt-find-see)
                  (lambda ()
                    (interactive)
                    (let* ((session viewmodel-find--session)
                           (instance (viewmodel-find--session-instance
                                      session)))
                      (funcall see)
                      (viewmodel-host-until
                       instance
                       (lambda (state)
                         (let-alist state
                           (and (consp .preview)
                                (= .preview.id .index))))))
                    (push (with-current-buffer
                              (window-buffer (minibuffer-selected-window))
                            (buffer-string))
                          shown))))
        (vt-find "<f6> C-n <f6> C-n <f6> RET"))
      (should (equal (reverse shown) '("a\n" "b\n" "The file is binary")))
      (should (eq before (window-buffer)))
      (should-not (get-buffer "*viewmodel-find-preview*")))))

(ert-deftest find/a-dedicated-window-keeps-its-buffer ()
  (vt-with-files '("a")
    (let ((before (window-buffer)))
      (unwind-protect
          (progn (set-window-dedicated-p nil t)
                 (vt-find "<f6> <f6> RET"))
        (set-window-dedicated-p nil nil))
      (should (equal vt-find-result '("a")))
      (should (eq before (window-buffer))))))

(ert-deftest find/is-quit ()
  (vt-with-files '("a")
    (let (pid)
      (cl-letf* ((see (symbol-function 'vt-find-see))
                 ((symbol-function 'vt-find-see)
                  (lambda ()
                    (interactive)
                    (funcall see)
                    (setq pid (viewmodel-host-pid
                               (viewmodel-find--session-host
                                viewmodel-find--session))))))
        (condition-case nil
            (vt-find "<f6> C-g")
          (quit nil)))
      (should (eq vt-find-result 'none))
      (should (vt-gone-p pid))
      (should-not (get-buffer "*viewmodel-find-preview*")))))

(ert-deftest find/nothing-to-accept ()
  (vt-with-files '("a")
    (let (said)
      (cl-letf (((symbol-function 'minibuffer-message)
                 (lambda (format &rest arguments)
                   (push (apply #'format format arguments) said))))
        (vt-find "x RET DEL RET"))
      (should (equal said '("No match")))
      (should (equal vt-find-result '("a"))))))

(ert-deftest find/names-that-are-shown-in-another-way ()
  (vt-with-files '("\\x2d") (vt-find "<f6> RET")
    (should (equal vt-find-result '("\\x2d")))))

(ert-deftest find/visits-files ()
  (vt-with-files '("$HOME" "~b" "c")
    (global-set-key (kbd "<f5>") (lambda ()
                                   (interactive)
                                   (viewmodel-find vt-find-folder)))
    (execute-kbd-macro (kbd "<f5> <f6> TAB C-n TAB RET"))
    (should (equal (buffer-file-name (window-buffer))
                   (concat vt-find-folder "$HOME")))
    (should (get-file-buffer (concat vt-find-folder "~b")))
    (should-not (get-file-buffer (concat vt-find-folder "c")))
    (should-error (viewmodel-find "/no/such/folder") :type 'user-error)
    (should-error (viewmodel-find "/ssh:there:/tmp") :type 'user-error)))

(ert-deftest find/resumes ()
  (vt-with-files '("a" "b")
    (global-set-key (kbd "<f5>") (lambda ()
                                   (interactive)
                                   (viewmodel-find vt-find-folder)))
    (execute-kbd-macro (kbd "<f5> b <f6> RET"))
    (global-set-key (kbd "<f5>") #'viewmodel-find-resume)
    (execute-kbd-macro (kbd "<f5> <f6> RET"))
    (should (equal (vt-find-texts) '("1/2 \n> b" "1/2 \n> b")))))

(ert-deftest find/lines-and-commands ()
  (vt-with-files '("a")
    (vt-find "t <f6> C-n RET" :lines '("one" "two\nli\u202enes" "three"))
    (should (equal (vt-find-texts) '("2/3 \n> three\n  two␊li�nes")))
    (should (equal vt-find-result '("two\nli\u202enes")))
    (setq vt-find-seen nil)
    (vt-find "<f6> RET" :command '("sh" "-c" "ls; exit 3")
             :folder vt-find-folder :query "a")
    (should (equal (vt-find-texts) '("1/1 [sh -c ls; exit 3: status 3]\n> a")))))

(defun vt-find-kill ()
  "Kill the host, and wait until that is known."
  (interactive)
  (let* ((session viewmodel-find--session)
         (host (viewmodel-find--session-host session)))
    (signal-process (viewmodel-host-pid host) 'KILL)
    (while (and (eq host (viewmodel-find--session-host session))
                (not (viewmodel-find--session-over session)))
      (accept-process-output nil 0.01))))

(defmacro vt-with-said (variable &rest body)
  "Evaluate BODY with VARIABLE bound to the messages in the minibuffer.
There f7 kills the host."
  (declare (indent 1))
  `(let (,variable)
     (define-key viewmodel-find-map (kbd "<f7>") #'vt-find-kill)
     (unwind-protect
         (cl-letf (((symbol-function 'minibuffer-message)
                    (lambda (format &rest arguments)
                      (push (apply #'format format arguments) ,variable))))
           ,@body)
       (define-key viewmodel-find-map (kbd "<f7>") nil))))

(ert-deftest find/continues-with-another-host ()
  (vt-with-files '("a" "b" "bb")
    (vt-with-said said
      (vt-find "<f6> b <f6> <f7> <f6> <f7> <f6> b <f6> RET")
      (should (equal (vt-find-texts)
                     '("3/3 \n> a\n  b\n  bb" "2/3 \n> b\n  bb"
                       "2/3 \n> b\n  bb" "2/3 \n> b\n  bb"
                       "1/3 \n> bb")))
      (should (equal vt-find-result '("bb")))
      (should-not said))))

(ert-deftest find/says-why-a-host-dies-again-at-once ()
  (vt-with-files nil
    (vt-with-said said
      (condition-case nil
          ;; What has not been found, when it dies, is never complete.
          (vt-find "<f7> <f7> <f6> x C-n TAB RET C-g" :command
                   '("sh" "-c" "while echo a; do sleep 0.02; done"))
        (quit nil))
      (should (string-match-p "\\`[0-9]+/[0-9]+ … \\[the host ended by SIGKILL\\]\\'"
                              (car (vt-find-texts))))
      (should-not said))))

(ert-deftest find/says-why-no-other-host-starts ()
  (vt-with-files '("a")
    (let ((viewmodel-host-command
           (list "sh" "-c" "[ -e \"$1\" ] || { echo no luck >&2; exit 3; }; exec \"$0\""
                 viewmodel-host-command (concat vt-find-folder "a"))))
      (vt-with-said said
        (cl-letf* ((kill (symbol-function 'vt-find-kill))
                   ((symbol-function 'vt-find-kill)
                    (lambda ()
                      (interactive)
                      (delete-file (concat vt-find-folder "a"))
                      (funcall kill))))
          (condition-case nil
              (vt-find "<f6> <f7> <f6> C-g")
            (quit nil)))
        (should (equal (nth 1 (vt-find-texts))
                       "1/1 [the host ended (exit status 3): no luck]"))
        (should-not said)))))

(ert-deftest find/a-row-that-does-not-fit ()
  (pcase-dolist
      (`(,text ,ranges ,width ,expected)
       '(("" [] 5 "") ("abcde" [[0 1] [3 5]] 5 "abcde") ("日本" [[1 2]] 4 "日本")
         ("abcdefgh" [] 5 "abcd…") ("abcdefgh" [[1 3]] 5 "abcd…")
         ("abcdefgh" [[6 8]] 5 "…efgh") ("abcdefgh" [[0 1] [5 6]] 5 "…def…")
         ("日本日本" [[3 4]] 5 "…日本") ("日本日本" [] 4 "日…") ("日本" [] 1 "…")
         ("a\e[1m\177\u009bb" [[6 7]] 20 "a␛[1m␡�b")))
    (ert-info (text)
      (let ((fitting (viewmodel-find--fit text ranges width)))
        (should (equal (substring-no-properties fitting) expected))
        (should (<= (string-width fitting) width))))))

(provide 'find-test)
;;; find-test.el ends here
