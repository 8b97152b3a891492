--- What the modules that `viewmodel-generate lua` writes have in common; |viewmodel_host-typed| tells of those.

local errors = require("viewmodel_host.errors")
local requests = require("viewmodel_host.request")

local M = {}

--- An instance of a ViewModel whose members are known; `state` is that of the instance.
---@class viewmodel_host.Typed
---@field instance viewmodel_host.Instance
---@field protected contract string what the module was generated for, in JSON
---@field protected view_model string
local Typed = {}

function Typed:on_change(callback)
  return self.instance:on_change(callback)
end

---@protected
function Typed:on_event(name, callback)
  return self.instance:on_event(function(event)
    if event.name == name then
      callback(event.value)
    end
  end)
end

function Typed:dispose(callback)
  return self.instance:dispose(callback)
end

--- The class of a module, which sets its `contract`.
---@param view_model string its name
---@return table
function M.class(view_model)
  local class = setmetatable({ view_model = view_model }, { __index = Typed })
  class.__index = function(self, key)
    if key == "state" or key == "id" then
      return self.instance[key]
    end
    return class[key]
  end
  return class
end

--- Creates an instance, when the host has said that the module fits it.
---@param class table
---@param host viewmodel_host.Host
---@param options? viewmodel_host.CreateOptions|function
---@param callback? fun(err: viewmodel_host.Error|nil, created: any)
---@return viewmodel_host.Request
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
    if #broken > 0 then
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
