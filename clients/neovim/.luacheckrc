std = "luajit"
globals = { "vim" }
self = false
max_line_length = 120
max_comment_line_length = false
