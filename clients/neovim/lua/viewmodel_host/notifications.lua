--- What the host tells: updates, rejections, failures, closings, its log.

local errors = require("viewmodel_host.errors")
local mirror = require("viewmodel_host.mirror")
local shape = require("viewmodel_host.shape")

local M = {}

---@class viewmodel_host.Failure
---@field id string
---@field code integer
---@field message string
---@field data? any

---@class viewmodel_host.LogLine
---@field level string
---@field message string

local function warn(format, ...)
  local text = "viewmodel_host: " .. format:format(...)
  vim.notify(text, vim.log.levels.WARN)
end

--- Tells those who listen to the instance, and those who listen to all.
local function tell(host, id, kind, value)
  local instance = host.instances[id]
  local told = instance ~= nil and instance.handlers:tell(kind, value)
  return host.handlers:tell(kind, value) or told
end

--- Applies an entry of an update; if it does not fit, asks for the whole state.
---@param host viewmodel_host.Host
---@param instance viewmodel_host.Instance
---@param update table
---@return viewmodel_host.Change|nil
local function apply(host, instance, update)
  local change, problem = mirror.apply(instance, update)
  if problem then
    host:resync(instance)
  end
  return change
end

local function announce(instance, update, change)
  if change then
    instance.handlers:tell("change", change)
  end
  for _, event in ipairs(mirror.events(update)) do
    instance.handlers:tell("event", event)
  end
  local dropped = update.droppedEvents
  if dropped ~= nil and not instance.handlers:tell("dropped", dropped) then
    warn("%s events of %s were dropped: nobody read them", tostring(dropped), instance.id)
  end
end

--- Applies what came before the answer to `create` that it belongs to, as it does in a batch.
---@param host viewmodel_host.Host
---@param instance viewmodel_host.Instance
function M.apply_early(host, instance)
  for _, update in ipairs(host.early[instance.id] or {}) do
    local newer = shape.member(update, "revision", "integer", "an update") > instance.revision
    announce(instance, update, newer and apply(host, instance, update) or nil)
  end
  host.early[instance.id] = nil
end

--- A turn: all of it is applied before any call is due.
local function updated(host, params)
  local updates = shape.member(params, "updates", "array", "viewModel/update")
  local seen = {}
  for _, update in ipairs(updates) do
    local id = shape.member(update, "id", "string", "viewModel/update")
    local instance = host.instances[id]
    if instance then
      local change = apply(host, instance, update)
      table.insert(seen, { instance = instance, update = update, change = change })
    elseif host.creating > 0 then
      host.early[id] = host.early[id] or {}
      table.insert(host.early[id], update)
    end
  end
  for _, entry in ipairs(seen) do
    announce(entry.instance, entry.update, entry.change)
  end
  for _, update in ipairs(updates) do
    for _, seq in ipairs(shape.optional_array(update, "done", "viewModel/update")) do
      host:settle_input(seq)
    end
  end
end

local function rejected(host, params)
  local where = "viewModel/rejected"
  local id = shape.member(params, "id", "string", where)
  local input = shape.member(params, "input", "string", where)
  local code, text, data = shape.error_parts(params, where)
  local err = errors.new("input_rejected", ("%s.%s: %s"):format(id, input, text), {
    id = id,
    input = input,
    seq = params.seq,
    code = code,
    data = data,
  })
  local told = tell(host, id, "rejected", err)
  local reply = host:settle_input(params.seq, err)
  if not told and not (reply and reply.awaited) and code ~= errors.codes.CANCELLED then
    warn("%s", err.message)
  end
end

local function service_rejected(host, params)
  local where = "service/rejected"
  local id = shape.member(params, "id", "string", where)
  local code, text, data = shape.error_parts(params, where)
  if code == errors.codes.CANCELLED then
    return -- the answer crossed the cancellation
  end
  local service = params.service and "the service " .. params.service or "a service"
  local message = ("the answer of %s to %s: %s"):format(service, id, text)
  local details = { id = id, service = params.service, code = code, data = data }
  local err = errors.new("service_rejected", message, details)
  if not host.handlers:tell("rejected", err) then
    warn("%s", message)
  end
end

local function failed(host, params)
  local id = shape.member(params, "id", "string", "viewModel/failed")
  local code, text, data = shape.error_parts(params, "viewModel/failed")
  local failure = { id = id, code = code, message = text, data = data }
  if not tell(host, id, "failed", failure) then
    warn("%s failed: %s", id, text)
  end
end

local function closed(host, params)
  local id = shape.member(params, "id", "string", "viewModel/closed")
  host:forget(id, shape.member(params, "reason", "string", "viewModel/closed"))
end

local function logged(host, params)
  host.handlers:tell("log", {
    level = shape.member(params, "level", "string", "host/log"),
    message = shape.member(params, "message", "string", "host/log"),
  })
end

local ACTIONS = {
  ["viewModel/update"] = updated,
  ["viewModel/rejected"] = rejected,
  ["viewModel/failed"] = failed,
  ["viewModel/closed"] = closed,
  ["service/rejected"] = service_rejected,
  ["host/log"] = logged,
  ["$/cancelRequest"] = function(host, params)
    host.services:cancel(shape.member(params, "id", "any", "$/cancelRequest"))
  end,
}

--- Handles a notification; an unknown one is ignored. Raises a protocol error for a malformed one.
---@param host viewmodel_host.Host
---@param method string
---@param params any
function M.receive(host, method, params)
  local action = ACTIONS[method]
  if action then
    action(host, params)
  end
end

return M
