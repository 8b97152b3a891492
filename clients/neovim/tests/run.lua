-- Runs the test file in $TEST_FILE: see ../test.
local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
package.path = folder .. "/?.lua;" .. package.path
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(folder, ":h"))
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(folder, ":h") .. "/find")
require("runner").main(vim.env.TEST_FILE)
