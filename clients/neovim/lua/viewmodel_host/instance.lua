--- An instance of a ViewModel, with its state as of the last update that has arrived.

local errors = require("viewmodel_host.errors")
local listeners = require("viewmodel_host.listeners")
local requests = require("viewmodel_host.request")

local uv = vim.uv or vim.loop

local M = {}

---@class viewmodel_host.Change
---@field id string
---@field revision integer
---@field before table the state before
---@field state table
---@field patch table[]|userdata |vim.NIL| where the whole state was sent, as after a restart

---@class viewmodel_host.Event
---@field id string
---@field name string
---@field value any

---@class viewmodel_host.Instance
---@field id string
---@field name string of the ViewModel
---@field state table never changed in place; do not change it
---@field revision integer
---@field closed? string why it is closed
---@field host viewmodel_host.Host
---@field on_change fun(self, callback: fun(change: viewmodel_host.Change)): fun() returns what ends the registration
---@field on_event fun(self, callback: fun(event: viewmodel_host.Event)): fun()
---@field on_dropped fun(self, callback: fun(count: integer)): fun()
---@field on_rejected fun(self, callback: fun(err: viewmodel_host.Error)): fun()
---@field on_failed fun(self, callback: fun(err: viewmodel_host.Error)): fun()
---@field on_closed fun(self, callback: fun(reason: string)): fun()
local Instance = listeners.class({ "change", "event", "dropped", "rejected", "failed", "closed" })

--- What to send for a table, nil if it is empty: it could be a list or an object.
function M.sent(arguments)
  if arguments == nil or (type(arguments) == "table" and next(arguments) == nil) then
    return nil
  elseif type(arguments) ~= "table" then
    error("viewmodel_host: arguments must be a table, by name or in order, not " .. vim.inspect(arguments), 3)
  end
  return arguments
end

function M.new(host, params, options)
  local self = setmetatable({ name = params.name, params = params, created_at = uv.hrtime() }, Instance)
  listeners.init(self, host, options)
  return self
end

-- Replaces the whole state, and opens the instance.
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
  local change = { id = self.id, revision = self.revision, before = before, state = self.state, patch = patch }
  listeners.notify(self, "change", change)
end

local function obstacle(self)
  return self.closed and errors.new("instance_closed", ("the instance %s is closed: %s"):format(self.id, self.closed))
    or self.host.error
end

local function ask(self, method, params, callback, take)
  params.id = self.id
  return self.host:ask(method, params, callback, take, obstacle(self))
end

--- Sends an input, and does not wait. Failures are reported to on_rejected. Raises an error when the host has ended or the
--- instance is closed.
---@param input string
---@param arguments? table by name, or in order
function Instance:input(input, arguments)
  local problem = obstacle(self)
  if problem then
    error(problem, 0)
  end
  local params = { id = self.id, input = input, arguments = M.sent(arguments) }
  self.host:send({ method = "viewModel/input", params = params })
end

--- Calls an input. The request ends with what it returned, after the change that it made.
---@param input string
---@param arguments? table by name, or in order
---@param callback? fun(err: viewmodel_host.Error|nil, value: any)
function Instance:call(input, arguments, callback)
  local params = { input = input, arguments = M.sent(arguments) }
  return ask(self, "viewModel/call", params, callback, function(err, result)
    return err, result and result.value
  end)
end

--- Ends with what an input would do, without an effect: `{ messages }` or `{ crashed }`.
function Instance:try_input(input, arguments, callback)
  return ask(self, "viewModel/try", { input = input, arguments = M.sent(arguments) }, callback)
end

--- Chooses the outputs in the state, and the rows of lists.
---@param outputs (string|table)[]
function Instance:observe(outputs, callback)
  return ask(self, "viewModel/observe", { observe = outputs }, callback, function(err)
    self.params.observe = not err and outputs or self.params.observe
    return err
  end)
end

--- Moves the window on a list. Ends with `{ total, offset, limit }`.
---@param output string
---@param offset integer of the first row, from 0
---@param limit integer
function Instance:move_window(output, offset, limit, callback)
  return ask(self, "viewModel/window", { output = output, offset = offset, limit = limit }, callback)
end

--- Ends the instance, and those that use it. It is no error if it is closed already.
function Instance:dispose(callback)
  if self.closed then
    return requests.new(self.host, "viewModel/dispose", callback):settle()
  end
  return ask(self, "viewModel/dispose", {}, callback, function(err)
    if err and err.code ~= errors.codes.UNKNOWN_INSTANCE then
      return err
    end
    self.host:forget(self.id, "it was disposed")
  end)
end

--- Ends with the first state, the present one included, for which the predicate holds.
---@param predicate fun(state: table): boolean
---@param callback? fun(err: viewmodel_host.Error|nil, state: table)
---@return viewmodel_host.Request
function Instance:until_state(predicate, callback)
  local request, ends = requests.new(self.host, "until_state", callback), {}
  local function check(state)
    local problem = obstacle(self)
    if problem or predicate(state) then
      for _, off in ipairs(ends) do
        off()
      end
      self.host.requests[request] = nil
      request:settle(problem, state)
    end
  end
  check(self.state)
  if not request.is_settled then
    self.host.requests[request] = request
    ends[1] = self:on_change(function(change)
      check(change.state)
    end)
    ends[2] = self:on_closed(function()
      check(self.state)
    end)
  end
  return request
end

return M
