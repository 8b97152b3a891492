--- `:ViewModelFind` finds files, or any lines, with the ViewModel `finder` while the user types.

local row = require("viewmodel_find.row")
local screens = require("viewmodel_find.screen")

local M = {}

---@class viewmodel_find.Config
---@field folder? string whose files are found; the working directory if left out
---@field keys? table<string, any[]|false> actions by keys of the prompt; false for none

---@class viewmodel_find.Options
---@field folder? string
---@field command? string[] a program that prints the lines to search; it runs in the folder
---@field lines? string[] the lines to search
---@field query? string the initial query
---@field on_accept? fun(texts: string[], how: string) gets the accepted lines; if left out, they are opened as files

--- The actions of the keys of the prompt: a method of the finder, and its argument.
M.keys = {
  ["<CR>"] = { "accept", "edit" },
  ["<C-x>"] = { "accept", "split" },
  ["<C-v>"] = { "accept", "vsplit" },
  ["<C-t>"] = { "accept", "tab" },
  ["<C-q>"] = { "accept", "quickfix" },
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

---@type viewmodel_find.Config
local config = {}

--- Sets defaults. Need not be called.
---@param given? viewmodel_find.Config
function M.setup(given)
  config = given or {}
end

---@class viewmodel_find.Finder
---@field host viewmodel_host.Host
---@field finder? viewmodel_host.Instance nil until it is created
---@field private screen viewmodel_find.Screen
---@field private options viewmodel_find.Options
---@field private folder string
---@field private offset integer that the window on the matches was moved to last
---@field private query string that was sent last
---@field private is_answered boolean whether the host has answered that query
---@field private may_restart boolean whether a host that dies is replaced
---@field private problem? string
---@field private is_closed? true
local Finder = {}
Finder.__index = Finder

--- The commands that open a buffer. They get its number: in a file's name some characters have a meaning.
local COMMANDS = { edit = "buffer", split = "sbuffer", vsplit = "vertical sbuffer", tab = "tab sbuffer" }

--- Shows an error after Insert mode has ended, which would clear it.
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

--- The options of the finder that `resume` opens again.
---@type viewmodel_find.Options|nil
local last

--- Opens a finder, with a host of its own.
---@param options? viewmodel_find.Options
---@return viewmodel_find.Finder|nil
function M.open(options)
  options = options or {}
  local self = setmetatable({ options = options, may_restart = true }, Finder)
  self.offset, self.query, self.is_answered = 0, "", true
  local folder = options.folder or config.folder or vim.fn.getcwd()
  self.folder = vim.fn.fnamemodify(folder, ":p"):gsub("(.)/$", "%1")
  local ok, host = pcall(require("viewmodel_host").start, {
    on_died = function(err)
      self:died(err.message)
    end,
  })
  if not ok then
    vim.notify(tostring(host), vim.log.levels.ERROR)
    return nil
  end
  self.host = host
  self.are_files = not options.on_accept or not (options.lines or options.command)
  self.screen = screens.open(self.are_files)
  self:listen()
  vim.api.nvim_buf_set_lines(self.screen.prompt, 0, -1, false, { options.query or "" })
  vim.cmd("startinsert!")
  self:create()
  return self
end

--- Opens the finder that was closed last again, with its query.
function M.resume()
  M.open(last)
end

---@private
function Finder:listen()
  local group = vim.api.nvim_create_augroup("viewmodel_find_" .. self.screen.prompt, {})
  local function on(events, method, buffer)
    vim.api.nvim_create_autocmd(events, {
      group = group,
      buffer = buffer,
      callback = function()
        self[method](self)
      end,
    })
  end
  on({ "TextChangedI", "TextChangedP", "TextChanged" }, "typed", self.screen.prompt)
  on({ "BufLeave", "WinLeave", "BufWipeout" }, "close", self.screen.prompt)
  on("VimResized", "resized")
  for key, action in pairs(vim.tbl_extend("force", M.keys, config.keys or {})) do
    if action then
      vim.keymap.set({ "i", "n" }, key, function()
        self[action[1]](self, action[2])
      end, { buffer = self.screen.prompt, nowait = true })
    end
  end
end

---@private
function Finder:create()
  self.host:create("finder", {
    parameters = {
      folder = self.folder,
      command = self.options.command,
      lines = self.options.lines,
      previewLines = self.are_files and math.min(vim.o.lines, 1000) or 0,
    },
    observe = {
      { output = "matches", window = { offset = 0, limit = self.screen.rows } },
      "total",
      "candidates",
      "isSearching",
      "index",
      "selected",
      "preview",
    },
    on_change = function()
      self:render()
    end,
    on_event = function(event)
      if event.name == "accepted" then
        -- In lines that the host has read, some characters stand for bytes.
        self:accepted(self.options.lines and event.value or vim.tbl_map(row.bytes, event.value))
      else
        self.problem = event.value
        self:render()
      end
    end,
  }, function(err, finder)
    if self.is_closed or (err and not err.code) then
      return -- on_died reports the end of the host
    elseif err then
      self:close()
      return show_error(err.message)
    end
    self.finder = finder
    self:typed()
    self:render()
  end)
end

--- Continues with another host, which gets the same options and the current query. If that dies, too, before it has
--- found all matches, shows the reason.
---@param problem string
---@private
function Finder:died(problem)
  if self.is_closed then
    return
  elseif self.may_restart then
    self.may_restart = false
    local ok, err = pcall(self.host.restart, self.host)
    if ok then
      self.offset, self.query, self.is_answered = 0, "", true
      return self.finder and self:typed() or self.finder or self:create()
    end
    problem = err.message
  end
  self.screen:show_status(nil)
  self.screen:show_failure(problem)
end

---@private
function Finder:can_ask()
  return self.finder and not self.is_closed and not self.host.error
end

--- Sends the text of the prompt as the query, if it is a new one.
---@private
function Finder:typed()
  local text = vim.api.nvim_buf_get_lines(self.screen.prompt, 0, 1, false)[1] or ""
  if not self:can_ask() or text == self.query then
    return
  end
  self.query, self.is_answered = text, false
  self.host:turn(function()
    self.finder:call("query", { text = text }, function(err)
      if not err and text == self.query then
        self.is_answered = true
        self:render()
      end
    end)
    self:scroll_to(0)
  end)
end

--- Moves the window on the matches.
---@private
function Finder:scroll_to(offset)
  if offset ~= self.offset then
    self.offset = offset
    self.finder:move_window("matches", offset, self.screen.rows)
  end
end

--- Shows the state. If its window does not contain the current row, moves the window instead.
---@private
function Finder:render()
  if self.is_closed or not self.finder or self.host.error or not self.screen:is_open() then
    return
  end
  local state, rows = self.finder.state, self.screen.rows
  if self.is_answered and not state.isSearching then
    self.may_restart = true
  end
  self.screen:show_status(state, self.problem)
  local offset = state.matches.offset
  if state.index < offset then
    return self:scroll_to(state.index)
  elseif state.index >= offset + rows then
    return self:scroll_to(state.index - rows + 1)
  end
  self.screen:show_list(state)
  self.screen:show_preview(state)
end

---@private
function Finder:resized()
  self.screen:arrange()
  if self:can_ask() then
    self.finder:move_window("matches", self.offset, self.screen.rows)
    self:render()
  end
end

function Finder:move(by)
  if self:can_ask() then
    self.finder:input("move", { by = by })
  end
end

function Finder:page(direction)
  self:move(direction * self.screen.rows)
end

function Finder:toggle(by)
  if self:can_ask() then
    self.host:turn(function()
      self.finder:input("toggle")
      self.finder:input("move", { by = by })
    end)
  end
end

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
    return self.options.on_accept(texts, how)
  end
  local paths = vim.tbl_map(function(text)
    return self.folder .. "/" .. text
  end, texts)
  if how == "quickfix" then
    local entries = vim.tbl_map(function(path)
      return { filename = path, lnum = 1 }
    end, paths)
    vim.fn.setqflist({}, " ", { title = "ViewModelFind " .. self.query, items = entries })
    vim.cmd("copen")
    return
  end
  -- The first file is opened last, so that its buffer becomes the current one.
  for index = #paths, 1, -1 do
    local buffer = vim.fn.bufadd(paths[index])
    vim.bo[buffer].buflisted = true
    local ok, problem = pcall(vim.cmd, ("%s %d"):format(COMMANDS[how], buffer))
    if not ok then
      vim.notify(problem:gsub("^.*:(E%d+:)", "%1"), vim.log.levels.ERROR)
      return
    end
  end
end

--- Closes the finder and its host.
function Finder:close()
  if self.is_closed then
    return
  end
  self.is_closed = true
  last = vim.tbl_extend("force", self.options, { query = self.query })
  pcall(vim.api.nvim_del_augroup_by_name, "viewmodel_find_" .. self.screen.prompt)
  vim.cmd("stopinsert")
  self.screen:close()
  self.host:close()
end

return M
