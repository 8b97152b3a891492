--- Drives ViewModels in a viewmodel-host process; |viewmodel_host| is the manual.

local errors = require("viewmodel_host.errors")

local M = { codes = errors.codes, is_error = errors.is_error }
M.version = "0.1.0"

---@type viewmodel_host.StartOptions
M.config = {}

--- Sets defaults for the options of |viewmodel_host.start()|. Need not be called.
---@param config? viewmodel_host.StartOptions
function M.setup(config)
  M.config = config or {}
end

--- Returns an error for a service to raise as its answer.
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

--- Returns the command of a host, and the name of its source for people.
function M.command(given)
  local bundled = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h") .. "/bin/viewmodel-host"
  local command, source = given or M.config.command, "setup()"
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

--- Shows the description of a ViewModel by the host's program, or a list of all.
---@param name? string
function M.help(name)
  local words = (name or "") ~= "" and { "describe", name } or { "list" }
  show(vim.fn.systemlist({ M.command()[1], unpack(words) }))
end

return M
