--- Requests to a host, each of which ends once, with a value or an error, and those of a host, which the functions in
--- `services` of |viewmodel_host.start()| answer.

local errors = require("viewmodel_host.errors")

local uv = vim.uv or vim.loop

local M = {}

---@class viewmodel_host.Request
---@field done boolean
---@field err? viewmodel_host.Error
---@field value? any
local Request = {}
Request.__index = Request

function M.new(host, method, callback)
  return setmetatable({ host = host, method = method, done = false, callbacks = { callback } }, Request)
end

--- Waits for its end: returns the value, or raises the error. After the timeout, or CTRL-C, it fails, and a call is
--- cancelled in the host.
---@param timeout? integer in milliseconds; 30000 if left out
---@return any
function Request:wait(timeout)
  assert(not vim.in_fast_event(), "viewmodel_host: nothing can be waited for in a fast event")
  self.host:wake()
  local deadline = uv.hrtime() + (timeout or 30000) * 1e6
  -- Nvim checks for CTRL-C only when a wait times out: so the first does that at once, and the others are short. A wait
  -- counts whole milliseconds, and does not end during many short events, so the condition checks the clock.
  local _, why = vim.wait(0)
  while not self.done and why ~= -2 and uv.hrtime() < deadline do
    _, why = vim.wait(100, function()
      return self.done or uv.hrtime() >= deadline
    end, 20)
  end
  if not self.done or why == -2 then
    local kind = why == -2 and "interrupted" or "timeout"
    local err = errors.new(kind, self.method .. " was not answered in time")
    self:cancel()
    self:settle(err)
    error(err, 0)
  elseif self.err then
    error(self.err, 0)
  end
  return self.value
end

--- Calls back with its end, also if it has ended.
---@param callback fun(err: viewmodel_host.Error|nil, value: any)
function Request:on_done(callback)
  if self.is_settled then
    self.host:later(function()
      callback(self.err, self.value)
    end)
  else
    table.insert(self.callbacks, callback)
  end
  return self
end

--- Cancels a call in the host: it fails with an error of kind "cancelled", unless it ends before. Other requests continue.
function Request:cancel()
  if self.method == "viewModel/call" and not self.is_settled and not self.host.error then
    self.host:send({ method = "$/cancelRequest", params = { id = self.number } })
  end
end

-- Ends the request, unless it has ended, and returns it.
function Request:settle(err, value)
  if self.is_settled then
    return self
  end
  self.is_settled = true
  self.host:later(function()
    self.done, self.err, self.value = true, err, value
  end)
  for _, callback in ipairs(self.callbacks) do
    self:on_done(callback)
  end
  return self
end

---@alias viewmodel_host.Service fun(arguments: table, call: viewmodel_host.ServiceCall): any
--- Returns the result (|vim.NIL| for null), raises |viewmodel_host.ServiceError()|, or returns nil and answers later.

---@class viewmodel_host.ServiceCall
---@field id string
---@field service string
---@field instance? viewmodel_host.Instance the one that asks
---@field cancelled boolean whether an answer is not needed any more
local Call = {}
Call.__index = Call

local function answer(self, message)
  if self.host.calls[self.id] == self and not self.host.error then
    message.id = self.id
    self.host:send(message)
  end
  self.host.calls[self.id] = nil
end

function Call:respond(result)
  answer(self, { result = result == nil and vim.NIL or result })
end

--- Answers with an error. One without a code, such as a string, gets the code -32000.
function Call:fail(err)
  err = type(err) == "table" and err.code and err or { code = -32000, message = tostring(err) }
  answer(self, { error = { code = err.code, message = err.message, data = err.data } })
end

--- Calls back when the host cancels the call, or has ended.
function Call:on_cancel(callback)
  table.insert(self.callbacks, callback)
end

function Call:cancel()
  self.cancelled = true
  self:fail({ code = errors.codes.CANCELLED, message = "Cancelled" })
  for _, callback in ipairs(self.callbacks) do
    self.host:later(callback)
  end
end

--- Has the service that a request of the host names answer it.
function M.serve(host, id, method, params)
  local call = setmetatable({ host = host, id = id, service = params.service, cancelled = false, callbacks = {} }, Call)
  call.instance, host.calls[id] = host.instances[params.id], call
  local service = method == "service/call" and (host.options.services or {})[params.service]
  if not service then
    local message = "there is no " .. (params.service or method)
    return call:fail({ code = errors.codes.METHOD_NOT_FOUND, message = message })
  end
  host:later(function()
    if call.cancelled then
      return
    end
    local ok, problem = pcall(function()
      local result = service(params.arguments, call)
      if result ~= nil then
        call:respond(result)
      end
    end)
    if not ok then
      call:fail(problem)
    end
  end)
end

return M
