if vim.g.loaded_viewmodel_host or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_viewmodel_host = true

vim.api.nvim_create_user_command("ViewModelList", function(command)
  local folder = command.args ~= "" and command.args or nil
  require("viewmodel_host.demo").open(folder, command.mods)
end, {
  nargs = "?",
  complete = "dir",
  desc = "List a folder with the ViewModel `list`",
})

vim.api.nvim_create_user_command("ViewModelFind", function(command)
  require("viewmodel_host").find({ folder = command.args ~= "" and command.args or nil })
end, {
  nargs = "?",
  complete = "dir",
  desc = "Find files below a folder with the ViewModel `finder`",
})

vim.api.nvim_create_user_command("ViewModelHelp", function(command)
  require("viewmodel_host.help").open(vim.trim(command.args), command.mods)
end, {
  nargs = "?",
  complete = function(lead)
    return require("viewmodel_host.help").complete(lead)
  end,
  desc = "Show what a ViewModel takes and gives",
})

vim.api.nvim_create_user_command("ViewModelLog", function(command)
  require("viewmodel_host").log(command.mods)
end, { desc = "Show what hosts printed, and what goes over the wire" })

for group, standard in pairs({
  ViewModelHeader = "Title",
  ViewModelStatus = "Comment",
  ViewModelFolder = "Directory",
  ViewModelItem = "Identifier",
  ViewModelKey = "SpecialKey",
  ViewModelError = "ErrorMsg",
  ViewModelFindNormal = "NormalFloat",
  ViewModelFindBorder = "FloatBorder",
  ViewModelFindMatch = "Special",
  ViewModelFindPointer = "Identifier",
}) do
  vim.cmd(("highlight default link %s %s"):format(group, standard))
end
