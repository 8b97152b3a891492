--- One living object of a ViewModel, with its state as of the last update that has arrived.

local errors = require("viewmodel_host.errors")
local shape = require("viewmodel_host.shape")
local windows = require("viewmodel_host.windows")

local M = {}

---@class viewmodel_host.Instance: viewmodel_host.Mirror
---@field id string
---@field name string of the ViewModel
---@field state table the outputs by name. Do not change it; tables that you keep stay as they were
---@field revision integer
---@field closed? string why the instance is gone, once it is
---@field host viewmodel_host.Host
---@field creation table the params of `viewModel/create`
---@field serial integer counts the instances in the order of their creation
---@field fetching boolean whether the whole state has been asked for, as an update did not fit
---@field handlers viewmodel_host.Handlers
local Instance = {}
Instance.__index = Instance
Instance.__tostring = function(self)
  local what = ("revision %d: %s"):format(self.revision, shape.shown(self.state))
  if self.closed then
    what = "closed: " .. self.closed
  end
  return ("<viewmodel_host.Instance %s of %s, %s>"):format(self.id, self.name, what)
end

---@param host viewmodel_host.Host
---@param creation table
---@param snapshot viewmodel_host.Snapshot
---@param handlers viewmodel_host.Handlers
---@return viewmodel_host.Instance
function M.new(host, creation, snapshot, handlers)
  return setmetatable({
    id = snapshot.id,
    name = creation.name,
    state = snapshot.state,
    revision = snapshot.revision,
    in_step = true,
    fetching = false,
    host = host,
    creation = creation,
    handlers = handlers,
  }, Instance)
end

--- The arguments as they are sent: none for an empty table, which could be a list or an object.
local function sent(arguments)
  if arguments == nil or (type(arguments) == "table" and next(arguments) == nil) then
    return nil
  elseif type(arguments) ~= "table" then
    error("viewmodel_host: arguments are a table, by name or in order", 0)
  end
  return arguments
end

--- Sends a request about this instance.
---@private
function Instance:ask(method, params, options, callback)
  if self.closed then
    local reply = self.host:ended_reply(method, errors.instance_closed(self.id, self.closed))
    return callback and reply:on_done(callback) or reply
  end
  params.id = self.id
  local reply = self.host:send_request(method, params, options)
  return callback and reply:on_done(callback) or reply
end

local function arguments_and_callback(arguments, callback)
  if type(arguments) == "function" then
    return nil, arguments
  end
  return sent(arguments), callback
end

--- Sends an input, and waits for nothing. The reply ends when the input has finished; it fails with an
--- error of kind "input_rejected". A rejection that nobody asks for is shown with |vim.notify()|.
---@param input string
---@param arguments? table by name, or in order
---@param callback? fun(err: viewmodel_host.Error|nil)
---@return viewmodel_host.Reply
---@overload fun(self: viewmodel_host.Instance, input: string, callback: fun(err: viewmodel_host.Error|nil)): viewmodel_host.Reply
function Instance:input(input, arguments, callback)
  arguments, callback = arguments_and_callback(arguments, callback)
  local reply
  if self.closed then
    local err = errors.instance_closed(self.id, self.closed)
    reply = self.host:ended_reply(self.id .. "." .. input, err)
  else
    reply = self.host:send_input(self.id, input, arguments)
  end
  return callback and reply:on_done(callback) or reply
end

--- Calls an input. The reply ends with what the input returned, after the change that it made.
---@param input string
---@param arguments? table by name, or in order
---@param callback? fun(err: viewmodel_host.Error|nil, value: any)
---@return viewmodel_host.Reply
---@overload fun(self: viewmodel_host.Instance, input: string, callback: fun(err: viewmodel_host.Error|nil, value: any)): viewmodel_host.Reply
function Instance:call(input, arguments, callback)
  arguments, callback = arguments_and_callback(arguments, callback)
  local options = {
    label = self.id .. "." .. input,
    convert = function(result)
      return shape.member(result, "value", "any", "viewModel/call")
    end,
  }
  return self:ask("viewModel/call", { input = input, arguments = arguments }, options, callback)
end

