--- A host, and the instances in it.

local Connection = require("viewmodel_host.connection")
local errors = require("viewmodel_host.errors")
local instances = require("viewmodel_host.instance")
local json = require("viewmodel_host.json")
local listeners = require("viewmodel_host.listeners")

---@class viewmodel_host.StartOptions
---@field command? string|string[] a program, or one with its arguments
---@field cwd? string its working directory
---@field env? table<string, string> added to the environment of Nvim
---@field log? '"debug"'|'"info"'|'"warning"'|'"error"'|'"off"' the least level of on_log; "warning" if left out
---@field record? string a file or folder, as of `--record`
---@field supervised? boolean another process continues when the host's ends
---@field services? table<string, viewmodel_host.Service> by name
--- Members `on_…` register callbacks, as the methods of the host do.

---@class viewmodel_host.Host
---@field ready viewmodel_host.Request ends with the result of `initialize`
---@field info? table that result
---@field pid integer
---@field error? viewmodel_host.Error why the host accepts no requests any more
---@field instances table<string, viewmodel_host.Instance> the open ones, by id
---@field on_died fun(self, callback: fun(err: viewmodel_host.Error)): fun() it ended on its own, or broke the protocol
---@field on_rejected fun(self, callback: fun(err: viewmodel_host.Error)): fun() an input, or the answer of a service
---@field on_failed fun(self, callback: fun(err: viewmodel_host.Error)): fun() an error inside a ViewModel
---@field on_log fun(self, callback: fun(line: table)): fun()
---@field on_restarted fun(self, callback: fun(params: table)): fun() another process of a supervised host continues
---@field on_resumed fun(self, callback: fun(resumed: table)): fun() it continues a session: `turn`, `opened`
local Host = listeners.class({ "died", "rejected", "failed", "log", "restarted", "resumed" })
setmetatable(Host, Connection)

function Host.start(options)
  options = vim.tbl_extend("keep", options or {}, require("viewmodel_host").config)
  local self = setmetatable({
    options = options,
    instances = {},
    gone = setmetatable({}, { __mode = "v" }), -- closed instances by id, which an undo may open again
    due = {},
    first_due = 1,
    last_due = 0,
  }, Host)
  listeners.init(self, self, options)
  self:launch()
  return self
end

-- The result of an undo and the like, with the instances that are open again.
function Host:reopen(result)
  local opened = vim.tbl_map(function(entry)
    local instance = self.gone[entry.id] or instances.new(self, { name = entry.name })
    instance:take(entry)
    return instance
  end, result.opened or {})
  return { turn = result.turn, opened = opened }
end

function Host:forget(id, reason)
  local instance = self.instances[id]
  if instance then
    self.instances[id], self.gone[id] = nil, instance
    instance.closed = reason
    listeners.notify(instance, "closed", reason)
  end
end

-- Applies a whole turn, and notifies first its changes, then its events.
function Host:update(updates)
  for _, update in ipairs(updates) do
    local instance = self.instances[update.id]
    if instance then
      assert(update.revision == instance.revision + 1, "a revision is missing")
      instance.revision = update.revision
      if update.patch then
        local before = instance.state
        instance.state = json.patched(before, update.patch)
        instance:changed(before, update.patch[1].path == "" and vim.NIL or update.patch)
      end
    end
  end
  for _, update in ipairs(updates) do
    local instance = self.instances[update.id]
    for _, event in ipairs(instance and update.events or {}) do
      listeners.notify(instance, "event", { id = update.id, name = event.event, value = event.value })
    end
    if instance and update.droppedEvents then
      listeners.notify(instance, "dropped", update.droppedEvents)
    end
  end
end

function Host:notified(method, params)
  if method == "viewModel/update" then
    self:update(params.updates)
  elseif method == "viewModel/closed" then
    self:forget(params.id, params.reason)
  elseif method == "viewModel/rejected" or method == "viewModel/failed" then
    local kind = method:match("/(.*)")
    local err = errors.response(kind, params.error, { id = params.id, input = params.input })
    listeners.notify(self, kind, err, self.instances[params.id])
  elseif method == "service/rejected" and params.error.code ~= errors.codes.CANCELLED then
    local details = { call = params.id, service = params.service }
    listeners.notify(self, "rejected", errors.response("rejected", params.error, details))
  elseif method == "$/cancelRequest" and self.calls[params.id] then
    self.calls[params.id]:cancel()
  elseif method == "host/restarted" then
    params.message = "the host continues in another process: " .. params.reason
    listeners.notify(self, "restarted", params)
  elseif method == "host/resumed" then
    listeners.notify(self, "resumed", self:reopen(params))
  elseif method == "host/log" then
    listeners.notify(self, "log", params)
  end
