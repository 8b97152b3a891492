;;; patch-test.el --- Tests of JSON Patch  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Code:

(require 'support)

(defun vt-apply (document &rest operations)
  "DOCUMENT, JSON text, after OPERATIONS, JSON texts, as a value.
What DOCUMENT was must stay what it was."
  (let* ((before (vt--json document))
         (kept (copy-tree before t))
         (after (viewmodel-host-patch-apply
                 before (vconcat (mapcar #'vt--json operations)))))
    (should (equal before kept))
    after))

(defun vt--json (text)
  "The value of the JSON TEXT."
  (viewmodel-host-json-decode (encode-coding-string text 'utf-8-unix)))

(ert-deftest patch/operations ()
  (dolist (case
           '(("{}" "{\"a\":1}" "{\"op\":\"add\",\"path\":\"/a\",\"value\":1}")
             ("{\"a\":1}" "{\"a\":2}"
              "{\"op\":\"add\",\"path\":\"/a\",\"value\":2}")
             ("{\"a\":1,\"b\":2}" "{\"b\":2}" "{\"op\":\"remove\",\"path\":\"/a\"}")
             ("{\"a\":1}" "{}" "{\"op\":\"remove\",\"path\":\"/a\"}")
             ("{\"a\":1}" "{\"a\":null}"
              "{\"op\":\"replace\",\"path\":\"/a\",\"value\":null}")
             ("[1,2]" "[1,3,2]" "{\"op\":\"add\",\"path\":\"/1\",\"value\":3}")
             ("[1,2]" "[1,2,3]" "{\"op\":\"add\",\"path\":\"/2\",\"value\":3}")
             ("[1,2]" "[1,2,3]" "{\"op\":\"add\",\"path\":\"/-\",\"value\":3}")
             ("[]" "[{}]" "{\"op\":\"add\",\"path\":\"/0\",\"value\":{}}")
             ("[1,2,3]" "[1,3]" "{\"op\":\"remove\",\"path\":\"/1\"}")
             ("[1]" "[]" "{\"op\":\"remove\",\"path\":\"/0\"}")
             ("[1,2,3]" "[3,1,2]"
              "{\"op\":\"move\",\"from\":\"/2\",\"path\":\"/0\"}")
             ("{\"a\":{\"b\":1},\"c\":[]}" "{\"a\":{},\"c\":[1]}"
              "{\"op\":\"move\",\"from\":\"/a/b\",\"path\":\"/c/0\"}")
             ("{\"a\":1}" "{\"a\":1}"
              "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a\"}")
             ("{\"a\":{\"b\":[{\"c\":1}]}}" "{\"a\":{\"b\":[{\"c\":2}]}}"
              "{\"op\":\"replace\",\"path\":\"/a/b/0/c\",\"value\":2}")
             ("{\"a\":1}" "[]" "{\"op\":\"replace\",\"path\":\"\",\"value\":[]}")
             ("{\"\":{\"a/b\":1,\"m~n\":2,\"~1\":3}}"
              "{\"\":{\"a/b\":4,\"m~n\":5,\"~1\":6}}"
              "{\"op\":\"replace\",\"path\":\"//a~1b\",\"value\":4}"
              "{\"op\":\"replace\",\"path\":\"//m~0n\",\"value\":5}"
              "{\"op\":\"replace\",\"path\":\"//~01\",\"value\":6}")
             ("{\"nil\":1,\"0\":2}" "{\"nil\":3,\"0\":4}"
              "{\"op\":\"replace\",\"path\":\"/nil\",\"value\":3}"
              "{\"op\":\"replace\",\"path\":\"/0\",\"value\":4}")))
    (ert-info ((format "%S" case))
      (should (equal (apply #'vt-apply (car case) (cddr case))
                     (vt--json (cadr case)))))))

(ert-deftest patch/operations-that-do-not-fit ()
  (dolist (case
           '(("{}" "{\"op\":\"remove\",\"path\":\"/a\"}")
             ("{}" "{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}")
             ("{}" "{\"op\":\"replace\",\"path\":\"/not interned yet\",\"value\":1}")
             ("{\"nil\":1}" "{\"op\":\"remove\",\"path\":\"/not interned yet\"}")
             ("{}" "{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}")
             ("{\"a\":1}" "{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}")
             ("{\"a\":null}" "{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}")
             ("[1]" "{\"op\":\"add\",\"path\":\"/2\",\"value\":1}")
             ("[1]" "{\"op\":\"remove\",\"path\":\"/1\"}")
             ("[1]" "{\"op\":\"remove\",\"path\":\"/-\"}")
             ("[1]" "{\"op\":\"replace\",\"path\":\"/01\",\"value\":1}")
             ("[1]" "{\"op\":\"replace\",\"path\":\"/-1\",\"value\":1}")
             ("[1]" "{\"op\":\"replace\",\"path\":\"/\",\"value\":1}")
             ("{}" "{\"op\":\"remove\",\"path\":\"\"}")
             ("{}" "{\"op\":\"add\",\"path\":\"a\",\"value\":1}")
             ("{}" "{\"op\":\"add\",\"path\":\"/~2\",\"value\":1}")
             ("{}" "{\"op\":\"add\",\"path\":\"/~\",\"value\":1}")
             ("{}" "{\"op\":\"add\",\"path\":1,\"value\":1}")
             ("{}" "{\"op\":\"add\",\"path\":\"/a\"}")
             ("{}" "{\"op\":\"bogus\",\"path\":\"/a\"}")
             ("{}" "{\"path\":\"/a\"}")
             ("{}" "{\"op\":\"move\",\"path\":\"/a\"}")
             ("{\"a\":{}}" "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}")
             ("{}" "{}") ("{}" "1") ("{}" "[]") ("{}" "null")))
    (ert-info ((format "%S" case))
      (should-error (apply #'vt-apply case)
                    :type 'viewmodel-host-patch-error))))

(ert-deftest patch/all-or-nothing ()
  "A patch whose last operation does not fit leaves the document as it was."
  (let* ((document (vt--json "{\"a\":[1,{\"b\":2}]}"))
         (kept (copy-tree document t)))
    (should-error
     (viewmodel-host-patch-apply
      document
      (vconcat (mapcar #'vt--json
                       '("{\"op\":\"replace\",\"path\":\"/a/1/b\",\"value\":3}"
                         "{\"op\":\"add\",\"path\":\"/a/0\",\"value\":0}"
                         "{\"op\":\"remove\",\"path\":\"/x\"}")))))
    (should (equal document kept))))

(ert-deftest patch/what-is-not-touched-is-shared ()
  (let* ((document (vt--json "{\"a\":{\"x\":1},\"b\":[[1],[2]]}"))
         (after (viewmodel-host-patch-apply
                 document
                 (vector (vt--json "{\"op\":\"add\",\"path\":\"/b/1/0\",\"value\":0}")))))
    (should (eq (alist-get 'a after) (alist-get 'a document)))
    (should (eq (aref (alist-get 'b after) 0)
                (aref (alist-get 'b document) 0)))))

(ert-deftest patch/a-container-is-copied-once-for-a-patch ()
  "Many operations on one array copy it once."
  (let* ((document (make-vector 1000 0))
         (copies 0)
         (after
          (cl-letf* ((copy (symbol-function 'copy-sequence))
                     ((symbol-function 'copy-sequence)
                      (lambda (sequence)
                        (when (= (length sequence) 1000) (cl-incf copies))
                        (funcall copy sequence))))
            (viewmodel-host-patch-apply
             document
             (vconcat (cl-loop for i below 1000
                               collect `((op . "replace")
                                         (path . ,(format "/%d" i))
                                         (value . ,i))))))))
    (should (= copies 1))
    (should (equal after (vconcat (number-sequence 0 999))))
    (should (equal document (make-vector 1000 0)))))

(ert-deftest patch/an-added-value-is-not-changed-by-what-follows ()
  "The patch belongs to the change that callbacks get."
  (let* ((value (vt--json "{\"x\":[]}"))
         (after (viewmodel-host-patch-apply
                 nil `[((op . "add") (path . "/a") (value . ,value))
                       ((op . "add") (path . "/a/x/0") (value . 1))])))
    (should (equal value '((x . []))))
    (should (equal after '((a . ((x . [1]))))))))

(defun vt-expect-edit (items operation)
  "The list that ITEMS becomes by OPERATION, as RFC 6902 says it."
  (let* ((number (lambda (pointer)
                   (string-to-number (substring pointer 1))))
         (at (if (equal (alist-get 'path operation) "/-") (length items)
               (funcall number (alist-get 'path operation))))
         (without (lambda (list index)
                    (append (seq-take list index) (nthcdr (1+ index) list))))
         (with (lambda (list index value)
                 (append (seq-take list index) (list value)
                         (nthcdr index list)))))
    (pcase (alist-get 'op operation)
      ("add" (funcall with items at (alist-get 'value operation)))
      ("remove" (funcall without items at))
      ("replace" (funcall with (funcall without items at) at
                          (alist-get 'value operation)))
      ("move" (let ((from (funcall number (alist-get 'from operation))))
                (funcall with (funcall without items from) at
                         (nth from items)))))))

(ert-deftest patch/many-operations-on-a-long-array ()
  (random "the same each time")
  (dolist (size '(0 1 255 256 257 1000))
    (ert-info ((format "from %d items" size))
      (let* ((items (number-sequence 1 size))
             (document (vconcat items))
             (pointer (lambda (most) (format "/%d" (random most))))
             (patch
              (cl-loop
               for number below 800
               for count = (length items)
               for operation =
               (pcase (if (= count 0) 0 (random 4))
                 (0 `((op . "add")
                      (path . ,(if (= 0 (random 5)) "/-"
                                 (funcall pointer (1+ count))))
                      (value . ((number . ,number)))))
                 (1 `((op . "remove") (path . ,(funcall pointer count))))
                 (2 `((op . "replace") (path . ,(funcall pointer count))
                      (value . ,number)))
                 (3 `((op . "move") (from . ,(funcall pointer count))
                      (path . ,(funcall pointer count)))))
               collect operation
               do (setq items (vt-expect-edit items operation)))))
        (should (equal (vconcat items)
                       (viewmodel-host-patch-apply document (vconcat patch))))
        (should (equal document (vconcat (number-sequence 1 size))))))))

(ert-deftest patch/a-long-array-within-others ()
  "It is moved while it is edited, and what stands in it is edited, too."
  (let* ((rows (vconcat (mapcar (lambda (number) `((n . ,number)))
                                (number-sequence 0 299))))
         (document `((a . [,rows]) (b . ())))
         (after (viewmodel-host-patch-apply
                 document
                 [((op . "remove") (path . "/a/0/0"))
                  ((op . "replace") (path . "/a/0/1/n") (value . -1))
                  ((op . "move") (from . "/a/0") (path . "/b/rows"))
                  ((op . "add") (path . "/b/rows/0") (value . []))
                  ((op . "add") (path . "/b/rows/0/0") (value . 7))])))
    (should (equal [] (alist-get 'a after)))
    (let ((moved (let-alist after .b.rows)))
      (should (= 300 (length moved)))
      (should (equal [7] (aref moved 0)))
      (should (equal '((n . 1)) (aref moved 1)))
      (should (equal '((n . -1)) (aref moved 2))))
    (should (equal '((n . 0)) (aref rows 0)))
    (should (equal '((n . 2)) (aref rows 2)))))

(provide 'patch-test)
;;; patch-test.el ends here
