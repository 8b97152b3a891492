--- The process of a host: lines to it, lines from it, and its end. |vim.lsp.rpc| is not used for that: it takes the end
--- of the process for the end of its output, which is wrong of a supervised host, and has no arrays, no services that
--- answer later, and no standard error.

local uv = vim.uv or vim.loop

local M = {}

--- How long a host has to end after its input was closed, and after its output has ended, in milliseconds.
M.GRACE, M.MUTE_GRACE = 5000, 2000
-- Reading waits while more bytes than these are not handled: the host then merges its updates.
local UNHANDLED_BYTES = 1024 * 1024
local STDERR_LINES = 200

---@class viewmodel_host.Process
---@field pid integer
---@field exit_status? integer of the process that was started
---@field signal? integer
---@field is_over boolean whether the host has ended, and all that it wrote is in `lines`
---@field stderr string[] the last lines of its standard error
---@field fault? string the last of these that tells of a trap
---@field on_news fun() something is to be handled, or the host has ended; |vim.in_fast_event()|
local Process = {}
Process.__index = Process

--- The last lines that all hosts printed.
---@type string[]
M.printed = {}

--- Those that have not ended.
---@type table<viewmodel_host.Process, true>
M.living = {}

local function close(handle)
  if not handle:is_closing() then
    handle:close()
  end
end

--- Cuts what is fed to it into lines.
local function splitter(on_line)
  local rest = {}
  return function(bytes)
    local from, stop = 1, bytes:find("\n", 1, true)
    while stop do
      rest[#rest + 1] = bytes:sub(from, stop - 1)
      on_line(table.concat(rest))
      rest, from = {}, stop + 1
      stop = bytes:find("\n", from, true)
    end
    rest[#rest + 1] = bytes:sub(from)
  end, function()
    return table.concat(rest)
  end
end

--- Starts a process in a session of its own, so that CTRL-C in the terminal is not for it.
---@param command string[]
---@param options { cwd?: string, env?: table<string, string> }
---@return viewmodel_host.Process|nil process
---@return string|nil problem
function M.spawn(command, options)
  local self = setmetatable({
    lines = {},
    first = 1,
    last = 0,
    unhandled = 0,
    is_over = false,
    stderr = {},
    on_news = function() end,
    stdin = uv.new_pipe(false),
    stdout = uv.new_pipe(false),
    errors = uv.new_pipe(false),
    timer = uv.new_timer(),
  }, Process)
  local env
  if options.env then
    env = {}
    for name, value in pairs(vim.tbl_extend("force", vim.fn.environ(), options.env)) do
      table.insert(env, name .. "=" .. value)
    end
  end
  local process, pid = uv.spawn(command[1], {
    args = vim.list_slice(command, 2),
    cwd = options.cwd,
    env = env,
    stdio = { self.stdin, self.stdout, self.errors },
    detached = true,
    hide = true,
  }, function(exit_status, signal)
    self.exit_status, self.signal = exit_status, signal
    close(self.process)
    self:part_ended()
  end)
  if not process then
    for _, handle in ipairs({ self.stdin, self.stdout, self.errors, self.timer }) do
      close(handle)
    end
    return nil, tostring(pid)
  end
  self.process, self.pid = process, pid
  M.living[self] = true
  self.feed = splitter(function(line)
    self.last = self.last + 1
    self.lines[self.last] = line
    self.unhandled = self.unhandled + #line
  end)
  local feed, rest = splitter(function(line)
    self:printed(line)
  end)
  self.errors:read_start(function(_, bytes)
    if bytes then
      feed(bytes)
    else
      self:printed(rest())
      close(self.errors)
      self:part_ended()
    end
  end)
  self:read()
  return self
end

---@private
function Process:read()
  self.is_paused = false
  self.stdout:read_start(function(_, bytes)
    if bytes then
      self.feed(bytes)
      if self.unhandled > UNHANDLED_BYTES then
        self.is_paused = true
        self.stdout:read_stop()
      end
      self.on_news()
    else
      close(self.stdout)
      self:part_ended()
    end
  end)
end

---@private
function Process:printed(line)
  if line:find("Fatal error") or line:find("Precondition failed") or line:find("Assertion failed") then
    self.fault = line
  end
  if line:find("%S") then
    for _, list in ipairs({ self.stderr, M.printed }) do
      table.insert(list, line)
      if #list > STDERR_LINES then
        table.remove(list, 1)
      end
    end
  end
end

--- The next line of the host that has not been handled; nil: there is none at the moment.
---@return string|nil
function Process:take()
  local line = self.lines[self.first]
  if line then
    self.lines[self.first] = nil
    self.first = self.first + 1
    self.unhandled = self.unhandled - #line
    if self.is_paused and self.unhandled < UNHANDLED_BYTES / 2 and not self.stdout:is_closing() then
      self:read()
    end
  end
  return line
end

--- The host has ended when its output has, and the process that was started; whatever holds standard error then does so
--- half a second longer at most.
---@private
function Process:part_ended()
  if self.stdout:is_closing() then
    close(self.stdin)
    if not self.exit_status then
      self:limit(M.MUTE_GRACE)
    elseif self.errors:is_closing() then
      self:over()
    else
      self:limit(500)
    end
  end
end

--- It has so long to end; then it is killed, with its session. What is left open a second later is closed.
---@private
function Process:limit(milliseconds)
  if self.is_over then
    return
  end
  self.timer:start(milliseconds, 0, function()
    if self.was_killed or (self.exit_status and self.stdout:is_closing()) then
      self:over()
    else
      self.was_killed = true
      uv.kill(-self.pid, "sigkill")
      self:limit(1000)
    end
  end)
end

---@private
function Process:over()
  if not self.is_over then
    self.is_over = true
    M.living[self] = nil
    for _, handle in ipairs({ self.stdin, self.stdout, self.errors, self.timer }) do
      close(handle)
    end
    self.on_news()
  end
end

---@param line string
function Process:write(line)
  if not self.stdin:is_closing() and not self.closing then
    self.stdin:write(line .. "\n", function(problem)
      if problem and not self.closing then -- nobody reads: it has ended, or is to end
        self:limit(M.MUTE_GRACE)
      end
    end)
  end
end

--- Closes its input after all that was written, on which a host ends. One that has not ended in time is killed.
function Process:close()
  if not self.closing and not self.is_over then
    self.closing = true
    if not self.stdin:is_closing() then
      self.stdin:shutdown(function()
        close(self.stdin)
      end)
    end
    self:limit(M.GRACE)
  end
end

--- Ends all that live, as Nvim ends.
function M.close_all()
  for process in pairs(M.living) do
    process:close()
  end
  local deadline = uv.hrtime() + (M.GRACE + 2000) * 1e6
  repeat -- CTRL-C ends a wait
    vim.wait(M.GRACE, function()
      return next(M.living) == nil
    end, 10)
  until next(M.living) == nil or uv.hrtime() > deadline
end

return M
