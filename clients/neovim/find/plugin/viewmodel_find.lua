if vim.g.loaded_viewmodel_find or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_viewmodel_find = true

vim.api.nvim_create_user_command("ViewModelFind", function(command)
  if command.bang then
    require("viewmodel_find").resume()
  else
    require("viewmodel_find").open({ folder = command.args ~= "" and command.args or nil })
  end
end, {
  nargs = "?",
  bang = true,
  complete = "dir",
  desc = "Find files below a folder with the ViewModel `finder`; with ! as it was closed",
})

for group, standard in pairs({
  ViewModelFindNormal = "NormalFloat",
  ViewModelFindBorder = "FloatBorder",
  ViewModelFindMatch = "Special",
  ViewModelFindPointer = "Identifier",
  ViewModelFindStatus = "Comment",
  ViewModelFindError = "ErrorMsg",
}) do
  vim.cmd(("highlight default link %s %s"):format(group, standard))
end
