--- The functions that somebody registered, by what they are for.

local M = {}

---@class viewmodel_host.Handlers
---@field private due viewmodel_host.Due
---@field private lists table<string, viewmodel_host.Registered[]>
local Handlers = {}
Handlers.__index = Handlers

---@class viewmodel_host.Registered
---@field callback function
---@field ended boolean

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
  local entry = { callback = callback, ended = false }
  local list = self.lists[kind] or { ended = 0 }
  self.lists[kind] = list
  list[#list + 1] = entry
  return function()
    if not entry.ended then
      entry.ended = true
      list.ended = list.ended + 1
      self:sweep(kind)
    end
  end
end

--- Forgets those that have ended, when they are half of all, so that each costs the same.
---@private
function Handlers:sweep(kind)
  local list = self.lists[kind]
  if 2 * list.ended <= #list then
    return
  end
  local kept = 0
  for index = 1, #list do
    local entry = list[index]
    list[index] = nil
    if not entry.ended then
      kept = kept + 1
      list[kept] = entry
    end
  end
  list.ended = 0
end

local function call(entry, value)
  if not entry.ended then
    entry.callback(value)
  end
end

--- Whether there is anybody to call.
---@param kind string
---@return boolean
function Handlers:has(kind)
  local list = self.lists[kind]
  return list ~= nil and #list > list.ended
end

--- Makes the calls due. Returns whether there is anybody to call.
---@param kind string
---@param value any
---@return boolean
function Handlers:tell(kind, value)
  local list = self.lists[kind]
  if not list then
    return false
  end
  for index = 1, #list do
    self.due:push(call, list[index], value)
  end
  return #list > list.ended
end

return M
