--- What can be asked of a host.

local creation = require("viewmodel_host.creation")
local mirror = require("viewmodel_host.mirror")
local shape = require("viewmodel_host.shape")

---@class viewmodel_host.Host
local Requests = {}

local function with(reply, callback)
  return callback and reply:on_done(callback) or reply
end

--- The names of the catalog.
---@param callback? fun(err: viewmodel_host.Error|nil, names: string[])
---@return viewmodel_host.Reply
function Requests:list(callback)
  return with(self:send_request("viewModel/list", nil, { convert = shape.names }), callback)
end

--- What a ViewModel takes and has: parameters, uses, inputs, outputs, events.
---@param name string
---@param callback? fun(err: viewmodel_host.Error|nil, description: table)
---@return viewmodel_host.Reply
function Requests:describe(name, callback)
  return with(self:send_request("viewModel/describe", { name = name }), callback)
end

--- Creates an instance. The reply ends with it.
---@param name string of the ViewModel
---@param options? viewmodel_host.CreateOptions
---@param callback? fun(err: viewmodel_host.Error|nil, instance: viewmodel_host.Instance)
---@return viewmodel_host.Reply
---@overload fun(self: viewmodel_host.Host, name: string, callback: fun(err: viewmodel_host.Error|nil, instance: viewmodel_host.Instance)): viewmodel_host.Reply
function Requests:create(name, options, callback)
  if type(options) == "function" then
    options, callback = nil, options
  end
  return with(creation.create(self, name, options or {}), callback)
end

--- Moves the virtual clock of a host that was started with `--clock virtual`. The reply ends with the
--- milliseconds since its start, after all that fell due has happened.
---@param milliseconds number
---@param callback? fun(err: viewmodel_host.Error|nil, now: number)
---@return viewmodel_host.Reply
function Requests:advance(milliseconds, callback)
  local options = {
    convert = function(result)
      return shape.member(result, "now", "any", "clock/advance")
    end,
  }
  local params = { milliseconds = milliseconds }
  return with(self:send_request("clock/advance", params, options), callback)
end

--- The reply ends when all that was sent before has been handled.
---@param callback? fun(err: viewmodel_host.Error|nil)
---@return viewmodel_host.Reply
function Requests:ping(callback)
  return with(self:send_request("ping"), callback)
end

--- What the last turns of a supervised host came from.
---@param count? integer how many; 100 if left out
---@param callback? fun(err: viewmodel_host.Error|nil, turns: viewmodel_host.Turns)
---@return viewmodel_host.Reply
---@overload fun(self: viewmodel_host.Host, callback: fun(err: viewmodel_host.Error|nil, turns: viewmodel_host.Turns)): viewmodel_host.Reply
function Requests:turns(count, callback)
  if type(count) == "function" then
    count, callback = nil, count
  end
  local params = count and { count = count } or nil
  return with(self:send_request("session/turns", params, { convert = shape.turns }), callback)
end

--- Takes the last input of a supervised host back, with what has followed it, in all instances. The reply ends with the
--- turn after which the session is, and the instances that are there again.
---@param callback? fun(err: viewmodel_host.Error|nil, rewound: viewmodel_host.Rewound)
---@return viewmodel_host.Reply
function Requests:undo(callback)
  return with(creation.rewind(self, "session/undo"), callback)
end

--- Does the next input that was taken back again, with what has followed it.
---@param callback? fun(err: viewmodel_host.Error|nil, rewound: viewmodel_host.Rewound)
---@return viewmodel_host.Reply
function Requests:redo(callback)
  return with(creation.rewind(self, "session/redo"), callback)
end

--- Goes to the end of a turn, be it one that was taken back.
---@param turn integer
---@param callback? fun(err: viewmodel_host.Error|nil, rewound: viewmodel_host.Rewound)
---@return viewmodel_host.Reply
function Requests:rewind(turn, callback)
  return with(creation.rewind(self, "session/rewind", { turn = turn }), callback)
end

--- Any other request. The reply ends with the result as it came.
---@param method string
---@param params? table
---@param callback? fun(err: viewmodel_host.Error|nil, result: any)
---@return viewmodel_host.Reply
function Requests:request(method, params, callback)
  if params and next(params) == nil then
    params = nil
  end
  return with(self:send_request(method, params), callback)
end

--- Sends all that the function sends as one message: one turn, and so one update. Nothing in it can be
--- waited for inside. If the function raises an error nothing is sent.
---@param body fun()
function Requests:batch(body)
  self.connection:batch(body)
end

--- Calls back once when the host has ended by itself, or cannot be understood; see |viewmodel_host.Host:restart()|.
--- If nobody listens it is shown with |vim.notify()|.
---@param callback fun(err: viewmodel_host.Error)
---@return fun() off ends the registration
function Requests:on_died(callback)
  return self.handlers:add("died", callback)
end

--- Calls back for inputs of any instance that failed, and for answers of services that the host
--- could not use.
---@param callback fun(err: viewmodel_host.Error)
---@return fun() off
function Requests:on_rejected(callback)
  return self.handlers:add("rejected", callback)
end

