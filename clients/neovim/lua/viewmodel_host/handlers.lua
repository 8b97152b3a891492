--- The functions that somebody registered, by what they are for.

local M = {}

---@class viewmodel_host.Handlers
---@field private due viewmodel_host.Due
---@field private lists table<string, { callback: function }[]>
local Handlers = {}
Handlers.__index = Handlers

---@param due viewmodel_host.Due
---@return viewmodel_host.Handlers
function M.new(due)
  return setmetatable({ due = due, lists = {} }, Handlers)
end

--- Registers a function. Returns one that ends the registration: not even a call that is due is made
--- after that.
---@param kind string
---@param callback function
---@return fun() off
function Handlers:add(kind, callback)
  if not vim.is_callable(callback) then
    error(("viewmodel_host: on_%s takes a function, not %s"):format(kind, vim.inspect(callback)), 0)
  end
  local entry = { callback = callback }
  self.lists[kind] = self.lists[kind] or {}
  table.insert(self.lists[kind], entry)
  return function()
    entry.ended = true
    self.lists[kind] = vim.tbl_filter(function(other)
      return other ~= entry
    end, self.lists[kind])
  end
end

--- Makes the calls due. Returns whether there is anybody to call.
---@param kind string
---@param value any
---@return boolean
function Handlers:tell(kind, value)
  local list = self.lists[kind] or {}
  for _, entry in ipairs(list) do
    self.due:push(function()
      if not entry.ended then
        entry.callback(value)
      end
    end)
  end
  return #list > 0
end

return M