end

---@class viewmodel_host.CreateOptions
---@field id? string chosen by the host if left out
---@field parameters? table
---@field uses? table<string, viewmodel_host.Instance|string> other instances, by their roles
---@field observe? (string|table)[] outputs; `{ output = …, window = { offset = 0, limit = 50 } }` for rows of a list
--- Members `on_…` register callbacks, as the methods of the instance do.

--- Creates an instance. The request ends with it.
---@param name string of the ViewModel
---@param options? viewmodel_host.CreateOptions
---@param callback? fun(err: viewmodel_host.Error|nil, instance: viewmodel_host.Instance)
---@return viewmodel_host.Request
---@overload fun(self: viewmodel_host.Host, name: string, callback: function): viewmodel_host.Request
function Host:create(name, options, callback)
  if type(options) == "function" then
    options, callback = {}, options
  end
  options = options or {}
  local uses = vim.tbl_map(function(other)
    return type(other) == "table" and other.id or other
  end, options.uses or {})
  local instance = instances.new(self, {
    name = name,
    id = options.id,
    parameters = instances.sent(options.parameters),
    uses = instances.sent(uses),
    observe = options.observe,
  }, options)
  return self:ask("viewModel/create", instance.params, callback, function(err, created, request)
    if err then
      return err
    end
    instance:take(created)
    if request.is_settled then -- its wait timed out
      instance:dispose()
    end
    return nil, instance
  end)
end

--- Sends any request. It ends with the result.
---@param method string
---@param params? table
---@param callback? fun(err: viewmodel_host.Error|nil, result: any)
function Host:request(method, params, callback)
  return self:ask(method, instances.sent(params), callback)
end

local function rewind(self, method, params, callback)
  return self:ask(method, params, callback, function(err, result)
    return err, result and self:reopen(result)
  end)
end

--- Undoes the last step of a supervised host's session. Ends with `{ turn, opened }`.
function Host:undo(callback)
  return rewind(self, "session/undo", nil, callback)
end

--- Redoes the step that was undone last.
function Host:redo(callback)
  return rewind(self, "session/redo", nil, callback)
end

--- Goes to the end of a turn.
---@param turn integer
function Host:rewind(turn, callback)
  return rewind(self, "session/rewind", { turn = turn }, callback)
end

--- Ends with what caused the last turns: `{ turn, turns, undone }`.
---@param count? integer
function Host:turns(count, callback)
  return self:ask("session/turns", count and { count = count }, callback)
end

--- Sends the inputs and calls of a function as one turn, which gives one update. If it raises an error, nothing is sent.
---@param body fun()
function Host:turn(body)
  local first, batch = self.last_number + 1, {}
  self.batch = batch
  local ok, problem = pcall(body)
  self.batch = nil
  if ok then
    return batch[1] and self:write("[" .. table.concat(batch, ",") .. "]")
  end
  for number = first, self.last_number do
    if self.requests[number] then
      self.requests[number]:settle(errors.new("cancelled", "the turn was not sent"))
      self.requests[number] = nil
    end
  end
  error(problem, 0)
end

--- Closes the host: pending requests fail. The returned request ends with the exit status.
---@param callback? fun(err: nil, exit_status: integer)
---@return viewmodel_host.Request
function Host:close(callback)
  self:finish(errors.new("closed", "the host was closed"))
  return callback and self.ending:on_done(callback) or self.ending
end

--- Starts the host again, whether it has ended or not, and creates its instances again, in order, with their ids,
--- parameters and uses, and with the outputs that were observed last. The request ends when all is done.
---@param callback? fun(err: viewmodel_host.Error|nil, info: table)
function Host:restart(callback)
  self:finish(errors.new("closed", "the host was restarted"))
  self.ending:settle(nil, self.process.exit_status)
  self:launch()
  local open = vim.tbl_values(self.instances)
  table.sort(open, function(left, right)
    return left.created_at < right.created_at
  end)
  for _, instance in ipairs(open) do
    self:ask("viewModel/create", instance.params, nil, function(err, created)
      if err then
        return self:forget(instance.id, err.message)
      end
      instance:take(created)
    end)
  end
  return self:ask("ping", nil, callback, function(err)
    return err, self.info
  end)
end

--- The last lines of its standard error, where ViewModels print.
function Host:stderr()
  return vim.list_slice(self.process.stderr)
end

return Host
