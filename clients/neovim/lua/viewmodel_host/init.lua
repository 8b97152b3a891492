--- Drives ViewModels in a viewmodel-host process; |viewmodel_host| is the manual.
---
---     local host = require("viewmodel_host").start()
---     local counter = host:create("counter"):wait()
---     counter:on_change(function(change) print(change.state.count) end)
---     counter:input("plusButtonDidTap")

local errors = require("viewmodel_host.errors")

local M = {}

M.version = "0.1.0"
M.codes = errors.codes
M.is_error = errors.is_error

---@class viewmodel_host.Config defaults for |viewmodel_host.start()|
---@field command? string|string[] left out, it is `bin/viewmodel-host` of this plugin, $VIEWMODEL_HOST, or `viewmodel-host` on the PATH
---@field record? string
---@field supervised? boolean
---@field trace? string

---@type viewmodel_host.Config
M.config = {}

--- Sets defaults. Need not be called.
---@param config? viewmodel_host.Config
function M.setup(config)
  M.config = config or {}
end

--- What a service raises to answer with an error.
---@param code integer
---@param message string
---@param data? any
function M.ServiceError(code, message, data)
  return errors.new("service", message, { code = code, data = data })
end

--- Starts a host. Raises an error of kind "not_found" if the program cannot be run.
---@param options? viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.start(options)
  return require("viewmodel_host.host").start(options)
end

--- The command of a host, and where it comes from.
---@param given? string|string[]
---@return string[] command
---@return string source for people
function M.command(given)
  local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")
  local bundled = folder .. "/bin/viewmodel-host"
  local command, source = given, "start()"
  if not command then
    command, source = M.config.command, "setup()"
  end
  if not command and vim.fn.executable(bundled) == 1 then
    command, source = bundled, "the plugin's folder"
  elseif not command and (vim.env.VIEWMODEL_HOST or "") ~= "" then
    command, source = vim.env.VIEWMODEL_HOST, "$VIEWMODEL_HOST"
  elseif not command then
    command, source = "viewmodel-host", "the PATH"
  end
  command = type(command) == "table" and vim.list_slice(command) or { command }
  command[1] = command[1]:gsub("^~/", (vim.env.HOME or "~") .. "/")
  return command, source
end

--- Shows lines in a window of their own, which the key q closes.
local function show(lines)
  vim.cmd("new")
  vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile, vim.bo.modified = "nofile", "wipe", false, false
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = true })
end

--- Shows what hosts printed.
function M.log()
  show(require("viewmodel_host.process").printed)
  vim.cmd("normal! G")
end

--- Shows what the host's program says of a ViewModel, or of all.
---@param name? string
function M.help(name)
  local words = (name or "") ~= "" and { "describe", name } or { "list" }
  show(vim.fn.systemlist({ M.command()[1], unpack(words) }))
end

return M
