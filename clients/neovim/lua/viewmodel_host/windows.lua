--- Windows: the rows of a list that an instance observes, if not all.

local M = {}

---@class viewmodel_host.Window
---@field offset? integer the first row, counted from 0, which it is when left out
---@field limit integer how many rows at most
---@field anchor? boolean whether it goes with its first row when rows come or go above that

---@class viewmodel_host.ObservedOutput
---@field output string
---@field window? viewmodel_host.Window

---@class viewmodel_host.WindowPlace
---@field total integer how many rows the list has
---@field offset integer which of them is the first in the window, counted from 0
---@field limit integer how many rows the window has at most

--- What is observed once a window has moved, for an instance that is created again.
---@param observe? (string|viewmodel_host.ObservedOutput)[]
---@param output string
---@param offset integer
---@param limit integer
---@return (string|viewmodel_host.ObservedOutput)[]|nil
function M.moved(observe, output, offset, limit)
  return observe
    and vim.tbl_map(function(entry)
      if entry ~= output and (type(entry) ~= "table" or entry.output ~= output) then
        return entry
      end
      local window = { offset = offset, limit = limit }
      window.anchor = type(entry) == "table" and entry.window and entry.window.anchor or nil
      return { output = output, window = window }
    end, observe)
end

--- Whether a window goes with its first row.
---@param observe? (string|viewmodel_host.ObservedOutput)[]
---@param output string
---@return boolean
function M.is_anchored(observe, output)
  local anchored = false
  for _, entry in ipairs(observe or {}) do
    if type(entry) == "table" and entry.output == output then
      anchored = entry.window ~= nil and entry.window.anchor == true
    end
  end
  return anchored
end

--- Where rows are now: a function of where they were. A row that is gone gives its place to the next that is still there,
--- or else to the last before it. Rows are told apart by their `id`.
---@param before { offset: integer, items: any[] }
---@param after { offset: integer, items: any[] }
---@return fun(row: integer): integer
function M.moves(before, after)
  local places = {}
  for index, item in ipairs(after.items) do
    if type(item) == "table" and item.id ~= nil then
      places[item.id] = after.offset + index - 1
    end
  end
  local function place(index)
    local item = before.items[index]
    return type(item) == "table" and item.id ~= nil and places[item.id] or nil
  end
  return function(row)
    local start = row - before.offset + 1
    if not before.items[start] then
      return row
    end
    for index = start, #before.items do
      if place(index) then
        return place(index)
      end
    end
    for index = start - 1, 1, -1 do
      if place(index) then
        return place(index)
      end
    end
    return row
  end
end

return M
