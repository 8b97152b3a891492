--- Draws what a finder has found, and its preview.

local row = require("viewmodel_host.find.row")

local M = {}

local namespace = vim.api.nvim_create_namespace("viewmodel_host_find")

local function set_lines(buffer, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

local function mark(buffer, line, first, last, group)
  vim.api.nvim_buf_set_extmark(buffer, namespace, line, first, {
    end_col = last,
    hl_group = group,
  })
end

--- Shows the rows of the window on the matches.
---@param layout viewmodel_host.FindLayout
---@param state table
---@param are_files boolean whether the texts are paths
function M.list(layout, state, are_files)
  local chosen = {}
  for _, item in ipairs(state.selected) do
    chosen[item.id] = true
  end
  local lines, marks = {}, {}
  local current = state.index - state.matches.offset + 1
  for number, item in ipairs(state.matches.items) do
    local text, highlights = row.fit(item.text, item.ranges, layout.width - 3, are_files)
    local pointer, marker = number == current and ">" or " ", chosen[item.id] and "+" or " "
    lines[number] = pointer .. marker .. text
    marks[number] = highlights
  end
  set_lines(layout.list, lines)
  for number, highlights in ipairs(marks) do
    mark(layout.list, number - 1, 0, 2, "ViewModelFindPointer")
    for _, highlight in ipairs(highlights) do
      mark(layout.list, number - 1, highlight[1] + 2, highlight[2] + 2, "ViewModelFindMatch")
    end
  end
  if lines[current] then
    vim.api.nvim_win_set_cursor(layout.windows.list, { current, 0 })
  end
end

--- Shows in place of what was found why nothing more can be.
---@param layout viewmodel_host.FindLayout
---@param problem string
function M.failure(layout, problem)
  vim.wo[layout.windows.list].wrap = true
  set_lines(layout.list, { problem })
  mark(layout.list, 0, 0, #problem, "ViewModelError")
end

--- Shows beside the prompt how many there are, and what went wrong.
---@param layout viewmodel_host.FindLayout
---@param state? table
---@param problem? string
function M.status(layout, state, problem)
  local text = ""
  if state then
    text = ("%d/%d"):format(state.total, state.candidates)
    text = #state.selected > 0 and ("%s (%d)"):format(text, #state.selected) or text
    text = state.isSearching and text .. " …" or text
  end
  local pieces = { { text, "ViewModelStatus" } }
  if problem then
    local short = row.fit(problem, {}, math.max(layout.width - #text - 4, 10))
    table.insert(pieces, 1, { short .. " ", "ViewModelError" })
  end
  vim.api.nvim_buf_clear_namespace(layout.prompt, namespace, 0, -1)
  vim.api.nvim_buf_set_extmark(layout.prompt, namespace, 0, 0, {
    virt_text = pieces,
    virt_text_pos = "right_align",
  })
end

--- The syntax of a file, by its name.
local function syntax(name)
  if vim.fn.has("nvim-0.8") == 0 then
    return ""
  end
  return vim.filetype.match({ filename = name }) or ""
end

--- Shows the head of the current file.
---@param layout viewmodel_host.FindLayout
---@param state table
function M.preview(layout, state)
  local preview = state.preview
  if preview == vim.NIL then
    vim.bo[layout.preview].syntax = ""
    return set_lines(layout.preview, {})
  end
  local lines = vim.list_slice(preview.lines)
  if preview.message then
    lines = { preview.message }
  elseif preview.isTruncated then
    lines[#lines + 1] = "…"
  end
  set_lines(layout.preview, lines)
  local name
  for _, item in ipairs(state.matches.items) do
    name = item.id == preview.id and item.text or name
  end
  vim.bo[layout.preview].syntax = name and not preview.message and syntax(name) or ""
  if preview.message then
    mark(layout.preview, 0, 0, #preview.message, "ViewModelStatus")
  end
end

return M
