-- How a user has it: on the runtimepath, and nothing else.
local file = debug.getinfo(1, "S").source:sub(2)
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(file, ":p:h:h"))
vim.opt.shadafile = "NONE"
vim.opt.swapfile = false
