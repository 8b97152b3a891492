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

--- Tells of what an instance's state has become, and what happened.
local function announce(instance, update, change)
  local handlers = instance.handlers
  if change then
    handlers:tell("change", change)
  end
  if update.events ~= nil then
    for _, event in ipairs(mirror.events(update)) do
      handlers:tell("event", event)
    end
  end
  local dropped = update.droppedEvents
  if dropped ~= nil and not handlers:tell("dropped", dropped) then
    warn("%s events of %s were dropped: nobody read them", tostring(dropped), instance.id)
  end
end

--- Applies an entry of an update; if it does not fit, asks for the whole state.
local function apply(host, instance, update)
  local change, problem = mirror.apply(instance, update)
  if problem then
    host:resync(instance, problem)
  end
  return change
end

--- The inputs that ended are told last.
local function settle(host, update)
  if update.done ~= nil then
    for _, seq in ipairs(shape.member(update, "done", "array", "viewModel/update")) do
      host:settle_input(seq)
    end
  end
end

--- A turn: all of it is applied before any call is due.
local function updated(host, params)
  local where = "viewModel/update"
  local updates = shape.member(params, "updates", "array", where)
  if #updates == 1 then -- mostly, and LuaJIT makes more of it so than of loops with one round
    local update = updates[1]
    local instance = host.instances[shape.member(update, "id", "string", where)]
    if instance then
      announce(instance, update, apply(host, instance, update))
    end
    return settle(host, update)
  end
  local changes = {}
  for index, update in ipairs(updates) do
    local instance = host.instances[shape.member(update, "id", "string", where)]
    changes[index] = instance and apply(host, instance, update) or false
  end
  for index, update in ipairs(updates) do
    local instance = host.instances[update.id]
    if instance then
      announce(instance, update, changes[index])
    end
  end
  for _, update in ipairs(updates) do
    settle(host, update)
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
  local told = host:tell(id, "rejected", err)
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
  if not host:tell(id, "failed", failure) then
    warn("%s failed: %s", id, text)
  end
end

local function closed(host, params)
  local id = shape.member(params, "id", "string", "viewModel/closed")
  host:forget(id, shape.member(params, "reason", "string", "viewModel/closed"))
end

--- Another process of a supervised host goes on.
local function restarted(host, params)
  local crash = shape.crash(params, "host/restarted")
  crash.milliseconds = shape.member(params, "milliseconds", "integer", "host/restarted")
  if not host.handlers:tell("restarted", crash) then
    warn("the host goes on in another process: %s", crash.reason)
  end
end

local function logged(host, params)
  local level = shape.member(params, "level", "string", "host/log")
  local message = shape.member(params, "message", "string", "host/log")
  local told = host.handlers:tell("log", { level = level, message = message })
  if not told and (level == "warning" or level == "error") and not host.warned[message] then
    host.warned[message] = true
    warn("%s", message)
  end
end

local ACTIONS = {
  ["viewModel/update"] = updated,
  ["viewModel/rejected"] = rejected,
  ["viewModel/failed"] = failed,
  ["viewModel/closed"] = closed,
  ["service/rejected"] = service_rejected,
  ["host/log"] = logged,
  ["host/restarted"] = restarted,
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
