--- What the modules that `viewmodel-generate lua` writes have in common: |viewmodel_host-typed|.

local errors = require("viewmodel_host.errors")
local requests = require("viewmodel_host.request")

local M = {}

--- A typed instance. It also has the members of its instance, such as `state`, `on_change` and `dispose`.
---@class viewmodel_host.Typed: viewmodel_host.Instance
---@field instance viewmodel_host.Instance

--- The class of a module, which sets its `contract`, in JSON.
function M.class(view_model)
  local class = { view_model = view_model }
  function class.__index(self, key)
    return class[key] or self.instance[key]
  end
  function class:on_event(name, callback)
    return self.instance:on_event(function(event)
      if event.name == name then
        callback(event.value)
      end
    end)
  end
  return class
end

--- Creates an instance, after the host has confirmed the contract of the module.
function M.create(class, host, options, callback)
  if type(options) == "function" then
    options, callback = nil, options
  end
  local request = requests.new(host, class.view_model .. ".create", callback)
  host:request("contract/check", { contract = vim.json.decode(class.contract) }, function(err, answer)
    local broken = {}
    for _, change in ipairs(answer and answer.changes or {}) do
      table.insert(broken, change.breaks and change.sentence or nil)
    end
    if broken[1] then
      err = errors.new("contract", "the host has changed: " .. table.concat(broken, "; ", 1, math.min(#broken, 3)))
    end
    if err then
      return request:settle(err)
    end
    host:create(class.view_model, options, function(problem, instance)
      request:settle(problem, instance and setmetatable({ instance = instance }, class))
    end)
  end)
  return request
end

return M
