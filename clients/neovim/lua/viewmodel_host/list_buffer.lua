--- A buffer with the rows of a list that is observed through a window: those that are seen, and some above and below.
--- Scrolling moves the window, so that the list may be of any length.

local buffers = require("viewmodel_host.buffer")
local config = require("viewmodel_host.config")
local json = require("viewmodel_host.json")
local shape = require("viewmodel_host.shape")
local windows = require("viewmodel_host.windows")

local M = {}

local PATIENCE_MILLISECONDS = 1000

---@alias viewmodel_host.Pieces string|(string|{ [1]: string, [2]: string })[] text, or pieces of text, or of text and
--- highlight group

---@class viewmodel_host.ListBufferOptions
---@field buffer? viewmodel_host.Buffer left out, a new one
---@field format? fun(row: any, index: integer): viewmodel_host.Pieces how a row is shown; left out, as JSON, in short
---@field header? fun(): viewmodel_host.Pieces[] the lines above the first row
---@field margin? integer how many rows above and below those that are seen are there at least; left out, as many as are
--- seen
---@field on_shown? fun() called when the rows have been shown anew

local OPTIONS = {
  buffer = "table",
  format = "function",
  header = "function",
  margin = "number",
  on_shown = "function",
}

---@class viewmodel_host.ListBuffer
---@field buffer viewmodel_host.Buffer
---@field instance? viewmodel_host.Instance
---@field output string
---@field private options viewmodel_host.ListBufferOptions
---@field private shown { offset: integer, items: any[], header: integer } what the buffer has
---@field private moving boolean whether the window is on its way
---@field private target? integer the row to go to, until it is there
---@field private off fun()[]
local ListBuffer = {}
ListBuffer.__index = ListBuffer

---@param instance? viewmodel_host.Instance one can be given later, too, to attach()
---@param output string
---@param options? viewmodel_host.ListBufferOptions
---@return viewmodel_host.ListBuffer
function M.new(instance, output, options)
  options = options or {}
  config.check("list_buffer()", options, OPTIONS)
  local margin = options.margin
  if margin and (margin < 0 or margin ~= math.floor(margin) or margin == math.huge) then
    local problem = "viewmodel_host: list_buffer(): margin is a number of rows, not %s"
    error(problem:format(tostring(margin)), 0)
  end
  local self = setmetatable({ output = output, options = options, off = {} }, ListBuffer)
  self.shown, self.moving = { offset = 0, items = {}, header = 0 }, false
  self.buffer = options.buffer or buffers.new("viewmodel-rows", output, function() end)
  self.buffer:on("BufWipeout", function()
    self:detach()
  end)
  self.buffer:on({ "BufWinEnter", "CursorMoved", "WinScrolled" }, function()
    self:follow()
  end)
  self.buffer:on_read(function()
    self:render()
  end)
  self:map_keys()
  if instance then
    self:attach(instance)
  else
    self:render()
  end
  return self
end

---@private
function ListBuffer:map_keys()
  for _, keys in ipairs({ "gg", "<C-Home>" }) do
    self.buffer:map(keys, "Go to a row, or to the first", function()
      self:go_now(vim.v.count1 - 1)
    end)
  end
  for _, keys in ipairs({ "G", "<C-End>" }) do
    self.buffer:map(keys, "Go to a row, or to the last", function()
      self:go_now(vim.v.count > 0 and vim.v.count - 1 or math.huge)
    end)
  end
end

--- Goes to a row, and waits a little for it, so that the keys that are typed next find the cursor there.
---@private
function ListBuffer:go_now(index)
  self:go_to(index)
  vim.wait(PATIENCE_MILLISECONDS, function()
    return not self.target
  end, 1)
end

--- Shows the list of an instance, in place of another. Raises an error if it is not observed through a window.
---@param instance viewmodel_host.Instance
function ListBuffer:attach(instance)
  local value = instance.state[self.output]
  if value ~= vim.NIL and not (json.is_object(value) and value.total and value.items) then
    local problem = "viewmodel_host: %s does not observe %s through a window: it is %s"
    error(problem:format(instance.id, self.output, shape.shown(value)), 0)
  end
  self:detach()
  self.instance = instance
  self.off = { instance:on_change(function()
    self:render()
  end) }
  self:render()
end

--- Shows the list no longer; the buffer stays as it is.
function ListBuffer:detach()
  for _, off in ipairs(self.off) do
    off()
  end
  self.off, self.instance, self.moving = {}, nil, false
end

--- The list as the instance has it: `{ total, offset, items }`.
---@private
function ListBuffer:value()
  local value = self.instance and self.instance.state[self.output]
  if not json.is_object(value) or not json.is_array(value.items) then
    return { total = 0, offset = 0, items = {} } -- null, or not observed any more
  end
  return value
end

--- How many rows the list has.
---@return integer
function ListBuffer:total()
  return self:value().total
end

--- The index in the list, counted from 0, of the row that the cursor is on, or is to go to; nil if it is on none.
---@param window? integer left out, the current one, or another that shows the buffer
---@return integer|nil
function ListBuffer:index(window)
  window = window or self:window()
  local index = self.target or window and self:row_of(vim.api.nvim_win_get_cursor(window)[1])
  return index and index >= self.shown.offset and index < self:total() and index or nil
end

