--- `:ViewModelFind`: files, or any lines, found by the ViewModel `finder` while somebody types.

local demo = require("viewmodel_host.demo")
local layouts = require("viewmodel_host.find.layout")
local views = require("viewmodel_host.find.view")

local M = {}

---@class viewmodel_host.FindOptions
---@field folder? string whose files are found; left out, that of setup(), or the working directory
---@field command? string[] a program whose lines are found, run in the folder
---@field lines? string[] what is found
---@field query? string what stands in the prompt at the start
---@field on_accept? fun(texts: string[], how: string) left out, the texts are files, and are opened

local OPTIONS = {
  folder = "string",
  command = "table",
  lines = "table",
  query = "string",
  on_accept = "function",
}

---@class viewmodel_host.Finder
---@field layout viewmodel_host.FindLayout
---@field options viewmodel_host.FindOptions
---@field folder string
---@field host viewmodel_host.Host
---@field finder? viewmodel_host.Instance nil until it is created
---@field private how string the command that opens what is accepted
---@field private offset integer where the window on the matches was last asked to be
---@field private query string what was last asked for
---@field private problem? string
---@field private closed? true
local Finder = {}
Finder.__index = Finder

--- Keys of the prompt, in Insert mode.
local KEYS = {
  ["<CR>"] = { "accept", "edit" },
  ["<C-x>"] = { "accept", "split" },
  ["<C-v>"] = { "accept", "vsplit" },
  ["<C-t>"] = { "accept", "tab" },
  ["<C-n>"] = { "move", 1 },
  ["<C-p>"] = { "move", -1 },
  ["<C-j>"] = { "move", 1 },
  ["<C-k>"] = { "move", -1 },
  ["<Down>"] = { "move", 1 },
  ["<Up>"] = { "move", -1 },
  ["<PageDown>"] = { "page", 1 },
  ["<PageUp>"] = { "page", -1 },
  ["<Tab>"] = { "toggle", 1 },
  ["<S-Tab>"] = { "toggle", -1 },
  ["<Esc>"] = { "close" },
  ["<C-c>"] = { "close" },
}

--- What opens a buffer for each of these. Names of files are not given to commands, where characters have meanings.
local COMMANDS = { edit = "buffer", split = "sbuffer", vsplit = "vertical sbuffer", tab = "tab sbuffer" }

--- Opens a finder.
---@param options? viewmodel_host.FindOptions
---@return viewmodel_host.Finder|nil
function M.open(options)
  options = options or {}
  require("viewmodel_host.config").check("find()", options, OPTIONS)
  local ok, host = pcall(demo.host)
  if not ok then
    vim.notify(host.message or tostring(host), vim.log.levels.ERROR)
    return nil
  end
  if not host:is_running() then -- a list has it still, which says so
    host:restart()
  end
  local self = setmetatable({ options = options, host = host, offset = 0, query = "" }, Finder)
  self.folder = require("viewmodel_host.config").folder(options.folder)
  self.layout = layouts.open()
  demo.use(self)
  self:listen()
  if options.query then
    vim.api.nvim_buf_set_lines(self.layout.prompt, 0, -1, false, { options.query })
  end
  vim.cmd("startinsert!")
  self:create()
  return self
end

---@private
function Finder:listen()
  local group = vim.api.nvim_create_augroup("viewmodel_find_" .. self.layout.prompt, {})
  local function on(events, pattern, callback)
    vim.api.nvim_create_autocmd(events, vim.tbl_extend("force", pattern, {
      group = group,
      callback = function()
        callback()
      end,
    }))
  end
  local here = { buffer = self.layout.prompt }
  on({ "TextChangedI", "TextChangedP", "TextChanged" }, here, function()
    self:typed()
  end)
  on({ "BufLeave", "WinLeave", "BufWipeout" }, here, function()
    self:close()
  end)
  on("VimResized", {}, function()
    self:resized()
  end)
  for key, action in pairs(KEYS) do
    vim.keymap.set({ "i", "n" }, key, function()
      self[action[1]](self, action[2])
    end, { buffer = self.layout.prompt, nowait = true })
  end
  vim.fn.sign_define("ViewModelFindPrompt", { text = ">", texthl = "ViewModelFindPointer" })
  vim.fn.sign_place(0, "viewmodel_find", "ViewModelFindPrompt", self.layout.prompt, { lnum = 1 })
end

