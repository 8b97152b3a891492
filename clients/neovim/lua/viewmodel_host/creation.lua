--- Creates instances, and creates them again on a host that was started anew.

local config = require("viewmodel_host.config")
local errors = require("viewmodel_host.errors")
local handlers = require("viewmodel_host.handlers")
local instances = require("viewmodel_host.instance")
local mirror = require("viewmodel_host.mirror")
local shape = require("viewmodel_host.shape")

local M = {}

---@class viewmodel_host.CreateOptions
---@field id? string one that is not in use; left out, the host counts
---@field parameters? table<string, any> of the ViewModel
---@field uses? table<string, viewmodel_host.Instance|string> for each role, the instance that fills it
---@field observe? (string|viewmodel_host.ObservedOutput)[] the outputs that are part of the state, and of lists the rows;
--- left out, all
---@field on_change? fun(change: viewmodel_host.Change) misses nothing, as all that are given here
---@field on_event? fun(event: viewmodel_host.Event)
---@field on_rejected? fun(err: viewmodel_host.Error)
---@field on_failed? fun(failure: viewmodel_host.Failure)
---@field on_closed? fun(reason: string)
---@field on_dropped? fun(count: integer)
---@field on_stale? fun(reason: string)

local KINDS = { "change", "event", "rejected", "failed", "closed", "dropped", "stale" }

local OPTIONS = { id = "string", parameters = "table", uses = "table", observe = "table" }
for _, kind in ipairs(KINDS) do
  OPTIONS["on_" .. kind] = "function"
end

--- Raises an error for options that are not known, or mistyped.
---@param options viewmodel_host.CreateOptions
function M.check(options)
  config.check("create()", options, OPTIONS)
end

--- The params of `viewModel/create`. An empty table of parameters is none.
local function params_of(name, options)
  local uses
  for role, instance in pairs(options.uses or {}) do
    uses = uses or {}
    uses[role] = type(instance) == "table" and instance.id or instance
  end
  local parameters = options.parameters
  return {
    name = name,
    id = options.id,
    parameters = parameters and next(parameters) ~= nil and parameters or nil,
    uses = uses,
    observe = options.observe,
  }
end

--- A new instance, which the host has from now on.
local function add(host, params, snapshot, registered)
  local instance = instances.new(host, params, snapshot, registered)
  host.last_serial = host.last_serial + 1
  instance.serial = host.last_serial
  host.instances[instance.id] = instance
  return instance
end

---@param host viewmodel_host.Host
---@param name string
---@param options viewmodel_host.CreateOptions
---@return viewmodel_host.Reply
function M.create(host, name, options)
  M.check(options)
  local registered = handlers.new(host.due)
  for _, kind in ipairs(KINDS) do
    local callback = options["on_" .. kind]
    if callback then
      registered:add(kind, callback)
    end
  end
  local params = params_of(name, options)
  return host:send_request("viewModel/create", params, {
    convert = function(result)
      return add(host, params, shape.snapshot(result, "viewModel/create"), registered)
    end,
  })
end

--- The instances that live, in the order of their creation.
local function in_order(host)
  local list = vim.tbl_values(host.instances)
  table.sort(list, function(left, right)
    return left.serial < right.serial
  end)
  return list
end

--- Creates all instances again, in the order in which they were created. The reply ends when all have
--- their new state; those that cannot be created are closed.
---@param host viewmodel_host.Host
---@param reply viewmodel_host.Reply
function M.recreate(host, reply)
  local function check(err)
    if err and err.kind ~= "request_failed" then
      reply:settle(err)
    end
  end
  for _, instance in ipairs(in_order(host)) do
    local params = vim.tbl_extend("force", instance.creation, { id = instance.id })
    host
      :send_request("viewModel/create", params, {
        convert = function(result)
          local snapshot = shape.snapshot(result, "viewModel/create")
          instance.fetching = false
          instance.handlers:tell("change", mirror.take(instance, snapshot, "restarted"))
        end,
        failed = function(_, text)
          host:forget(instance.id, "it could not be created again: " .. text)
        end,
      })
      :after(check)
  end
  -- Answered when all before it was.
  host:send_request("ping", nil, {
    convert = function()
      reply:settle(nil, host.info)
    end,
  }):after(check)
end

--- An instance is there again: the same one, with its callbacks, if somebody still has it.
local function reopened(host, entry, method)
  local snapshot = shape.snapshot(entry, method)
  local name = shape.member(entry, "name", "string", method)
  local instance = host.gone[snapshot.id]
  host.gone[snapshot.id] = nil
  if not instance or instance.name ~= name then
    return add(host, { name = name }, snapshot, handlers.new(host.due))
  end
  instance.closed, instance.fetching = nil, false
  host.instances[instance.id] = instance
  instance.handlers:tell("change", mirror.take(instance, snapshot, "resynced"))
  return instance
end

---@class viewmodel_host.Rewound
---@field turn integer the turn after which the session is now
---@field opened viewmodel_host.Instance[] the instances that are there again

--- Goes to another turn of the session.
---@param host viewmodel_host.Host
---@param method string
---@param params? table
---@return viewmodel_host.Reply
function M.rewind(host, method, params)
  return host:send_request(method, params, {
    convert = function(result)
      local turn = shape.member(result, "turn", "integer", method)
      local opened = {}
      for index, entry in ipairs(shape.optional_array(result, "opened", method)) do
        opened[index] = reopened(host, entry, method)
      end
      return { turn = turn, opened = opened }
    end,
  })
end

--- Ends an instance.
---@param host viewmodel_host.Host
---@param instance viewmodel_host.Instance
---@return viewmodel_host.Reply
function M.dispose(host, instance)
  local reason = "it was disposed"
  if instance.closed or host.connection.error then
    host:forget(instance.id, reason)
    return host:ended_reply("viewModel/dispose")
  end
  local reply = host:new_reply("viewModel/dispose")
  local options = {
    convert = function()
      host:forget(instance.id, reason)
    end,
  }
  host:send_request("viewModel/dispose", { id = instance.id }, options):after(function(err)
    local gone = err and (err.code == errors.codes.UNKNOWN_INSTANCE or host.connection.error)
    if gone then
      host:forget(instance.id, reason)
    end
    reply:settle(not gone and err or nil)
  end)
  return reply
end

return M
