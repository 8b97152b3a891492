--- Functions that somebody registered for news, by `on_…` methods and options.

local M = {}

-- News that are shown where nobody listens.
local SHOWN = { died = "ERROR", rejected = "WARN", failed = "WARN", restarted = "WARN", log = "WARN" }

--- A class with a method for each kind of news, which returns a function that ends the registration.
---@param kinds string[]
---@return table
function M.class(kinds)
  local class = { kinds = kinds }
  class.__index = class
  for _, kind in ipairs(kinds) do
    class["on_" .. kind] = function(self, callback)
      local entry = { callback = callback }
      self.listeners[kind] = self.listeners[kind] or {}
      table.insert(self.listeners[kind], entry)
      return function()
        entry.callback = nil
        self.listeners[kind] = vim.tbl_filter(function(other)
          return other ~= entry
        end, self.listeners[kind])
      end
    end
  end
  return class
end

--- Registers what stands in options.
function M.init(self, host, options)
  self.host, self.listeners = host, {}
  for _, kind in ipairs(self.kinds) do
    local callback = options and options["on_" .. kind]
    if callback then
      self["on_" .. kind](self, callback)
    end
  end
end

local function call(self, kind, value)
  local list = self.listeners[kind]
  for _, entry in ipairs(list or {}) do
    self.host:later(function()
      if entry.callback then
        entry.callback(value)
      end
    end)
  end
  return list ~= nil and list[1] ~= nil
end

--- Tells who listens, and who listens to the instance; shows it where nobody does.
function M.tell(self, kind, value, instance)
  local by_instance = instance and call(instance, kind, value)
  if not call(self, kind, value) and not by_instance and SHOWN[kind] then
    vim.notify("viewmodel_host: " .. value.message, vim.log.levels[SHOWN[kind]])
  end
end

return M