--- Calls back for errors inside the ViewModel of any instance.
---@param callback fun(failure: viewmodel_host.Failure)
---@return fun() off
function Requests:on_failed(callback)
  return self.handlers:add("failed", callback)
end

--- Calls back when the process of a supervised host has ended, and another one goes on. If nobody listens that is shown.
---@param callback fun(crash: viewmodel_host.Restarted)
---@return fun() off
function Requests:on_restarted(callback)
  return self.handlers:add("restarted", callback)
end

--- Calls back for the lines of the host's log, as far as `log` of start() asks for them. If nobody listens, warnings
--- and errors are shown.
---@param callback fun(line: viewmodel_host.LogLine)
---@return fun() off
function Requests:on_log(callback)
  return self.handlers:add("log", callback)
end

-- What follows is for the other modules of this plugin.

--- A reply of the conversation that goes on now.
---@param label string
---@return viewmodel_host.Reply
function Requests:new_reply(label)
  return self.connection:new_reply(label)
end

--- A reply that ends soon: with an error, or with nothing.
---@param label string
---@param err? viewmodel_host.Error
---@return viewmodel_host.Reply
function Requests:ended_reply(label, err)
  local reply = self:new_reply(label)
  reply:settle(err)
  self.transport:hand_over()
  return reply
end

---@param method string
---@param params? table
---@param options? viewmodel_host.RequestOptions
---@return viewmodel_host.Reply
function Requests:send_request(method, params, options)
  return self.connection:request(method, params, options)
end

---@param id string
---@param input string
---@param arguments? table
---@return viewmodel_host.Reply ends with the input's `seq`
function Requests:send_input(id, input, arguments)
  local reply = self:new_reply(id .. "." .. input)
  local seq = self.last_seq + 1
  local params = { id = id, input = input, arguments = arguments, seq = seq }
  self.connection:notify("viewModel/input", params, reply)
  self.last_seq = seq
  self.inputs[seq] = reply
  return reply
end

--- Ends the reply of an input, if the seq is of one.
---@param seq any
---@param err? viewmodel_host.Error
---@return viewmodel_host.Reply|nil
function Requests:settle_input(seq, err)
  local reply = self.inputs[seq]
  if reply then
    self.inputs[seq] = nil
    reply:settle(err)
  end
  return reply
end

--- What is done with the answer to `viewModel/snapshot`.
---@param instance viewmodel_host.Instance
---@return viewmodel_host.RequestOptions
function Requests:taking_snapshot(instance)
  return {
    convert = function(result)
      local snapshot = shape.snapshot(result, "viewModel/snapshot")
      instance.fetching = false
      if not instance.in_step or snapshot.revision ~= instance.revision then
        instance.handlers:tell("change", mirror.take(instance, snapshot, "resynced"))
      end
      return snapshot
    end,
  }
end

local function warn(text)
  vim.notify("viewmodel_host: " .. text, vim.log.levels.WARN)
end

--- Fetches the whole state of an instance that an update did not fit. If it cannot be had the instance is stale, which
--- is told once; the next update has it fetched again.
---@param instance viewmodel_host.Instance
---@param why string
function Requests:resync(instance, why)
  if instance.fetching then
    return
  end
  instance.fetching = true
  if not instance.stale then
    warn(("%s is out of step, and is fetched anew: %s"):format(instance.id, why))
  end
  local options = self:taking_snapshot(instance)
  options.failed = function(_, text)
    instance.fetching = false
    if not instance.stale then
      instance.stale = ("%s; and it could not be fetched anew: %s"):format(why, text)
      if not instance.handlers:tell("stale", instance.stale) then
        warn(("the state of %s is stale: %s"):format(instance.id, instance.stale))
      end
    end
  end
  self.connection:request("viewModel/snapshot", { id = instance.id }, options, true)
end

--- Tells those who listen to an instance, and those who listen to all.
---@param id string
---@param kind string
---@param value any
---@return boolean whether there is anybody
function Requests:tell(id, kind, value)
  local instance = self.instances[id]
  local told = instance ~= nil and instance.handlers:tell(kind, value)
  return self.handlers:tell(kind, value) or told
end

--- Shows a warning if a ViewModel has no such event, when the host has said which it has.
---@param view_model string
---@param event string
function Requests:check_event(view_model, event)
  self:send_request("viewModel/describe", { name = view_model }):after(function(err, description)
    local names = {}
    for index, each in ipairs(not err and description.events or {}) do
      names[index] = each.name
    end
    if not err and not vim.tbl_contains(names, event) then
      local has = #names > 0 and table.concat(names, ", ") or "none"
      local text = "viewmodel_host: %s has no event %s; it has %s"
      vim.notify(text:format(view_model, event, has), vim.log.levels.WARN)
    end
  end)
end

--- An instance is gone: who listens to it hears the reason.
---@param id string
---@param reason string
function Requests:forget(id, reason)
  local instance = self.instances[id]
  if instance then
    self.instances[id] = nil
    self.gone[id] = instance
    instance.closed = reason
    instance.handlers:tell("closed", reason)
  end
end

---@param instance viewmodel_host.Instance
---@return viewmodel_host.Reply
function Requests:dispose(instance)
  return creation.dispose(self, instance)
end

return Requests
