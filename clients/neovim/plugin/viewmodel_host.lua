if vim.g.loaded_viewmodel_host or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_viewmodel_host = true

vim.api.nvim_create_user_command("ViewModelLog", function()
  require("viewmodel_host").log()
end, { desc = "Show what hosts printed" })

vim.api.nvim_create_user_command("ViewModelHelp", function(command)
  require("viewmodel_host").help(command.args)
end, { nargs = "?", desc = "Show what a ViewModel takes and gives" })
