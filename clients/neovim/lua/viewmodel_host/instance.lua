--- One living object of a ViewModel, with its state as of the last update that has arrived.

local errors = require("viewmodel_host.errors")
local listeners = require("viewmodel_host.listeners")
local requests = require("viewmodel_host.request")

local M = {}

---@class viewmodel_host.Change
---@field id string
---@field revision integer
---@field before table the state before
---@field state table
---@field patch table[]|userdata the operations; |vim.NIL|: the state came whole, as after a restart

---@class viewmodel_host.Event
---@field id string
---@field name string
---@field value any

---@class viewmodel_host.Instance
---@field id string
---@field name string of the ViewModel
---@field state table never changed in place; do not change it
---@field revision integer
---@field closed? string why it is gone
---@field host viewmodel_host.Host
---@field on_change fun(self, callback: fun(change: viewmodel_host.Change)): fun() returns what ends the registration
---@field on_event fun(self, callback: fun(event: viewmodel_host.Event)): fun()
---@field on_dropped_events fun(self, callback: fun(count: integer)): fun()
---@field on_rejected fun(self, callback: fun(err: viewmodel_host.Error)): fun()
---@field on_failed fun(self, callback: fun(err: viewmodel_host.Error)): fun()
---@field on_closed fun(self, callback: fun(reason: string)): fun()
local Instance = listeners.class({ "change", "event", "dropped_events", "rejected", "failed", "closed" })
function Instance:__tostring()
  local what = self.closed and "closed: " .. self.closed or vim.inspect(self.state, { newline = "", indent = "" })
  return ("<viewmodel_host.Instance %s of %s, %s>"):format(self.id, self.name, what)
end

--- What is sent for an empty table, which could be a list or an object: nothing.
local function sent(arguments)
  return arguments and next(arguments) ~= nil and arguments or nil
end
M.sent = sent

---@param host viewmodel_host.Host
---@param params table of `viewModel/create`
---@param options? viewmodel_host.CreateOptions
---@return viewmodel_host.Instance
function M.new(host, params, options)
  host.last_instance = host.last_instance + 1
  local self = setmetatable({ name = params.name, params = params, number = host.last_instance }, Instance)
  listeners.init(self, host, options)
  return self
end

-- Takes a whole state over.
function Instance:take(entry)
  local before = self.state
  self.id, self.state, self.revision = entry.id, entry.state, entry.revision
  self.params.id, self.closed = entry.id, nil
  self.host.instances[entry.id] = self
  if before then
    self:changed(before, vim.NIL)
  end
end

function Instance:changed(before, patch)
  listeners.tell(self, "change", {
    id = self.id,
    revision = self.revision,
    before = before,
    state = self.state,
    patch = patch,
  })
end

--- Why it cannot be asked, if it cannot.
local function obstacle(self)
  return self.closed and errors.new("instance_closed", ("the instance %s is closed: %s"):format(self.id, self.closed))
end

local function ask(self, method, params, callback, take)
  local problem = obstacle(self)
  if problem then
    local request = requests.new(self.host, method, callback)
    request:settle(problem)
    return request
  end
  params.id = self.id
  return self.host:ask(method, params, callback, take)
end


--- Sends an input, and waits for nothing. If it fails, that is news: on_rejected. Raises an error when the host or the
--- instance is gone.
---@param input string
---@param arguments? table by name, or in order
function Instance:input(input, arguments)
  local problem = obstacle(self) or self.host.error
  if problem then
    error(problem, 0)
  end
  local params = { id = self.id, input = input, arguments = sent(arguments) }
  self.host:send({ method = "viewModel/input", params = params })
end

--- Calls an input. The request ends with what it returned, after the change that it made.
---@param input string
---@param arguments? table by name, or in order
---@param callback? fun(err: viewmodel_host.Error|nil, value: any)
---@return viewmodel_host.Request
function Instance:call(input, arguments, callback)
  local params = { input = input, arguments = sent(arguments) }
  return ask(self, "viewModel/call", params, callback, function(err, result)
    return err, result and result.value
  end)
end

--- What an input would do, of which nothing is done: `{ messages }` or `{ crashed }`.
---@param input string
---@param arguments? table
---@return viewmodel_host.Request
function Instance:try_input(input, arguments, callback)
  return ask(self, "viewModel/try", { input = input, arguments = sent(arguments) }, callback)
end

--- The whole state, from the host: `{ id, revision, state }`.
---@return viewmodel_host.Request
function Instance:snapshot(callback)
  return ask(self, "viewModel/snapshot", {}, callback)
end

--- Chooses the outputs that are part of the state, and of lists the rows.
---@param outputs (string|table)[]
---@return viewmodel_host.Request
function Instance:observe(outputs, callback)
  return ask(self, "viewModel/observe", { observe = outputs }, callback, function(err)
    if not err then
      self.params.observe = outputs
    end
    return err
  end)
end

--- Moves the window through which a list is observed. Ends with where it is: `{ total, offset, limit }`.
---@param output string
---@param offset integer the first row, counted from 0
---@param limit integer
---@return viewmodel_host.Request
function Instance:move_window(output, offset, limit, callback)
  return ask(self, "viewModel/window", { output = output, offset = offset, limit = limit }, callback)
end

--- Ends the instance, and those that use it. One that is gone already is no error.
---@return viewmodel_host.Request
function Instance:dispose(callback)
  local reason = "it was disposed"
  if self.closed or self.host.error then
    self.host:forget(not self.closed and self.id, reason)
    local request = requests.new(self.host, "viewModel/dispose", callback)
    request:settle()
    return request
  end
  return self.host:ask("viewModel/dispose", { id = self.id }, callback, function(err)
    if not err or err.code == errors.codes.UNKNOWN_INSTANCE then
      self.host:forget(self.id, reason)
      return nil
    end
    return err
  end)
end

--- Waits for a state: ends with the first that the predicate holds for, the present one included.
---@param predicate fun(state: table): boolean
---@param callback? fun(err: viewmodel_host.Error|nil, state: table)
---@return viewmodel_host.Request
function Instance:until_state(predicate, callback)
  local request = requests.new(self.host, "until_state", callback)
  local problem = obstacle(self) or self.host.error
  if problem or predicate(self.state) then
    request:settle(problem, self.state)
    return request
  end
  self.host.requests[request] = request
  local off_change, off_closed
  local function settle(err)
    off_change()
    off_closed()
    self.host.requests[request] = nil
    request:settle(err, self.state)
  end
  off_change = self:on_change(function(change)
    if predicate(change.state) then
      settle()
    end
  end)
  off_closed = self:on_closed(function()
    settle(obstacle(self))
  end)
  return request
end

return M
