--- A request: it ends once, with a value or an error.

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
  local _, why
  repeat
    -- Nvim checks for CTRL-C only at the end of a wait, so each is short. A wait counts whole milliseconds, and does not
    -- end during many short events, so the condition checks the clock.
    _, why = vim.wait(100, function()
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

--- Cancels a call in the host: it fails with an error of kind "cancelled", unless it ends before. Other requests go on.
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

return M
