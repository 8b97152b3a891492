--- A buffer that shows what a program writes into it, and nothing else.

local M = {}

local namespace = vim.api.nvim_create_namespace("viewmodel_host")

---@class viewmodel_host.Line
---@field text string
---@field highlights? { [1]: string, [2]: integer, [3]: integer }[] group, first byte, last byte + 1

---@class viewmodel_host.Buffer
---@field number integer
---@field private scheme string
---@field private lines? viewmodel_host.Line[] nil while the buffer is empty
---@field private closed boolean
---@field private on_close fun()
local Buffer = {}
Buffer.__index = Buffer

--- A buffer without a window.
---@param filetype string
---@param title string
---@param on_close fun() called once when the buffer is wiped out, however that happens
---@return viewmodel_host.Buffer
function M.new(filetype, title, on_close)
  local number = vim.api.nvim_create_buf(false, true)
  local self = setmetatable({ number = number, on_close = on_close, closed = false }, Buffer)
  self.scheme = filetype
  self:name(title)
  vim.bo[number].filetype = filetype
  vim.bo[number].buftype = "nowrite" -- :edit works; in one that is "nofile" it has nothing to read
  vim.bo[number].modifiable = false
  vim.bo[number].undolevels = -1
  self:on("BufWipeout", function()
    self:close()
  end)
  self:on("BufUnload", function()
    vim.schedule(function() -- :edit unloads the buffer, too, and loads it at once
      if self:is_open() and not vim.api.nvim_buf_is_loaded(number) then
        self:close()
      end
    end)
  end)
  return self
end

--- Names the buffer after what it shows.
---@param title string
function Buffer:name(title)
  local name = ("%s://%d/%s"):format(self.scheme, self.number, title)
  local before = vim.api.nvim_buf_get_name(self.number)
  if name ~= before then
    vim.api.nvim_buf_set_name(self.number, name)
    -- A buffer that is named anew leaves another one with the name that it had.
    local left = before ~= "" and vim.fn.bufnr("^" .. vim.fn.fnameescape(before) .. "$") or -1
    if left > 0 and left ~= self.number then
      vim.api.nvim_buf_delete(left, { force = true })
    end
  end
end

--- Calls back when the buffer is read again: after :edit it is empty.
---@param callback fun()
function Buffer:on_read(callback)
  self:on("BufReadCmd", function()
    self.lines = nil
    callback()
  end)
end

--- Calls back on events in this buffer.
---@param events string|string[]
---@param callback fun()
function Buffer:on(events, callback)
  vim.api.nvim_create_autocmd(events, {
    buffer = self.number,
    callback = function()
      callback()
    end,
  })
end

--- Maps keys of Normal mode in this buffer, without waiting for longer ones.
---@param keys string
---@param description string
---@param callback fun()
function Buffer:map(keys, description, callback)
  local options = { buffer = self.number, nowait = true, silent = true, desc = description }
  vim.keymap.set("n", keys, callback, options)
end

--- Whether it still is there.
---@return boolean
function Buffer:is_open()
  return not self.closed and vim.api.nvim_buf_is_valid(self.number)
end

--- Control characters, which a file's name may have, as Nvim shows them; all but tabs.
local function printable(text)
  return (text:gsub("[^%C\t]+", vim.fn.strtrans))
end

local function same(left, right)
  return left
    and right
    and left.text == right.text
    and vim.deep_equal(left.highlights or {}, right.highlights or {})
end

--- Shows these lines. Only those that differ are changed, so that cursors and marks stay where they are.
---@param lines viewmodel_host.Line[]
function Buffer:show(lines)
  if not self:is_open() then
    return
  end
  local before, first = self.lines or {}, 1
  while same(before[first], lines[first]) do
    first = first + 1
  end
  local last, last_before = #lines, #before
  while last >= first and last_before >= first and same(before[last_before], lines[last]) do
    last, last_before = last - 1, last_before - 1
  end
  self.lines = lines
  if last < first and last_before < first then
    return
  end
  local texts = {}
  for index = first, last do
    texts[#texts + 1] = printable(lines[index].text)
  end
  vim.api.nvim_buf_clear_namespace(self.number, namespace, first - 1, last_before)
  vim.bo[self.number].modifiable = true
  -- A new buffer has one empty line, which is none of ours.
  local finish = #before == 0 and -1 or last_before
  vim.api.nvim_buf_set_lines(self.number, first - 1, finish, false, texts)
  vim.bo[self.number].modifiable = false
  for index = first, last do
    for _, highlight in ipairs(lines[index].highlights or {}) do
      vim.api.nvim_buf_set_extmark(self.number, namespace, index - 1, highlight[2], {
        end_col = math.min(highlight[3], #texts[index - first + 1]),
        hl_group = highlight[1],
      })
    end
  end
end

--- The windows that show it.
---@return integer[]
function Buffer:windows()
  return vim.fn.win_findbuf(self.number)
end

--- Wipes the buffer out. A window that shows it gets the other buffer, if that still is there.
---@param other? integer
function Buffer:close(other)
  if self.closed then
    return
  end
  self.closed = true
  if other and vim.api.nvim_buf_is_valid(other) then
    for _, window in ipairs(self:windows()) do
      vim.api.nvim_win_set_buf(window, other)
    end
  end
  -- Not while an autocommand about its end runs.
  vim.schedule(function()
    if vim.api.nvim_buf_is_valid(self.number) then
      vim.api.nvim_buf_delete(self.number, { force = true })
    end
  end)
  self.on_close()
end

--- A line of pieces, some of them with a highlight group.
---@param pieces string|(string|{ [1]: string, [2]: string })[] text, or pieces of text, or of text and group
---@return viewmodel_host.Line
function M.line(pieces)
  if type(pieces) == "string" then
    return { text = pieces }
  end
  local text, highlights = "", {}
  for _, piece in ipairs(pieces) do
    if type(piece) == "table" then
      table.insert(highlights, { piece[2], #text, #text + #piece[1] })
      piece = piece[1]
    end
    text = text .. piece
  end
  return { text = text, highlights = highlights }
end

return M
