-- How a user has both plugins: on the runtimepath, and nothing else.
local client = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
vim.opt.runtimepath:prepend(client)
vim.opt.runtimepath:prepend(client .. "/find")
vim.opt.shadafile = "NONE"
vim.opt.swapfile = false