---@private
function Finder:create()
  local window = { offset = 0, limit = self.layout.rows }
  self.host:create("finder", {
    parameters = {
      folder = self.folder,
      command = self.options.command,
      lines = self.options.lines,
      previewLines = math.min(vim.o.lines, 1000),
    },
    observe = {
      { output = "matches", window = window },
      "total",
      "candidates",
      "isSearching",
      "index",
      "selected",
      "preview",
    },
    on_change = function(change)
      self:changed(change)
    end,
    on_event = function(event)
      if event.name == "accepted" then
        self:accepted(event.value)
      else
        self.problem = event.value
        self:render()
      end
    end,
  }, function(err, finder)
    if err then
      local is_running = self.host:is_running() -- else that is told once for all
      self:close()
      if is_running then
        -- Once the windows are gone and Insert mode is left, or both would take the message with them.
        vim.defer_fn(function()
          vim.cmd("redraw")
          vim.notify(err.message, vim.log.levels.ERROR)
        end, 0)
      end
    elseif self.closed then
      finder:dispose()
    else
      self.finder = finder
      self:render()
      self:typed()
    end
  end)
end

--- Asks for what stands in the prompt.
---@private
function Finder:typed()
  local text = vim.api.nvim_buf_get_lines(self.layout.prompt, 0, 1, false)[1] or ""
  if not self:can_ask() or text == self.query then
    return
  end
  self.query = text
  self.host:batch(function()
    self.finder:input("query", { text = text })
    self:scroll_to(0)
  end)
end

---@private
function Finder:can_ask()
  return self.finder and not self.closed and self.host:is_running()
end

--- Has the window on the matches begin there.
---@private
function Finder:scroll_to(offset)
  if offset ~= self.offset then
    self.offset = offset
    self:move_window()
  end
end

---@private
function Finder:move_window()
  self.finder:move_window("matches", self.offset, self.layout.rows, function() end)
end

---@private
function Finder:changed(change)
  if change.restarted then
    self.query = ""
    self:typed()
  end
  self:render()
end

--- Shows the state; one whose window is not on the current row is shown when that is there.
function Finder:render()
  if self.closed or not self.layout:is_open() then
    return
  end
  local problem = not self.host:is_running() and demo.why_not_running():match("^[^;]*")
  views.status(self.layout, self.finder and self.finder.state, problem or self.problem)
  if not self.finder then
    return
  end
  local state, rows = self.finder.state, self.layout.rows
  local offset = state.matches.offset
  if state.index < offset then
    return self:scroll_to(state.index)
  elseif state.index >= offset + rows then
    return self:scroll_to(state.index - rows + 1)
  end
  views.list(self.layout, state)
  views.preview(self.layout, state)
end

---@private
function Finder:resized()
  self.layout:arrange()
  if self:can_ask() then
    self:move_window()
    self:render()
  end
end

---@private
function Finder:move(by)
  if self:can_ask() then
    self.finder:input("move", { by = by })
  end
end

---@private
function Finder:page(direction)
  self:move(direction * self.layout.rows)
end

---@private
function Finder:toggle(by)
  if self:can_ask() then
    self.host:batch(function()
      self.finder:input("toggle")
      self.finder:input("move", { by = by })
    end)
  end
end

---@private
function Finder:accept(how)
  self:typed()
  if self:can_ask() then
    self.how = how
    self.finder:input("accept")
  end
end

---@private
function Finder:accepted(texts)
  local how = self.how or "edit"
  self:close()
  if self.options.on_accept then
    self.options.on_accept(texts, how)
    return
  end
  -- The first is opened last, so that it is the one that is seen.
  for index = #texts, 1, -1 do
    local buffer = vim.fn.bufadd(self.folder .. "/" .. texts[index])
    vim.bo[buffer].buflisted = true
    local ok, problem = pcall(vim.cmd, ("%s %d"):format(COMMANDS[how], buffer))
    if not ok then
      vim.notify(problem:gsub("^.*:(E%d+:)", "%1"), vim.log.levels.ERROR)
      return
    end
  end
end

--- Closes it. The host stops with the last that uses it.
function Finder:close()
  if self.closed then
    return
  end
  self.closed = true
  pcall(vim.api.nvim_del_augroup_by_name, "viewmodel_find_" .. self.layout.prompt)
  vim.cmd("stopinsert")
  self.layout:close()
  if self.finder then
    self.finder:dispose()
  end
  demo.release(self)
end

return M
