--- What a host does with each notification of the protocol: functions of the host and the params, by method.

local errors = require("viewmodel_host.errors")
local listeners = require("viewmodel_host.listeners")
local patch = require("viewmodel_host.patch")

local M = {}

M["viewModel/update"] = function(host, params)
  local applied = {}
  for _, update in ipairs(params.updates) do
    local instance = host.instances[update.id]
    if instance then
      assert(update.revision == instance.revision + 1, "a revision is missing")
      table.insert(applied, { instance = instance, before = instance.state, update = update })
      instance.revision = update.revision
      instance.state = update.patch and patch.apply(instance.state, update.patch) or instance.state
    end
  end
  for _, entry in ipairs(applied) do
    local operations = entry.update.patch
    if operations then
      entry.instance:changed(entry.before, operations[1].path == "" and vim.NIL or operations)
    end
  end
  for _, entry in ipairs(applied) do
    for _, event in ipairs(entry.update.events or {}) do
      local value = { id = entry.instance.id, name = event.event, value = event.value }
      listeners.notify(entry.instance, "event", value)
    end
    if entry.update.droppedEvents then
      listeners.notify(entry.instance, "dropped", entry.update.droppedEvents)
    end
  end
end

for method, kind in pairs({ ["viewModel/rejected"] = "rejected", ["viewModel/failed"] = "failed" }) do
  M[method] = function(host, params)
    local err = errors.response(kind, params.error, { id = params.id, input = params.input })
    listeners.notify(host, kind, err, host.instances[params.id])
  end
end

M["service/rejected"] = function(host, params)
  if params.error.code ~= errors.codes.CANCELLED then
    local details = { call = params.id, service = params.service }
    listeners.notify(host, "rejected", errors.response("rejected", params.error, details))
  end
end

M["viewModel/closed"] = function(host, params)
  host:forget(params.id, params.reason)
end

M["$/cancelRequest"] = function(host, params)
  if host.calls[params.id] then
    host.calls[params.id]:cancel()
  end
end

M["host/restarted"] = function(host, params)
  params.message = "the host continues in another process: " .. params.reason
  listeners.notify(host, "restarted", params)
end

M["host/resumed"] = function(host, params)
  listeners.notify(host, "resumed", host:reopen(params))
end

M["host/log"] = function(host, params)
  listeners.notify(host, "log", params)
end

return M