--- The row that the cursor is on, and its index in the list, counted from 0; nil if it is on none.
---@return any row
---@return integer|nil index
function ListBuffer:row()
  local index = self:index()
  local row = index and self.shown.items[index - self.shown.offset + 1]
  return row, row ~= nil and index or nil
end

--- Puts the cursor on a row, and has it fetched, if need be.
---@param index integer counted from 0; what is less is the first, what is more the last
function ListBuffer:go_to(index)
  self.target = math.max(0, math.min(index, self:total() - 1))
  self:arrive()
  self:follow()
end

--- Moves the cursor by so many rows, down or up. Rows that have been asked for count.
---@param count integer
function ListBuffer:move(count)
  local window = self:window()
  local from = self.target
    or window and self:row_of(vim.api.nvim_win_get_cursor(window)[1])
    or self.shown.offset
  self:go_to(from + count)
end

--- The current window, if it shows the buffer, else another that does.
---@private
function ListBuffer:window()
  local current = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(current) == self.buffer.number then
    return current
  end
  return self.buffer:windows()[1]
end

---@private
function ListBuffer:row_of(line)
  return self.shown.offset + line - self.shown.header - 1
end

---@private
function ListBuffer:line_of(row)
  local line = row - self.shown.offset + self.shown.header + 1
  return math.max(1, math.min(line, vim.api.nvim_buf_line_count(self.buffer.number)))
end

--- The first and the last row that are seen, as if there were no end of rows.
---@private
function ListBuffer:seen(window)
  local info = vim.fn.getwininfo(window)[1]
  local cursor = self.target or self:row_of(vim.api.nvim_win_get_cursor(window)[1])
  local first = self:row_of(info.topline)
  if cursor < first or cursor >= first + info.height then -- it is drawn there only later
    first = cursor - math.floor(info.height / 2)
  end
  return first, first + info.height - 1
end

--- Moves the window of the list if what is seen comes near to one of its ends.
function ListBuffer:follow()
  local window = self:window()
  if self.moving or not window or not self.instance then
    return
  end
  local value = self:value()
  local first, last = self:seen(window)
  local margin = self.options.margin or last - first + 1
  -- Twice the margin, so that there is not something to ask for at each row.
  local limit = last - first + 1 + 4 * margin
  first, last = math.max(first, 0), math.min(last, value.total - 1)
  local stop = value.offset + #value.items
  local is_near = first - margin < value.offset and value.offset > 0
    or last + margin >= stop and stop < value.total
  if last < first or not is_near then
    return
  end
  self.moving = true
  local instance = self.instance
  instance:move_window(self.output, math.max(0, first - 2 * margin), limit, function(err)
    if self.instance ~= instance then
      return
    end
    self.moving = false
    if not err then
      self:follow()
    elseif err.kind == "request_failed" then
      vim.notify(err.message, vim.log.levels.ERROR)
    end
  end)
end

local function stay(row)
  return row
end

--- The first row and that of the cursor, for each window that shows the buffer.
---@private
function ListBuffer:places()
  local places = {}
  for _, window in ipairs(self.buffer:windows()) do
    vim.api.nvim_win_call(window, function()
      local view = vim.fn.winsaveview()
      local top = self:row_of(view.topline)
      if view.topline == 1 and self.shown.offset == 0 then
        top = -math.huge -- it stays at the top
      end
      places[window] = { view = view, top = top, row = self:row_of(view.lnum) }
    end)
  end
  return places
end

---@private
function ListBuffer:lines(value)
  local lines = {}
  for _, pieces in ipairs(self.options.header and self.options.header() or {}) do
    lines[#lines + 1] = buffers.line(pieces)
  end
  local header = #lines
  local format = self.options.format or shape.shown
  for index, row in ipairs(value.items) do
    lines[#lines + 1] = buffers.line(format(row, value.offset + index - 1))
  end
  return lines, header
end

--- Shows the rows that there are now. It is called when the state has changed; call it when `format` or `header` would
--- give something else.
function ListBuffer:render()
  if not self.buffer:is_open() then
    return
  end
  local value, places = self:value(), self:places()
  local anchored = self.instance
    and windows.is_anchored(self.instance.creation.observe, self.output)
  local now = anchored and windows.moves(self.shown, value) or stay
  self.target = self.target and math.max(0, math.min(now(self.target), value.total - 1))
  local lines, header = self:lines(value)
  self.buffer:show(lines)
  self.shown = { offset = value.offset, items = value.items, header = header }
  for window, place in pairs(places) do
    place.view.lnum, place.view.topline = self:line_of(now(place.row)), self:line_of(now(place.top))
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview(place.view)
    end)
  end
  self:arrive()
  if self.options.on_shown then
    self.options.on_shown()
  end
  self:follow()
end

--- Puts the cursor on the row to go to, if that is there.
---@private
function ListBuffer:arrive()
  local shown, target = self.shown, self.target
  if not target or target < shown.offset or target >= shown.offset + #shown.items then
    return
  end
  self.target = nil
  local current = vim.api.nvim_get_current_win()
  local is_current = vim.api.nvim_win_get_buf(current) == self.buffer.number
  for _, window in ipairs(is_current and { current } or self.buffer:windows()) do
    local column = vim.api.nvim_win_get_cursor(window)[2]
    vim.api.nvim_win_set_cursor(window, { self:line_of(target), column })
    if target == 0 then -- with what stands above it
      vim.api.nvim_win_call(window, function()
        vim.fn.winrestview({ topline = 1 })
      end)
    end
  end
end

return M
