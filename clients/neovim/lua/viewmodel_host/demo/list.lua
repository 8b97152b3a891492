--- The buffer of a `list`: a line for each item, and one above them that says how it stands. The list is seen through
--- a window, and so may be of any length.

local buffers = require("viewmodel_host.buffer")
local demo = require("viewmodel_host.demo")
local list_buffer = require("viewmodel_host.list_buffer")

local M = {}

local OBSERVED = { "loading", { output = "items", window = { limit = 100 } } }
-- The bottom is heard of once a second; after this it surely is heard of again.
local AGAIN_MILLISECONDS = 1100

---@class viewmodel_host.ListView
---@field host viewmodel_host.Host
---@field folder string
---@field buffer viewmodel_host.Buffer
---@field rows viewmodel_host.ListBuffer
---@field list? viewmodel_host.Instance nil until it is created
---@field private creating boolean
---@field pagers table<string, viewmodel_host.Instance> those that were opened: an undo may bring them back
---@field private rests boolean the cursor was left at the bottom by an undo, and nobody has moved it since
---@field private bottoms integer how often the bottom was reached
---@field private cursor? integer the item to go to when there are items again
---@field private previous? integer the buffer that was shown before
local ListView = {}
ListView.__index = ListView

---@param host viewmodel_host.Host
---@param folder string
---@param modifiers? string
---@return viewmodel_host.ListView
function M.open(host, folder, modifiers)
  local self = setmetatable({
    host = host,
    folder = folder,
    pagers = {},
    cursor = 0,
    bottoms = 0,
    rests = false,
  }, ListView)
  demo.use(self)
  self.buffer = buffers.new("viewmodel-list", folder, function()
    self:closed()
  end)
  self.rows = list_buffer.new(nil, "items", {
    buffer = self.buffer,
    header = function()
      return { self:header() }
    end,
    format = function(item)
      return vim.endswith(item.name, "/") and { { item.name, "ViewModelFolder" } } or item.name
    end,
    on_shown = function()
      self:shown()
    end,
  })
  self:map_keys()
  self.buffer:on_read(function()
    vim.schedule(function() -- when the cursor is back in its place
      self:reload()
    end)
  end)
  self:render()
  if modifiers and modifiers ~= "" then
    vim.cmd(modifiers .. " sbuffer " .. self.buffer.number)
  else
    self.previous = vim.api.nvim_get_current_buf()
    vim.api.nvim_win_set_buf(0, self.buffer.number)
  end
  self:create()
  return self
end

---@private
function ListView:create()
  self.creating = true
  self.host:create("list", {
    parameters = { folder = self.folder },
    observe = OBSERVED,
    on_change = function(change)
      if change.restarted then
        self:appear()
      end
    end,
    on_event = function(event)
      vim.notify(event.value, vim.log.levels.ERROR)
    end,
    on_closed = function()
      self:render()
    end,
  }, function(err, list)
    self.creating = false
    self:created(err, list)
  end)
end

---@private
function ListView:created(err, list)
  if not self.buffer:is_open() then
    if list then
      list:dispose()
    end
  elseif err and not self.host:is_running() then -- that is told once for all lists
    self:render()
  elseif err then
    vim.notify(err.message, vim.log.levels.ERROR)
    self.buffer:close(self.previous)
  else
    self.list = list
    self:appear()
    self.rows:attach(list)
  end
end

---@private
function ListView:appear()
  self.cursor = self.cursor or 0
  -- Nobody has asked for it, so it is no step that an undo takes back.
  self.list:ask("viewModel/call", { input = "viewWillAppear", step = false })
end

---@private
function ListView:closed()
  if self.list then
    self.list:dispose()
  end
  demo.release(self)
end

---@private
function ListView:map_keys()
  self.buffer:map("R", "Load the list anew", function()
    self:reload()
  end)
  self.buffer:map("<CR>", "Show the item under the cursor", function()
    self:show_item()
  end)
  self.buffer:map("q", "Close the list", function()
    self.buffer:close(self.previous)
  end)
  demo.map_undo(self.buffer)
  self.buffer:on({ "CursorMoved", "CursorHold" }, function()
    if self:reached_bottom() then
      self:bottom_again()
    end
  end)
end

--- Tells the list so, if a cursor is on the last line.
---@return boolean
---@private
function ListView:reached_bottom()
  local total = self.rows:total()
  if not self.list or self.list.closed or total == 0 or not self.host:is_running() then
    return false
  end
  for _, window in ipairs(self.buffer:windows()) do
    if self.rows:index(window) == total - 1 then
      if not self.rests then
        self.list:input("reachedBottom")
      end
      return not self.rests
    end
  end
  self.rests = false
  return false
end

--- Where the cursor is after an undo says nothing: what it would ask for would be the end of redoing.
function ListView:rewinding()
  self.rests = true
  self.bottoms = self.bottoms + 1
end

--- Shows a pager that is there again, if it is one of this list.
---@param instance viewmodel_host.Instance
function ListView:reopened(instance)
  local window = self.buffer:windows()[1]
  if self.pagers[instance.id] == instance and window then
    require("viewmodel_host.demo.pager").show(self, instance, window)
  end
end

--- A cursor that stays at the bottom may have come there too soon to be heard: it is told of once more.
---@private
function ListView:bottom_again()
  self.bottoms = self.bottoms + 1
  local bottom = self.bottoms
  vim.defer_fn(function()
    if bottom == self.bottoms and self.buffer:is_open() then
      self:reached_bottom()
    end
  end, AGAIN_MILLISECONDS)
end

---@private
function ListView:reload()
  if not self.host:is_running() then
    self:restart()
  elseif self.list and not self.list.closed then
    self.cursor = self.rows:index() or 0
    self.list:input("reload")
  elseif not self.list and not self.creating then
    self:create()
  end
end

--- Starts the host anew, and the list with it.
function ListView:restart()
  self.host:restart(function(err)
    if err and err.kind == "host_missing" then
      vim.notify(err.message, vim.log.levels.ERROR)
    end
  end)
  if self.host:is_running() and not self.list then
    self:create()
    self:render()
  end
end

---@private
function ListView:show_item()
  local item = self.rows:row()
  if not self.host:is_running() then
    vim.notify(demo.why_not_running(), vim.log.levels.WARN)
  elseif item then
    require("viewmodel_host.demo.pager").open(self, item)
  end
end

--- Goes to an item, wherever the list is shown.
---@param index integer from 0
function ListView:go_to(index)
  self.rows:go_to(index)
end

--- How the list stands, and the highlight group for it.
---@private
function ListView:status()
  local count = self.rows and self.rows:total() or 0
  if not self.host:is_running() then
    return demo.why_not_running(), "ViewModelError"
  elseif self.list and self.list.closed then
    return "undone", "ViewModelStatus"
  elseif not self.list or self.list.state.loading then
    return count == 0 and "loading…" or ("%d entries, loading…"):format(count), "ViewModelStatus"
  end
  return count == 1 and "1 entry" or ("%d entries"):format(count), "ViewModelStatus"
end

---@private
function ListView:header()
  return {
    { vim.fn.fnamemodify(self.folder, ":~"), "ViewModelHeader" },
    "  ",
    { self:status() },
  }
end

--- The state is shown. The status stands in b:viewmodel_status, too.
---@private
function ListView:shown()
  vim.b[self.buffer.number].viewmodel_status = (self:status())
  local cursor = self.cursor
  if cursor and self.rows and self.rows:total() > 0 then
    self.cursor = nil
    self.rows:go_to(cursor)
  end
end

--- Shows the state.
function ListView:render()
  self.rows:render()
end

return M
