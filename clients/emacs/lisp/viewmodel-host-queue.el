;;; viewmodel-host-queue.el --- Queues  -*- lexical-binding: t; -*-

;; Copyright (C) 2026  The viewmodel-host authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What waits for its turn.  To add an item costs the same however many wait.

;;; Code:

(defsubst viewmodel-host-queue-make ()
  "A new queue: (ITEMS . LAST-CELL)."
  (list nil))

(defsubst viewmodel-host-queue-items (queue)
  "The items of QUEUE, the first one first."
  (car queue))

(defun viewmodel-host-queue-add (queue item)
  "Add ITEM to the end of QUEUE."
  (let ((cell (list item)))
    (if (car queue)
        (setcdr (cdr queue) cell)
      (setcar queue cell))
    (setcdr queue cell)))

(defsubst viewmodel-host-queue-take (queue)
  "Take the first item of QUEUE."
  (pop (car queue)))

(defun viewmodel-host-queue-return (queue item)
  "Put ITEM before all items of QUEUE."
  (push item (car queue))
  (unless (cdr (car queue)) (setcdr queue (car queue))))

(defun viewmodel-host-queue-clear (queue)
  "Take all items of QUEUE."
  (setcar queue nil))

(provide 'viewmodel-host-queue)
;;; viewmodel-host-queue.el ends here
