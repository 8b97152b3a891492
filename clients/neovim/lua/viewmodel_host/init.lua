--- Drives ViewModels in a viewmodel-host process; |viewmodel_host| is the manual.
---
---     local host = require("viewmodel_host").start()
---     local counter = host:create("counter"):wait()
---     counter:on_change(function(change) print(change.state.count) end)
---     counter:input("plusButtonDidTap")

local M = {}

M.version = "0.1.0"

--- Sets defaults. Need not be called.
---@param options? viewmodel_host.Config
function M.setup(options)
  require("viewmodel_host.config").setup(options)
end

--- Starts a host. Raises an error of kind "host_missing" if the program cannot be run.
---@param options? viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.start(options)
  return require("viewmodel_host.host").start(options)
end

--- Opens the list of a folder, as `:ViewModelList` does.
---@param folder? string
function M.list(folder)
  require("viewmodel_host.demo").open(folder)
end

--- Finds files, or lines, while somebody types, as `:ViewModelFind` does.
---@param options? viewmodel_host.FindOptions
function M.find(options)
  require("viewmodel_host.find").open(options)
end

--- A buffer with the rows of a list that an instance observes through a window. Scrolling moves the window.
---@param instance viewmodel_host.Instance
---@param output string
---@param options? viewmodel_host.ListBufferOptions
---@return viewmodel_host.ListBuffer
function M.list_buffer(instance, output, options)
  return require("viewmodel_host.list_buffer").new(instance, output, options)
end

--- Opens the file of the trace, as `:ViewModelLog` does, or without one what hosts printed.
---@param modifiers? string of a command that opens a window, such as "vertical"
function M.log(modifiers)
  local path = require("viewmodel_host.config").trace()
  if not path or path == "-" then
    local printed = require("viewmodel_host.trace").printed()
    if #printed > 0 then
      return require("viewmodel_host.help").show(printed, modifiers)
    end
    local hint = "call setup({ trace = true }), or set $VIEWMODEL_HOST_TRACE to a file"
    local text = "viewmodel_host: no host printed anything, and nothing is traced in a file: "
    vim.notify(text .. hint, vim.log.levels.WARN)
    return
  end
  vim.cmd(("%s split %s"):format(modifiers or "", vim.fn.fnameescape(path)))
  vim.bo.readonly = true
  vim.bo.autoread = true
  vim.cmd("normal! G")
end

--- The codes of the host's errors, by name.
M.codes = require("viewmodel_host.errors").codes

--- Whether something that was raised is a |viewmodel_host.Error|.
---@param value any
---@return boolean
function M.is_error(value)
  return require("viewmodel_host.errors").is_error(value)
end

return M
