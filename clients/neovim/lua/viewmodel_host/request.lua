--- Something asked of a host and not answered yet: it ends once, with a value or an error.

local errors = require("viewmodel_host.errors")

local uv = vim.uv or vim.loop

local M = {}

local SLICE = 100 -- milliseconds

--- How long `wait` waits where its caller does not say.
M.TIMEOUT = 30000

---@class viewmodel_host.Request
---@field done boolean
---@field err? viewmodel_host.Error
---@field value? any
---@field private host viewmodel_host.Host
---@field private method string
---@field private id? integer
local Request = {}
Request.__index = Request

---@param host viewmodel_host.Host
---@param method string
---@param callback? fun(err: viewmodel_host.Error|nil, value: any)
---@return viewmodel_host.Request
function M.new(host, method, callback)
  host.last_number = host.last_number + 1
  local self = { host = host, method = method, number = host.last_number, done = false }
  self.callbacks = { callback }
  return setmetatable(self, Request)
end

--- Waits for its end: returns the value, or raises the error. One that takes too long, or is ended with CTRL-C, is given
--- up, and a call is cancelled in the host.
---@param timeout? integer in milliseconds; 30000 if left out
---@return any
function Request:wait(timeout)
  assert(not vim.in_fast_event(), "viewmodel_host: nothing can be waited for in a fast event")
  self.host:wake()
  local deadline = uv.hrtime() + (timeout or M.TIMEOUT) * 1e6
  local why
  repeat
    local _
    -- In slices, as Nvim looks for CTRL-C only at the end of a wait; and with a look at the clock, as a wait counts whole
    -- milliseconds, and does not end while many short events follow each other.
    _, why = vim.wait(SLICE, function()
      return self.done or uv.hrtime() >= deadline
    end, 20)
  until self.done or why == -2 or uv.hrtime() >= deadline
  if not self.done then
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
---@return viewmodel_host.Request itself
function Request:on_done(callback)
  if self.done then
    self.host:later(function()
      callback(self.err, self.value)
    end)
  else
    table.insert(self.callbacks, callback)
  end
  return self
end

--- Gives a call up: it ends with an error of kind "cancelled", when the host has cancelled it.
function Request:cancel()
  if self.method == "viewModel/call" and not self.is_settled and not self.host.error then
    self.host:send({ method = "$/cancelRequest", params = { id = self.number } })
  end
end

-- What it ends with; nothing if it has ended already.
function Request:settle(err, value)
  if self.is_settled then
    return
  end
  self.is_settled = true
  self.host:later(function()
    self.done, self.err, self.value = true, err, value
    for _, callback in ipairs(self.callbacks) do
      self.host:guarded(function()
        callback(err, value)
      end)
    end
  end)
end

return M
