if vim.g.loaded_viewmodel_host or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_viewmodel_host = true

local log = "lua require('viewmodel_host').log()"
vim.api.nvim_create_user_command("ViewModelLog", log, { desc = "Show what hosts printed" })
local help = "lua require('viewmodel_host').help(<q-args>)"
vim.api.nvim_create_user_command("ViewModelHelp", help, { nargs = "?", desc = "Show the description of a ViewModel" })
