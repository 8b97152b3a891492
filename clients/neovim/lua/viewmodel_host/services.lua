--- Answers what the host asks of this frontend.

local errors = require("viewmodel_host.errors")
local json = require("viewmodel_host.json")

local M = {}

---@class viewmodel_host.ServiceError
---@field code integer
---@field message string
---@field data? any

---@alias viewmodel_host.Service fun(arguments: table, call: viewmodel_host.ServiceCall): any, viewmodel_host.ServiceError?

--- A question of the host that waits for its answer. It is answered once: answers after the first, or
--- after a cancellation, are dropped.
---@class viewmodel_host.ServiceCall
---@field id string
---@field service string
---@field instance string? the id of the instance that asks; nil for something that the instances share
---@field cancelled boolean whether the host lost interest, or is gone
---@field private on_cancelled function[]
---@field private answered boolean
---@field private send fun(result: any, err?: viewmodel_host.ServiceError)
local ServiceCall = {}
ServiceCall.__index = ServiceCall
ServiceCall.__tostring = function(self)
  local state = self.cancelled and "cancelled" or self.answered and "answered" or "waiting"
  return ("<viewmodel_host.ServiceCall %s of %s, %s>"):format(self.id, self.service, state)
end

--- Answers with a result; nil is `null`. Raises an error for what has no form in JSON.
---@param result any
function ServiceCall:respond(result)
  self:answer(result == nil and vim.NIL or result)
end

--- Answers with an error.
---@param err viewmodel_host.ServiceError|string a message alone gets the code -32000
function ServiceCall:fail(err)
  if type(err) ~= "table" then
    err = { code = errors.codes.SERVICE_FAILED, message = tostring(err) }
  end
  local code = type(err.code) == "number" and err.code or errors.codes.SERVICE_FAILED
  local message = type(err.message) == "string" and err.message or vim.inspect(err)
  self:answer(nil, { code = code, message = message, data = err.data })
end

--- Calls a function when the host loses interest; at once if it has already. The answer is then given
--- by this client.
---@param callback fun()
function ServiceCall:on_cancel(callback)
  if self.cancelled then
    callback()
  else
    table.insert(self.on_cancelled, callback)
  end
end

---@private
function ServiceCall:answer(result, err)
  if not self.answered then
    self.send(result, err)
    self.answered = true
  end
end

---@class viewmodel_host.Services
---@field private handlers table<string, viewmodel_host.Service>
---@field private calls table<string, viewmodel_host.ServiceCall>
---@field private due viewmodel_host.Due
local Services = {}
Services.__index = Services

---@param handlers table<string, viewmodel_host.Service>
---@param due viewmodel_host.Due
---@return viewmodel_host.Services
function M.new(handlers, due)
  return setmetatable({ handlers = handlers, calls = {}, due = due }, Services)
end

--- The names for `initialize`.
---@return string[]
function Services:names()
  local names = vim.tbl_keys(self.handlers)
  table.sort(names)
  return names
end

--- What a handler raised, as the error to answer with. A table with a code is one already.
local function raised(problem)
  if type(problem) == "table" and problem.code then
    return problem
  end
  return type(problem) == "string" and problem or vim.inspect(problem)
end

---@param call viewmodel_host.ServiceCall
---@param arguments table
---@private
function Services:run(call, arguments)
  if call.cancelled then
    return
  end
  local handler = self.handlers[call.service]
  local ok, result, err = pcall(function()
    local result, err = handler(arguments, call)
    if result ~= nil then
      call:respond(result)
    end
    return result, err
  end)
  if not ok then
    call:fail(raised(result))
  elseif result == nil and err ~= nil then
    call:fail(err)
  end
end

--- A request of the host. The handler is called when the calls before it were made.
---@param id any
---@param method string
---@param params any
---@param connection viewmodel_host.Connection
function Services:requested(id, method, params, connection)
  local function refuse(code, message)
    connection:respond(id, nil, { code = code, message = message })
  end
  if method ~= "service/call" then
    return refuse(errors.codes.METHOD_NOT_FOUND, "This frontend has no method " .. method)
  end
  local service = json.is_object(params) and params.service
  if type(service) ~= "string" then
    return refuse(errors.codes.INVALID_PARAMS, "service/call names no service")
  elseif not self.handlers[service] then
    return refuse(errors.codes.METHOD_NOT_FOUND, "This frontend has no service " .. service)
  end
  local call = setmetatable({
    id = id,
    service = service,
    instance = params.id,
    cancelled = false,
    on_cancelled = {},
    answered = false,
  }, ServiceCall)
  call.send = function(result, err)
    connection:respond(id, result, err)
    self.calls[id] = nil
  end
  self.calls[id] = call
  self.due:push(function()
    self:run(call, json.is_object(params.arguments) and params.arguments or vim.empty_dict())
  end)
end

--- The host lost interest: the handler hears of it, and the call is answered here.
---@param id any
function Services:cancel(id)
  local call = self.calls[id]
  if not call then
    return -- it was answered meanwhile
  end
  call.cancelled = true
  call:fail({ code = errors.codes.CANCELLED, message = "Cancelled" })
  for _, callback in ipairs(call.on_cancelled) do
    self.due:push(callback)
  end
end

--- The host is gone: nobody waits for an answer any more.
function Services:cancel_all()
  for _, id in ipairs(vim.tbl_keys(self.calls)) do
    self:cancel(id)
  end
end

return M
