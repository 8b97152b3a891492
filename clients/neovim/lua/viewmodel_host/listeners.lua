--- Callbacks that are registered with `on_…`, as methods and as options.

local M = {}

-- The levels at which notifications without a callback are shown.
local SHOWN = { died = "ERROR", rejected = "WARN", failed = "WARN", restarted = "WARN", log = "WARN" }

--- Makes a class with a method for each kind, which returns a function that ends the registration.
function M.class(kinds)
  local class = {}
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

function M.init(self, host, options)
  self.host, self.listeners = host, {}
  for name, callback in pairs(options or {}) do
    if name:find("^on_") then
      self[name](self, callback)
    end
  end
end

--- Calls back the listeners of an instance, if any, and of `self`. A value without a listener is shown.
function M.notify(self, kind, value, instance)
  local is_received = false
  for _, object in ipairs({ instance or self, instance and self }) do
    for _, entry in ipairs(object.listeners[kind] or {}) do
      is_received = true
      self.host:later(function()
        if entry.callback then
          entry.callback(value)
        end
      end)
    end
  end
  if not is_received and SHOWN[kind] then
    vim.notify("viewmodel_host: " .. value.message, vim.log.levels[SHOWN[kind]])
  end
end

return M
