--- The floating windows of a finder: a prompt, under it what was found, beside both the head of a file, if there are
--- files.

local M = {}

-- With fewer columns there is no preview.
local WIDE = 90

---@class viewmodel_host.FindLayout
---@field prompt integer the buffers
---@field list integer
---@field preview integer
---@field rows integer how many matches can be seen
---@field width integer of each in columns
---@field windows table<string, integer> by the names of the buffers
---@field private has_preview boolean
local Layout = {}
Layout.__index = Layout

--- Where the windows are: `{ row, column, width, height }` for each, without their borders.
local function places(has_preview)
  local columns, lines = vim.o.columns, vim.o.lines - vim.o.cmdheight
  local width, height = math.floor(columns * 0.9), math.floor(lines * 0.85)
  local left, top = math.floor((columns - width) / 2), math.floor((lines - height) / 2)
  local is_wide = has_preview and columns >= WIDE
  local inner = math.max((is_wide and math.floor(width / 2) or width) - 2, 10)
  local found = {
    prompt = { top, left, inner, 1 },
    list = { top + 3, left, inner, math.max(height - 5, 1) },
  }
  if is_wide then
    found.preview = { top, left + inner + 2, width - inner - 4, math.max(height - 2, 1) }
  end
  return found
end

local function config(place)
  return {
    relative = "editor",
    row = place[1],
    col = place[2],
    width = place[3],
    height = place[4],
    style = "minimal",
    border = "rounded",
  }
end

local function buffer(name)
  local number = vim.api.nvim_create_buf(false, true)
  vim.bo[number].bufhidden = "wipe"
  vim.bo[number].undolevels = name == "prompt" and 100 or -1
  vim.bo[number].filetype = "viewmodel-find-" .. name
  return number
end

--- Opens the windows; the cursor is in the prompt.
---@param has_preview boolean
---@return viewmodel_host.FindLayout
function M.open(has_preview)
  local self = setmetatable({ windows = {}, has_preview = has_preview }, Layout)
  for _, name in ipairs({ "prompt", "list", "preview" }) do
    self[name] = buffer(name)
  end
  self:arrange()
  return self
end

--- Puts the windows where there is room for them, as Nvim is now.
function Layout:arrange()
  local found = places(self.has_preview)
  for _, name in ipairs({ "list", "preview", "prompt" }) do
    local window, place = self.windows[name], found[name]
    if not place then
      if window then
        vim.bo[self[name]].bufhidden = "hide"
        vim.api.nvim_win_close(window, true)
        self.windows[name] = nil
      end
    elseif window then
      vim.api.nvim_win_set_config(window, config(place))
    else
      window = vim.api.nvim_open_win(self[name], name == "prompt", config(place))
      self.windows[name] = window
      vim.wo[window].wrap = false
      vim.wo[window].winhighlight = "Normal:ViewModelFindNormal,FloatBorder:ViewModelFindBorder"
    end
  end
  vim.wo[self.windows.prompt].signcolumn = "yes:1"
  vim.wo[self.windows.list].cursorline = true
  self.rows, self.width = found.list[4], found.list[3]
end

--- Whether the prompt still is there.
---@return boolean
function Layout:is_open()
  return vim.api.nvim_buf_is_valid(self.prompt) and vim.api.nvim_win_is_valid(self.windows.prompt)
end

--- Closes the windows, and wipes their buffers out.
function Layout:close()
  for _, window in pairs(self.windows) do
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
  for _, name in ipairs({ "prompt", "list", "preview" }) do
    if vim.api.nvim_buf_is_valid(self[name]) then
      vim.api.nvim_buf_delete(self[name], { force = true })
    end
  end
end

return M
