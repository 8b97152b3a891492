--- The floating windows of a finder, and their contents: a prompt, the list of matches under it, and, for files, the
--- head of the current one beside both.

local row = require("viewmodel_find.row")

local M = {}

local namespace = vim.api.nvim_create_namespace("viewmodel_find")

-- With fewer columns there is no preview.
local WIDE = 90

---@class viewmodel_find.Screen
---@field prompt integer the buffers
---@field list integer
---@field preview integer
---@field rows integer the number of matches that fit
---@field width integer of each in columns
---@field private windows table<string, integer> by the names of the buffers
---@field private are_files boolean whether the matches are paths
local Screen = {}
Screen.__index = Screen

--- Returns `{ row, column, width, height }` of each window, without its border.
local function layout(has_preview)
  local columns, lines = vim.o.columns, vim.o.lines - vim.o.cmdheight
  local width, height = math.floor(columns * 0.9), math.floor(lines * 0.85)
  local left, top = math.floor((columns - width) / 2), math.floor((lines - height) / 2)
  local is_wide = has_preview and columns >= WIDE
  local inner = math.max((is_wide and math.floor(width / 2) or width) - 2, 10)
  return {
    prompt = { top, left, inner, 1 },
    list = { top + 3, left, inner, math.max(height - 5, 1) },
    preview = is_wide and { top, left + inner + 2, width - inner - 4, math.max(height - 2, 1) } or nil,
  }
end

--- Opens the windows, and puts the cursor into the prompt.
---@param are_files boolean
---@return viewmodel_find.Screen
function M.open(are_files)
  local self = setmetatable({ windows = {}, are_files = are_files }, Screen)
  for _, name in ipairs({ "prompt", "list", "preview" }) do
    self[name] = vim.api.nvim_create_buf(false, true)
    vim.bo[self[name]].bufhidden = "hide"
    vim.bo[self[name]].undolevels = name == "prompt" and 100 or -1
    vim.bo[self[name]].filetype = "viewmodel-find-" .. name
  end
  self:arrange()
  vim.fn.sign_define("ViewModelFindPrompt", { text = ">", texthl = "ViewModelFindPointer" })
  vim.fn.sign_place(0, "viewmodel_find", "ViewModelFindPrompt", self.prompt, { lnum = 1 })
  return self
end

--- Fits the windows to the size of Nvim.
function Screen:arrange()
  local boxes = layout(self.are_files)
  for _, name in ipairs({ "list", "preview", "prompt" }) do
    local window, box = self.windows[name], boxes[name]
    local config = box and {
      relative = "editor",
      row = box[1],
      col = box[2],
      width = box[3],
      height = box[4],
      style = "minimal",
      border = "rounded",
    }
    if window and box then
      vim.api.nvim_win_set_config(window, config)
    elseif window then
      vim.api.nvim_win_close(window, true)
      self.windows[name] = nil
    elseif box then
      window = vim.api.nvim_open_win(self[name], name == "prompt", config)
      self.windows[name] = window
      vim.wo[window].wrap = false
      vim.wo[window].winhighlight = "Normal:ViewModelFindNormal,FloatBorder:ViewModelFindBorder"
    end
  end
  vim.wo[self.windows.prompt].signcolumn = "yes:1"
  vim.wo[self.windows.list].cursorline = true
  self.rows, self.width = boxes.list[4], boxes.list[3]
end

--- Whether the prompt still exists.
---@return boolean
function Screen:is_open()
  return vim.api.nvim_buf_is_valid(self.prompt) and vim.api.nvim_win_is_valid(self.windows.prompt)
end

--- Closes the windows, and deletes their buffers.
function Screen:close()
  for _, name in ipairs({ "prompt", "list", "preview" }) do
    local window = self.windows[name]
    if window and vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
    if vim.api.nvim_buf_is_valid(self[name]) then
      vim.api.nvim_buf_delete(self[name], { force = true })
    end
  end
end

local function set_lines(buffer, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

local function mark(buffer, line, first, last, group)
  vim.api.nvim_buf_set_extmark(buffer, namespace, line, first, { end_col = last, hl_group = group })
end

--- Shows the matches of the window.
---@param state table
function Screen:show_list(state)
  local chosen, lines, marks = {}, {}, {}
  for _, item in ipairs(state.selected) do
    chosen[item.id] = true
  end
  local current = state.index - state.matches.offset + 1
  for number, item in ipairs(state.matches.items) do
    local text, highlights = row.fit(item.text, item.ranges, self.width - 3, self.are_files)
    local pointer, marker = number == current and ">" or " ", chosen[item.id] and "+" or " "
    lines[number] = pointer .. marker .. text
    marks[number] = highlights
  end
  set_lines(self.list, lines)
  for number, highlights in ipairs(marks) do
    mark(self.list, number - 1, 0, 2, "ViewModelFindPointer")
    for _, highlight in ipairs(highlights) do
      mark(self.list, number - 1, highlight[1] + 2, highlight[2] + 2, "ViewModelFindMatch")
    end
  end
  if lines[current] then
    vim.api.nvim_win_set_cursor(self.windows.list, { current, 0 })
  end
end

--- Shows a problem in place of the matches.
---@param problem string
function Screen:show_failure(problem)
  vim.wo[self.windows.list].wrap = true
  set_lines(self.list, { problem })
  mark(self.list, 0, 0, #problem, "ViewModelFindError")
end

--- Shows the number of matches, and a problem, beside the prompt.
---@param state? table
---@param problem? string
function Screen:show_status(state, problem)
  local text = ""
  if state then
    local chosen = #state.selected > 0 and (" (%d)"):format(#state.selected) or ""
    text = ("%d/%d%s%s"):format(state.total, state.candidates, chosen, state.isSearching and " …" or "")
  end
  local pieces = { { text, "ViewModelFindStatus" } }
  if problem then
    local short = row.fit(problem, {}, math.max(self.width - #text - 4, 10))
    table.insert(pieces, 1, { short .. " ", "ViewModelFindError" })
  end
  vim.api.nvim_buf_clear_namespace(self.prompt, namespace, 0, -1)
  vim.api.nvim_buf_set_extmark(self.prompt, namespace, 0, 0, {
    virt_text = pieces,
    virt_text_pos = "right_align",
  })
end

--- Shows the head of the current file.
---@param state table
function Screen:show_preview(state)
  local preview, name = state.preview, nil
  if preview == vim.NIL then
    vim.bo[self.preview].syntax = ""
    return set_lines(self.preview, {})
  end
  local lines = vim.list_slice(preview.lines)
  if preview.message then
    lines = { preview.message }
  elseif preview.isTruncated then
    lines[#lines + 1] = "…"
  end
  set_lines(self.preview, lines)
  for _, item in ipairs(state.matches.items) do
    name = item.id == preview.id and item.text or name
  end
  local has_syntax = name and not preview.message and vim.fn.has("nvim-0.8") == 1
  vim.bo[self.preview].syntax = has_syntax and vim.filetype.match({ filename = name }) or ""
  if preview.message then
    mark(self.preview, 0, 0, #preview.message, "ViewModelFindStatus")
  end
end

return M
