--- The buffer of a `pager`: one item of a list, and the way to the others.

local buffers = require("viewmodel_host.buffer")
local demo = require("viewmodel_host.demo")

local M = {}

---@class viewmodel_host.PagerView
---@field list_view viewmodel_host.ListView
---@field buffer viewmodel_host.Buffer
---@field pager viewmodel_host.Instance
---@field private target? integer the index that was asked for last, until the host has answered
local PagerView = {}
PagerView.__index = PagerView

--- Shows an item in the window of its list.
---@param list_view viewmodel_host.ListView
---@param item { id: string, name: string }
function M.open(list_view, item)
  local window = vim.api.nvim_get_current_win()
  list_view.host:create("pager", {
    parameters = { selectedId = item.id },
    uses = { list = list_view.list },
  }, function(err, pager)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    elseif pager.closed then
      return
    elseif not vim.api.nvim_win_is_valid(window) or not list_view.buffer:is_open() then
      pager:dispose()
    else
      list_view.pagers[pager.id] = pager
      M.show(list_view, pager, window)
    end
  end)
end

--- Shows a pager in a window of its list.
---@param list_view viewmodel_host.ListView
---@param pager viewmodel_host.Instance
---@param window integer
function M.show(list_view, pager, window)
  local self = setmetatable({ list_view = list_view, pager = pager }, PagerView)
  local off = {
    pager:on_change(function()
      self:render()
    end),
    pager:on_closed(function()
      self.buffer:close(list_view.buffer:is_open() and list_view.buffer.number or nil)
    end),
  }
  demo.use(self)
  self.buffer = buffers.new("viewmodel-pager", "", function()
    for _, ends in ipairs(off) do
      ends()
    end
    pager:dispose()
    demo.release(self)
  end)
  self.buffer:on_read(function()
    self:render()
  end)
  self.buffer:map("]", "Show the next item", function()
    self:go(1)
  end)
  self.buffer:map("[", "Show the previous item", function()
    self:go(-1)
  end)
  self.buffer:map("R", "Start a host that died anew", function()
    if not self.list_view.host:is_running() then
      self.list_view:restart()
    end
  end)
  demo.map_undo(self.buffer)
  self.buffer:map("q", "Go back to the list", function()
    self:back()
  end)
  self:render()
  vim.api.nvim_win_set_buf(window, self.buffer.number)
end

--- Goes to a neighbour; keys that are typed faster than the host answers count from where they lead.
--- At the last item that is there, it has the list ask for more once again.
---@private
function PagerView:go(step)
  local state = self.pager.state
  if not self.list_view.host:is_running() then
    vim.notify(demo.why_not_running(), vim.log.levels.WARN)
    return
  elseif state.index == vim.NIL then
    return
  end
  local from = self.target or state.index
  local index = math.max(0, math.min(from + step, #state.items - 1))
  if index == from and step < 0 then
    return
  end
  self.target = index
  self.pager:input("willTransitionTo", { index = index }, function()
    if self.target == index then
      self.target = nil
    end
  end)
end

---@private
function PagerView:back()
  local index, list_view = self.pager.state.index, self.list_view
  self.buffer:close(list_view.buffer:is_open() and list_view.buffer.number or nil)
  if index ~= vim.NIL and list_view.buffer:is_open() then
    list_view:go_to(index)
  end
end

--- Shows the state.
function PagerView:render()
  if not self.buffer or not self.buffer:is_open() then
    return
  end
  local state = self.pager.state
  local item = state.index ~= vim.NIL and state.items[state.index + 1]
  local lines
  if item then
    self.buffer:name(item.name)
  end
  if not self.list_view.host:is_running() then
    lines = { buffers.line({ { demo.why_not_running(), "ViewModelError" } }) }
  elseif not item then
    lines = { buffers.line({ { "loading…", "ViewModelStatus" } }) }
  else
    local place = ("%d of %d"):format(state.index + 1, #state.items)
    local keys = {}
    for _, key in ipairs({
      { "[", " previous", state.hasPrevious },
      { "]", " next", state.hasNext },
      { "q", " back", true },
    }) do
      if key[3] then
        vim.list_extend(keys, { #keys > 0 and "   " or "", { key[1], "ViewModelKey" }, key[2] })
      end
    end
    lines = {
      buffers.line({ { place, "ViewModelStatus" } }),
      buffers.line({}),
      buffers.line({ "  ", { item.name, "ViewModelItem" } }),
      buffers.line({}),
      buffers.line(keys),
    }
  end
  self.buffer:show(lines)
end

return M
