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
      local ok, problem = pcall(self.host.send, self.host, message)
      if not ok then -- it has no form in JSON
        self.host:send({ id = self.id, error = { code = -32000, message = tostring(problem) } })
      end
    end
  end
end

function Call:respond(result)
  answer(self, { result = result == nil and vim.NIL or result })
end

--- Answers with a |viewmodel_host.ServiceError()|; what is none has the code -32000.
function Call:fail(err)
  local is_known = type(err) == "table" and err.code
  err = is_known and err or { code = -32000, message = tostring(err) }
  answer(self, { error = { code = err.code, message = err.message, data = err.data } })
end

--- Calls back when nobody waits for the answer any more.
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

---@param host viewmodel_host.Host
function M.called(host, id, params)
  local call = setmetatable({ host = host, id = id, service = params.service, callbacks = {} }, Call)
  call.instance, call.cancelled, host.calls[id] = host.instances[params.id], false, call
  local service = (host.options.services or {})[params.service]
  if not service then
    local message = "there is no service " .. params.service
    return call:fail({ code = errors.codes.METHOD_NOT_FOUND, message = message })
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