--- Asks what an input would do; nothing of it is done. The reply ends with the messages that the host would send, or
--- with how its process would end.
---@param input string
---@param arguments? table by name, or in order
---@param callback? fun(err: viewmodel_host.Error|nil, trial: viewmodel_host.Trial)
---@return viewmodel_host.Reply
---@overload fun(self: viewmodel_host.Instance, input: string, callback: fun(err: viewmodel_host.Error|nil, trial: viewmodel_host.Trial)): viewmodel_host.Reply
function Instance:try(input, arguments, callback)
  arguments, callback = arguments_and_callback(arguments, callback)
  local options = { convert = shape.trial }
  return self:ask("viewModel/try", { input = input, arguments = arguments }, options, callback)
end

--- Asks for the whole state as the host sees it. If the mirror differs, it takes that over.
---@param callback? fun(err: viewmodel_host.Error|nil, snapshot: viewmodel_host.Snapshot)
---@return viewmodel_host.Reply
function Instance:snapshot(callback)
  return self:ask("viewModel/snapshot", {}, self.host:taking_snapshot(self), callback)
end

--- Chooses the outputs that are part of the state, and of lists the rows.
---@param outputs (string|viewmodel_host.ObservedOutput)[]
---@param callback? fun(err: viewmodel_host.Error|nil)
---@return viewmodel_host.Reply
function Instance:observe(outputs, callback)
  local options = {
    convert = function()
      self.creation.observe = outputs
    end,
  }
  return self:ask("viewModel/observe", { observe = outputs }, options, callback)
end

--- Moves the window through which a list is observed. The reply ends with where it stands then; the state has its rows
--- by that time.
---@param output string
---@param offset integer the first row, counted from 0; what no list reaches stands for its end
---@param limit integer how many rows at most
---@param callback? fun(err: viewmodel_host.Error|nil, place: viewmodel_host.WindowPlace)
---@return viewmodel_host.Reply
function Instance:move_window(output, offset, limit, callback)
  local options = {
    convert = function(result)
      self.creation.observe = windows.moved(self.creation.observe, output, offset, limit)
      return shape.window_place(result)
    end,
  }
  local params = { output = output, offset = offset, limit = limit }
  return self:ask("viewModel/window", params, options, callback)
end

--- Ends the instance, and those that use it. One that is gone already is no error.
---@param callback? fun(err: viewmodel_host.Error|nil)
---@return viewmodel_host.Reply
function Instance:dispose(callback)
  local reply = self.host:dispose(self)
  return callback and reply:on_done(callback) or reply
end

--- Calls back when a turn has changed the state, after the whole turn was applied, to all instances.
--- As all the others, it returns a function that ends the registration.
---@param callback fun(change: viewmodel_host.Change)
---@return fun() off
function Instance:on_change(callback)
  return self.handlers:add("change", callback)
end

--- Calls back for events: those of one name, or all. After the change of the same turn. The host is asked whether
--- there is an event of that name; if there is none, that is shown with |vim.notify()|.
---@param name string
---@param callback fun(event: viewmodel_host.Event)
---@return fun() off
---@overload fun(self: viewmodel_host.Instance, callback: fun(event: viewmodel_host.Event)): fun()
function Instance:on_event(name, callback)
  if callback == nil then
    return self.handlers:add("event", name)
  end
  local off = self.handlers:add("event", function(event)
    if event.name == name then
      callback(event)
    end
  end)
  self.host:check_event(self.name, name)
  return off
end

--- Calls back for inputs that failed.
---@param callback fun(err: viewmodel_host.Error)
---@return fun() off
function Instance:on_rejected(callback)
  return self.handlers:add("rejected", callback)
end

--- Calls back for an error inside the ViewModel that no output carries. The instance lives on.
---@param callback fun(failure: viewmodel_host.Failure)
---@return fun() off
function Instance:on_failed(callback)
  return self.handlers:add("failed", callback)
end

--- Calls back with the reason, once, when the instance is gone.
---@param callback fun(reason: string)
---@return fun() off
function Instance:on_closed(callback)
  return self.handlers:add("closed", callback)
end

--- Calls back with the reason when the state cannot be trusted any more: an update did not fit, and the whole state
--- could not be had. `instance.stale` is the reason until it could; then the change is `resynced`.
---@param callback fun(reason: string)
---@return fun() off
function Instance:on_stale(callback)
  return self.handlers:add("stale", callback)
end

--- Calls back with the number of events that were lost because nobody read for long.
---@param callback fun(count: integer)
---@return fun() off
function Instance:on_dropped(callback)
  return self.handlers:add("dropped", callback)
end

return M
