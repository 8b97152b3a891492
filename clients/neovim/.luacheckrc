std = "luajit"
globals = { "vim" }
self = false
max_line_length = 100
max_comment_line_length = false
