;;; window-test.el --- Windows on lists, and buffers that show them  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)
(require 'viewmodel-host-list-buffer)

(defun vt-rows (first last)
  "The rows from FIRST to LAST as the host names them."
  (vconcat (cl-loop for id from first to last
                    collect `((id . ,id) (name . ,(format "row %d" id))))))

(defmacro vt-with-rows (count window &rest body)
  "Evaluate BODY with `rows', an instance with COUNT rows, observed by WINDOW.
WINDOW is a list of properties."
  (declare (indent 2))
  `(vt-with-host (host (vt-built-host "example-host"))
     (let ((rows (viewmodel-host-create
                  host "example.rows" :id "r" :parameters '((count . ,count))
                  :observe '((rows ,@window)))))
       ,@body)))

(defun vt-window (total offset items)
  "The state of which the list has TOTAL rows, and the window ITEMS from OFFSET."
  `((rows . ((total . ,total) (offset . ,offset) (items . ,items)))))

(ert-deftest window/has-some-rows-and-moves ()
  (vt-with-rows 100 (:limit 2)
    (should (equal (viewmodel-host-state rows)
                   (vt-window 100 0 (vt-rows 0 1))))
    (should (equal (viewmodel-host-move-window rows 'rows 50 3)
                   '((total . 100) (offset . 50) (limit . 3))))
    (should (equal (viewmodel-host-state rows)
                   (vt-window 100 50 (vt-rows 50 52))))
    (let (place)
      (viewmodel-host-move-window-async
       rows "rows" (expt 2 53) 1
       :success-fn (lambda (value) (setq place value)))
      (viewmodel-host-wait-until host (lambda () place))
      (should (equal place '((total . 100) (offset . 99) (limit . 1)))))
    (viewmodel-host-observe rows '((rows :offset 1 :limit 1) count))
    (should (equal (alist-get 'rows (viewmodel-host-state rows))
                   (alist-get 'rows (vt-window 100 1 (vt-rows 1 1)))))
    (should (equal 100 (viewmodel-host-get rows 'count)))))

(ert-deftest window/goes-with-its-first-row-if-anchored ()
  (vt-with-rows 100 (:limit 2 :anchor t)
    (viewmodel-host-move-window rows 'rows 10 2)
    (viewmodel-host-call rows 'insert [1000 0])
    (should (equal (viewmodel-host-state rows)
                   (vt-window 101 11 (vt-rows 10 11))))
    ;; It is there again after a restart.
    (viewmodel-host-restart host)
    (should (equal (viewmodel-host-state rows)
                   (vt-window 100 10 (vt-rows 10 11))))
    (viewmodel-host-call rows 'insert [1000 0])
    (should (equal (viewmodel-host-state rows)
                   (vt-window 101 11 (vt-rows 10 11))))))

(ert-deftest window/what-makes-no-sense-is-an-error ()
  (vt-with-rows 100 (:limit 2)
    (cl-flet ((problem (output offset limit)
                (let ((err (vt-error (viewmodel-host-move-window
                                      rows output offset limit))))
                  (should (eq (car err) 'viewmodel-host-request-failed))
                  (viewmodel-host-error-message err))))
      (should (string-match-p "params.limit" (problem 'rows 0 -1)))
      (should (string-match-p "params.limit" (problem 'rows 0 1e300)))
      (should (string-match-p "params.offset" (problem 'rows 1.5 1)))
      (should (string-match-p "params.offset" (problem 'rows "1" 1)))
      (should (string-match-p "r does not observe count through a window"
                              (problem 'count 0 1)))
      (should (string-match-p "count" (problem 'cuont 0 1))))
    (should (equal "A window has :offset, :limit and :anchor, not :size: (rows :size 3)"
                   (viewmodel-host-error-message
                    (vt-error (viewmodel-host-observe
                               rows '((rows :size 3)))))))
    (should (string-match-p "params.observe.0..window.limit"
                            (viewmodel-host-error-message
                             (vt-error (viewmodel-host-observe
                                        rows '((rows :limit -4)))))))
    (should (equal 0 (alist-get 'offset (viewmodel-host-move-window
                                         rows 'rows -7 1))))
    (should (equal (viewmodel-host-state rows)
                   (vt-window 100 0 (vt-rows 0 0))))))

;;; List buffers

(defmacro vt-with-list-buffer (count window &rest body)
  "Evaluate BODY in a buffer that shows `rows', as in `vt-with-rows'.
COUNT and WINDOW are as there."
  (declare (indent 2))
  `(vt-with-rows ,count ,window
     (save-window-excursion
       (let ((buffer (viewmodel-host-list-buffer
                      rows 'rows
                      :format (lambda (row index)
                                (format "%d %s" index (alist-get 'name row))))))
         (unwind-protect
             (progn
               (switch-to-buffer buffer)
               (vt-keys "C-a")
               ,@body)
           (kill-buffer buffer))))))

(defun vt-keys (keys)
  "Type KEYS, and take in what the host says to that."
  (execute-kbd-macro (kbd keys))
  (set-buffer (window-buffer))
  (vt-take-in))

(defun vt-take-in ()
  "Take in what the host says, and what it says to what is asked then."
  (let ((host (viewmodel-host-instance-host
               (viewmodel-host-list-buffer--instance
                viewmodel-host-list-buffer--list))))
    (viewmodel-host-ping host)
    (while (viewmodel-host-list-buffer--moving
            viewmodel-host-list-buffer--list)
      (viewmodel-host-ping host))))

(defun vt-at-point ()
  "The text of the line that point is on."
  (buffer-substring-no-properties (line-beginning-position)
                                  (line-end-position)))

(defun vt-row (id)
  "How the row ID is shown, in its first place."
  (format "%d row %d" id id))

(ert-deftest window/a-list-buffer-scrolls-through-a-list-of-any-length ()
  (vt-with-list-buffer 100000 (:limit 5)
    (should (equal (vt-at-point) (vt-row 0)))
    (let ((moves 0))
      (cl-letf* ((move (symbol-function 'viewmodel-host-move-window-async))
                 ((symbol-function 'viewmodel-host-move-window-async)
                  (lambda (&rest arguments)
                    (cl-incf moves)
                    (apply move arguments))))
        (dotimes (line 200)
          (vt-keys "C-n")
          (should (equal (vt-at-point) (vt-row (1+ line)))))
        (dotimes (line 100)
          (vt-keys "C-p")
          (should (equal (vt-at-point) (vt-row (- 199 line)))))
        (should (< 3 moves 100))))
    (should (equal 100 (viewmodel-host-list-index)))
    (should (equal 100 (alist-get 'id (viewmodel-host-list-row))))
    (should (< (count-lines (point-min) (point-max)) 200))))

(ert-deftest window/a-list-buffer-goes-to-any-row ()
  (vt-with-list-buffer 100000 (:limit 5)
    (vt-keys "M->")
    (should (equal (vt-at-point) (vt-row 99999)))
    (vt-keys "C-p")
    (should (equal (vt-at-point) (vt-row 99998)))
    (vt-keys "C-u 5001 M-<")
    (should (equal (vt-at-point) (vt-row 5000)))
    (vt-keys "M-<")
    (should (equal (vt-at-point) (vt-row 0)))
    (viewmodel-host-list-go-to 70000)
    (viewmodel-host-list-move 5)
    (viewmodel-host-list-move -2)
    (should (equal 70003 (viewmodel-host-list-index)))
    (vt-take-in)
    (should (equal (vt-at-point) (vt-row 70003)))
    (viewmodel-host-list-go-to -5)
    (vt-take-in)
    (should (equal (vt-at-point) (vt-row 0)))
    (should (equal 100000 (viewmodel-host-list-total)))))

(ert-deftest window/a-list-buffer-keeps-its-place ()
  "Rows that come and go above leave those that are seen where they are."
  (vt-with-list-buffer 1000 (:limit 5 :anchor t)
    (vt-keys "C-u 511 M-<")
    (set-window-start nil (viewmodel-host-list-buffer--position 508))
    (cl-flet ((shows (start line)
                (vt-take-in)
                (should (equal (vt-at-point) line))
                (save-excursion
                  (goto-char (window-start))
                  (should (equal (vt-at-point) start)))))
      (shows (vt-row 508) (vt-row 510))
      (viewmodel-host-call rows 'insert [2000 0])
      (shows "509 row 508" "511 row 510")
      (viewmodel-host-call rows 'insert [2001 505])
      (shows "510 row 508" "512 row 510")
      (viewmodel-host-call rows 'remove [512 1])
      (shows "510 row 508" "512 row 511")
      (viewmodel-host-call rows 'remove [0 400])
      (shows "110 row 508" "112 row 511")
      (viewmodel-host-call rows 'remove [0 1000])
      (shows "" "")
      (should-not (viewmodel-host-list-row))
      (should-not (viewmodel-host-list-index)))))

(ert-deftest window/a-list-buffer-draws-only-what-changed ()
  "Each row is a line, and keeps its properties."
  (vt-with-rows 6 (:limit 6)
    (let* ((long "two\nlines")
           (buffer (viewmodel-host-list-buffer
                    rows 'rows
                    :format (lambda (row)
                              (propertize (alist-get 'name row)
                                          'face (alist-get 'id row))))))
      (unwind-protect
          (with-current-buffer buffer
            (dolist (change `((rename 2 ,long) (insert 9 0) (remove 4 2)
                              (insert 8 5) (remove 0 1) (remove 0 100)))
              (viewmodel-host-call rows (car change) (vconcat (cdr change)))
              (let ((items (alist-get 'items (viewmodel-host-get rows 'rows))))
                  (should (equal-including-properties
                           (buffer-string)
                           (mapconcat
                            (lambda (row)
                              (concat (replace-regexp-in-string
                                       "\n" "^J"
                                       (propertize (alist-get 'name row)
                                                   'face (alist-get 'id row))
                                       t t)
                                      "\n"))
                            items ""))))))
        (kill-buffer buffer)))))

(ert-deftest window/a-list-buffer-of-something-else-is-an-error ()
  (vt-with-rows 10 (:limit 1)
    (viewmodel-host-observe rows '(count (rows :limit 1)))
    (should (equal "r does not observe count through a window: it is 10"
                   (viewmodel-host-error-message
                    (vt-error (viewmodel-host-list-buffer rows 'count)))))
    (should (equal "A margin is a number of rows, not -1"
                   (viewmodel-host-error-message
                    (vt-error (viewmodel-host-list-buffer rows 'rows
                                                          :margin -1)))))
    (with-temp-buffer
      (should-error (viewmodel-host-list-total) :type 'user-error))))

(provide 'window-test)
;;; window-test.el ends here
