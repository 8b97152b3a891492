--- `:ViewModelHelp`: what a host says of its ViewModels. The text is the program's own, of its commands `list` and
--- `describe`: it knows the types, and what their authors wrote.

local M = {}

--- The program with the words of one of its commands behind it. Options are for serving, so they are left out.
---@return string[]
local function command_line(...)
  local command = require("viewmodel_host.config").command()
  local has_options = command[2] and command[2]:sub(1, 1) == "-"
  return vim.list_extend(has_options and { command[1] } or vim.deepcopy(command), { ... })
end

--- What the program prints; nil and what is wrong when it fails.
---@return string[]|nil lines
---@return string? problem
local function run(...)
  local line = command_line(...)
  if vim.fn.executable(line[1]) == 0 then
    return nil, ("%q cannot be run; :checkhealth viewmodel_host says more"):format(line[1])
  end
  local lines = vim.fn.systemlist(line)
  if vim.v.shell_error ~= 0 then
    return nil, lines[1] or ("it ended with " .. vim.v.shell_error)
  end
  return lines
end

--- The names of the ViewModels that begin so.
---@param lead string
---@return string[]
function M.complete(lead)
  local names = {}
  for _, line in ipairs(run("list") or {}) do
    local name = line:match("^%S+")
    if name and vim.startswith(name, lead) then
      table.insert(names, name)
    end
  end
  return names
end

--- Shows lines in a window, which the key q closes.
---@param lines string[]
---@param modifiers? string of a command that opens a window, such as "vertical"
function M.show(lines, modifiers)
  vim.cmd(("%s new"):format(modifiers or ""))
  vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)
  local buffer = vim.bo
  buffer.buftype, buffer.bufhidden, buffer.swapfile = "nofile", "wipe", false
  buffer.modifiable, buffer.modified = false, false
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = true, desc = "Close the window" })
end

--- Shows what a host says of a ViewModel, or of all, in a window.
---@param name? string
---@param modifiers? string of a command that opens a window, such as "vertical"
function M.open(name, modifiers)
  local lines, problem
  if name and name ~= "" then
    lines, problem = run("describe", name)
  else
    lines, problem = run("list")
  end
  if not lines then
    vim.notify("viewmodel_host: " .. problem, vim.log.levels.ERROR)
    return
  end
  M.show(lines, modifiers)
  -- So K on the name of another ViewModel shows that; a name may have dots and dashes.
  vim.bo.keywordprg = ":ViewModelHelp"
  vim.bo.iskeyword = vim.bo.iskeyword .. ",.,-"
end

return M
