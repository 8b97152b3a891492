--- `:ViewModelFind`: files, or any lines, found by the ViewModel `finder` while somebody types.

local config = require("viewmodel_host.config")
local layouts = require("viewmodel_host.find.layout")
local row = require("viewmodel_host.find.row")
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
---@field private are_files boolean whether the texts are paths
---@field private how string the command that opens what is accepted
---@field private offset integer where the window on the matches was last asked to be
---@field private query string what was last asked for
---@field private answered string the last of these that the host has taken in
---@field private may_restart boolean whether a host that dies is replaced
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

--- Shows an error that stays on the screen: leaving Insert mode, as a finder does that closes, would clear it.
---@param message string
local function show_error(message)
  local function show()
    vim.schedule(function()
      vim.cmd("redraw")
      vim.notify(message, vim.log.levels.ERROR)
    end)
  end
  if vim.api.nvim_get_mode().mode:sub(1, 1) == "i" then
    vim.api.nvim_create_autocmd("InsertLeave", { once = true, callback = show })
  else
    show()
  end
end

--- Opens a finder.
---@param options? viewmodel_host.FindOptions
---@return viewmodel_host.Finder|nil
function M.open(options)
  options = options or {}
  config.check("find()", options, OPTIONS)
  local self = setmetatable({ options = options, may_restart = true }, Finder)
  self.folder = config.folder(options.folder)
  self.are_files = not options.on_accept or not (options.lines or options.command)
  local problem = self:start_host()
  if problem then
    vim.notify(problem, vim.log.levels.ERROR)
    return nil
  end
  self.layout = layouts.open(self.are_files)
  self:listen()
  if options.query then
    vim.api.nvim_buf_set_lines(self.layout.prompt, 0, -1, false, { options.query })
  end
  vim.cmd("startinsert!")
  self:create()
  return self
end

--- Starts a host that is this finder's alone. Returns what is wrong if it cannot be started.
---@return string|nil problem
---@private
function Finder:start_host()
  local ok, host = pcall(require("viewmodel_host").start)
  if not ok then
    return host.message or tostring(host)
  end
  self.host, self.finder, self.problem = host, nil, nil
  self.offset, self.query, self.answered = 0, "", ""
  host:on_died(function(err)
    self:died(err.message)
  end)
end

--- Another host goes on with the options and with what is typed. If that dies, too, before it has found anything, the
--- reason is shown.
---@param reason string
---@private
function Finder:died(reason)
  if self.closed then
    return
  end
  local problem = reason
  if self.may_restart then
    self.may_restart = false
    problem = self:start_host()
  end
  if problem then
    self.finder = nil
    self:render()
    views.failure(self.layout, problem)
  else
    self:create()
  end
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
  local host, window = self.host, { offset = 0, limit = self.layout.rows }
  host:create("finder", {
    parameters = {
      folder = self.folder,
      command = self.options.command,
      lines = self.options.lines,
      previewLines = self.are_files and math.min(vim.o.lines, 1000) or 0,
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
    on_change = function()
      self:note_found()
      self:render()
    end,
    on_event = function(event)
      if event.name == "accepted" then
        -- What the host has read itself stands for bytes.
        self:accepted(self.options.lines and event.value or vim.tbl_map(row.bytes, event.value))
      else
        self.problem = event.value
        self:render()
      end
    end,
  }, function(err, finder)
    if self.closed or not host:is_running() then
      return -- its end is told by itself
    elseif err then
      self:close()
      show_error(err.message)
    else
      self.finder = finder
      self:typed()
      self:note_found()
      self:render()
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
    self.finder:input("query", { text = text }, function(err)
      if not err then
        self.answered = text
        self:note_found()
      end
    end)
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

--- A host that has found what is typed is replaced when it dies.
---@private
function Finder:note_found()
  if self.finder and self.answered == self.query and not self.finder.state.isSearching then
    self.may_restart = true
  end
end

--- Shows the state; one whose window is not on the current row is shown when that is there.
function Finder:render()
  if self.closed or not self.layout:is_open() then
    return
  end
  views.status(self.layout, self.finder and self.finder.state, self.problem)
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
  views.list(self.layout, state, self.are_files)
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

--- Closes it, and stops its host.
function Finder:close()
  if self.closed then
    return
  end
  self.closed = true
  pcall(vim.api.nvim_del_augroup_by_name, "viewmodel_find_" .. self.layout.prompt)
  vim.cmd("stopinsert")
  self.layout:close()
  self.host:stop()
end

return M
