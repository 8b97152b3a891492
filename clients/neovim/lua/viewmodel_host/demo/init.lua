--- `:ViewModelList`: a folder, shown by the ViewModels `list` and `pager`.

local M = {}

---@type viewmodel_host.Host|nil
local host
---@type table<table, true> what uses the host
local users = {}

--- What the key R does about an error.
local function key_does(err)
  return err.kind == "host_died" and "R starts it anew" or "R tries again"
end

--- The host that all lists share; it is started for the first of them.
---@return viewmodel_host.Host
function M.host()
  if not host then
    host = require("viewmodel_host").start()
    host:on_died(function(err)
      vim.notify(("%s; %s"):format(tostring(err), key_does(err)), vim.log.levels.ERROR)
      for view in pairs(users) do
        view:render()
      end
    end)
  end
  return host
end

--- What a view says of a host that does not run.
---@return string
function M.why_not_running()
  local err = M.host().connection.error
  local why = err.kind == "host_died" and "the host ended" or err.message:match("^[^\n]*")
  return why .. "; " .. key_does(err)
end

--- Keeps the host as long as the view is there.
---@param view { render: fun(self: table) }
function M.use(view)
  users[view] = true
end

--- Stops the host when it is of no more use.
---@param view table
function M.release(view)
  users[view] = nil
  if host and next(users) == nil then
    host:stop()
    host = nil
  end
end

--- Opens the list of a folder in this window, or in a new one.
---@param folder? string left out, that of setup(), or the working directory
---@param modifiers? string of a command that opens a window, such as "vertical"
function M.open(folder, modifiers)
  folder = require("viewmodel_host.config").folder(folder)
  local ok, started = pcall(M.host)
  if not ok then
    vim.notify(started.message or tostring(started), vim.log.levels.ERROR)
    return
  end
  require("viewmodel_host.demo.list").open(started, folder, modifiers)
end

return M
