--- What the host asks of this frontend.

local errors = require("viewmodel_host.errors")

local M = {}

---@alias viewmodel_host.Service fun(arguments: table, call: viewmodel_host.ServiceCall): any
--- Returns the result (|vim.NIL| for null), raises |viewmodel_host.ServiceError()|, or returns nothing and answers later.

---@class viewmodel_host.ServiceCall
---@field id string
---@field service string
---@field instance? viewmodel_host.Instance that asks
---@field cancelled boolean whether nobody waits for the answer any more
local Call = {}
Call.__index = Call

local function answer(self, message)
  if self.host.calls[self.id] == self then
    self.host.calls[self.id] = nil
    if not self.host.error then
      message.id = self.id
      self.host:send(message)
    end
  end
end

---@param result any
function Call:respond(result)
  answer(self, { result = result == nil and vim.NIL or result })
end

---@param err any a |viewmodel_host.ServiceError()|, or what stands for a failure with the code -32000
function Call:fail(err)
  if type(err) == "table" and err.code then
    answer(self, { error = { code = err.code, message = err.message, data = err.data } })
  else
    answer(self, { error = { code = -32000, message = tostring(err) } })
  end
end

--- Calls back when nobody waits for the answer any more.
---@param callback fun()
function Call:on_cancel(callback)
  table.insert(self.callbacks, callback)
end

function Call:cancel()
  self.cancelled = true
  answer(self, { error = { code = errors.codes.CANCELLED, message = "Cancelled" } })
  self.host.calls[self.id] = nil
  for _, callback in ipairs(self.callbacks) do
    self.host:later(callback)
  end
end

---@param host viewmodel_host.Host
function M.called(host, id, params)
  local call = setmetatable({
    host = host,
    id = id,
    service = params.service,
    instance = host.instances[params.id],
    cancelled = false,
    callbacks = {},
  }, Call)
  host.calls[id] = call
  local service = (host.options.services or {})[params.service]
  if not service then
    return answer(call, {
      error = { code = errors.codes.METHOD_NOT_FOUND, message = "there is no service " .. params.service },
    })
  end
  host:later(function()
    if call.cancelled then
      return
    end
    local ok, result = pcall(service, params.arguments, call)
    if not ok then
      call:fail(result)
    elseif result ~= nil then
      call:respond(result)
    end
  end)
end

return M
