--- The requests of a host, which the functions in `services` of |viewmodel_host.start()| answer.

local errors = require("viewmodel_host.errors")

local M = {}

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

function M.called(host, id, method, params)
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
