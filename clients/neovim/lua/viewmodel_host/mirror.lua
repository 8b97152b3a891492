--- Keeps an instance's state current by the updates.

local json = require("viewmodel_host.json")
local patch = require("viewmodel_host.patch")
local shape = require("viewmodel_host.shape")

local M = {}

---@class viewmodel_host.Change
---@field id string
---@field revision integer
---@field before table the state before; tables that were handed out are never changed
---@field state table the state now
---@field patch table[] from `before` to `state`; empty if the state came whole
---@field resynced boolean it came whole, because an update did not fit
---@field restarted boolean it came whole, from a host that was started anew

---@class viewmodel_host.Event
---@field id string
---@field name string
---@field value any

---@class viewmodel_host.Mirror
---@field id string
---@field name string of the ViewModel
---@field state table
---@field revision integer
---@field stale? string why the state cannot be trusted: an update did not fit, and the whole state could not be had
---@field in_step boolean whether the next update can be applied

--- Takes a whole state over, whatever was there before.
---@param mirror viewmodel_host.Mirror
---@param snapshot viewmodel_host.Snapshot
---@param why '"resynced"'|'"restarted"'
---@return viewmodel_host.Change
function M.take(mirror, snapshot, why)
  local before = mirror.state
  mirror.state, mirror.revision = snapshot.state, snapshot.revision
  mirror.in_step, mirror.stale = true, nil
  return {
    id = mirror.id,
    revision = mirror.revision,
    before = before,
    state = mirror.state,
    patch = {},
    resynced = why == "resynced",
    restarted = why == "restarted",
  }
end

--- Takes one entry of an update over: the whole of its patch, or nothing.
---@param mirror viewmodel_host.Mirror
---@param update table
---@return viewmodel_host.Change|nil change nil if the state is as before
---@return string|nil problem why the update does not fit; the mirror is out of step then
function M.apply(mirror, update)
  local revision = shape.member(update, "revision", "integer", "viewModel/update")
  local operations = update.patch
  if operations ~= nil then
    shape.member(update, "patch", "array", "viewModel/update")
  end
  if not mirror.in_step then
    return nil, "it was out of step already"
  elseif revision ~= mirror.revision + 1 then
    mirror.in_step = false
    return nil, ("revision %s came after %d"):format(tostring(revision), mirror.revision)
  elseif operations == nil then
    mirror.revision = revision
    return nil
  end
  local state, problem = patch.apply(mirror.state, operations)
  if not problem and not json.is_object(state) then
    problem = "the state is no object"
  end
  if problem then
    mirror.in_step = false
    return nil, problem
  end
  local before = mirror.state
  mirror.state, mirror.revision = state, revision
  if #operations == 0 then
    return nil
  end
  return {
    id = mirror.id,
    revision = revision,
    before = before,
    state = state,
    patch = operations,
    resynced = false,
    restarted = false,
  }
end

--- The events of one entry of an update.
---@param update table
---@return viewmodel_host.Event[]
function M.events(update)
  local events = {}
  for index, event in ipairs(shape.member(update, "events", "array", "viewModel/update")) do
    events[index] = {
      id = update.id,
      name = shape.member(event, "event", "string", "viewModel/update"),
      value = event.value == nil and vim.NIL or event.value,
    }
  end
  return events
end

return M
