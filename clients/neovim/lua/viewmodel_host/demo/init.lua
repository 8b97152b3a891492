--- `:ViewModelList`: a folder, shown by the ViewModels `list` and `pager`.

local config = require("viewmodel_host.config")

local M = {}

---@class viewmodel_host.DemoView
---@field render fun(self: table)
---@field rewinding? fun(self: table) the session is about to go to another turn, or is there
---@field reopened? fun(self: table, instance: viewmodel_host.Instance) an instance is there again

---@type viewmodel_host.Host|nil
local host
---@type table<viewmodel_host.DemoView, true> what uses the host
local users = {}

--- What the key R does about an error.
local function key_does(err)
  return err.kind == "host_died" and "R starts it anew" or "R tries again"
end

--- Whether the host can undo: where nobody says otherwise, on Linux.
local function supervised()
  local options = config.options
  if options.supervised == nil and not options.record then
    return vim.fn.has("linux") == 1
  end
  return options.supervised
end

--- The host that all lists share; it is started for the first of them.
---@return viewmodel_host.Host
function M.host()
  if not host then
    host = require("viewmodel_host").start({ supervised = supervised() })
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
---@param view viewmodel_host.DemoView
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

local function tell(name, ...)
  for view in pairs(users) do
    if view[name] then
      view[name](view, ...)
    end
  end
end

--- Undoes or redoes in all lists, which share a session.
---@param method '"undo"'|'"redo"'
local function rewind(method)
  if not host:is_running() then
    vim.notify(M.why_not_running(), vim.log.levels.WARN)
    return
  end
  tell("rewinding")
  host[method](host, function(err, rewound)
    tell("rewinding")
    if err and err.kind == "request_failed" then
      vim.notify(err.message, vim.log.levels.WARN)
    end
    for _, instance in ipairs(rewound and rewound.opened or {}) do
      tell("reopened", instance)
    end
  end)
end

--- Maps the keys that undo and redo.
---@param buffer viewmodel_host.Buffer
function M.map_undo(buffer)
  buffer:map("u", "Take the last input back", function()
    rewind("undo")
  end)
  buffer:map("<C-r>", "Do again what was taken back", function()
    rewind("redo")
  end)
end

--- Opens the list of a folder in this window, or in a new one.
---@param folder? string left out, that of setup(), or the working directory
---@param modifiers? string of a command that opens a window, such as "vertical"
function M.open(folder, modifiers)
  folder = config.folder(folder)
  local ok, started = pcall(M.host)
  if not ok then
    vim.notify(started.message or tostring(started), vim.log.levels.ERROR)
    return
  end
  require("viewmodel_host.demo.list").open(started, folder, modifiers)
end

return M
