--- The process of a host: lines to it, lines from it, and its end. |vim.lsp.rpc| does not do for that: it takes the end of
--- the process for the end of its output, which is wrong of a supervised host, and has no arrays, no services that answer
--- later, and no standard error.

local uv = vim.uv or vim.loop

local M = {
  GRACE = 5000, -- milliseconds that a host has to end in after its input was closed,
  MUTE_GRACE = 2000, -- and after its output has ended
  living = {}, ---@type table<viewmodel_host.Process, true> those that have not ended
  printed = {}, ---@type string[] the last lines that all hosts printed
}

-- Reading waits while more bytes than these are not handled: the host then merges its updates.
local UNHANDLED_BYTES = 1024 * 1024
local STDERR_LINES = 200

---@class viewmodel_host.Process
---@field exit_status? integer of the process that was started
---@field is_over? boolean the host has ended, and all that it wrote is in `lines`
---@field stderr string[] the last lines of its standard error
---@field fault? string the last of these that tells of a trap
---@field on_news? fun() a line has come, or the end; |vim.in_fast_event()|
local Process = {}
Process.__index = Process

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
  end
end

--- Starts a process in a session of its own, so that CTRL-C in the terminal is not for it. Returns nil and the problem
--- if it cannot be started.
function M.spawn(command, options)
  local self = setmetatable({ lines = {}, first = 1, last = 0, unhandled = 0, stderr = {} }, Process)
  self.stdin, self.stdout, self.errors = uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false)
  self.timer = uv.new_timer()
  local env = {}
  for name, value in pairs(vim.tbl_extend("force", vim.fn.environ(), options.env or {})) do
    table.insert(env, name .. "=" .. value)
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
    self:over()
    return nil, pid
  end
  self.process, self.pid, M.living[self] = process, pid, true
  self.feed = splitter(function(line)
    self.last = self.last + 1
    self.lines[self.last] = line
    self.unhandled = self.unhandled + #line
  end)
  local print = splitter(function(line)
    self:printed(line)
  end)
  self.errors:read_start(function(_, bytes)
    print(bytes or "\n")
    if not bytes then
      close(self.errors)
      self:part_ended()
    end
  end)
  self:read()
  return self
end

function Process:read()
  self.is_paused = false
  self.stdout:read_start(function(_, bytes)
    if not bytes then
      close(self.stdout)
      return self:part_ended()
    elseif self.closing then
      return
    end
    self.feed(bytes)
    if self.unhandled > UNHANDLED_BYTES then
      self.is_paused = true
      self.stdout:read_stop()
    end
    self.on_news()
  end)
end

function Process:printed(line)
  if line:find("Fatal error") or line:find("Precondition failed") or line:find("Assertion failed") then
    self.fault = line
  end
  for _, list in ipairs(line:find("%S") and { self.stderr, M.printed } or {}) do
    table.insert(list, line)
    if #list > STDERR_LINES then
      table.remove(list, 1)
    end
  end
end

--- The next line of the host that has not been handled; nil: there is none at the moment.
function Process:take()
  local line = self.lines[self.first]
  if line then
    self.lines[self.first] = nil
    self.first = self.first + 1
    self.unhandled = self.unhandled - #line
    if self.is_paused and self.unhandled < UNHANDLED_BYTES / 2 then
      self:read()
    end
  end
  return line
end

--- The host has ended when its output has, and the process that was started; what still holds standard error then may do
--- so for half a second.
function Process:part_ended()
  if self.stdout:is_closing() then
    close(self.stdin)
    if self.exit_status and self.errors:is_closing() then
      self:over()
    else
      self:limit(self.exit_status and 500 or M.MUTE_GRACE)
    end
  end
end

--- It has so long to end; then it is killed, with its session. What is open a second later is closed.
function Process:limit(milliseconds)
  if self.is_over then
    return
  end
  self.timer:start(milliseconds, 0, function()
    if self.was_killed or (self.exit_status and self.stdout:is_closing()) then
      return self:over()
    end
    self.was_killed = true
    uv.kill(-self.pid, "sigkill")
    self:limit(1000)
  end)
end

function Process:over()
  self.is_over, M.living[self] = true, nil
  for _, handle in ipairs({ self.stdin, self.stdout, self.errors, self.timer }) do
    close(handle)
  end
  if self.on_news then
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

--- Closes its input after all that was written, on which a host ends. What it still says is not heard.
function Process:close()
  if not self.closing and not self.is_over then
    self.closing = true
    if not self.stdin:is_closing() then
      self.stdin:shutdown(function()
        close(self.stdin)
      end)
    end
    if self.is_paused then
      self:read()
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
      return next(M.living) == nil or uv.hrtime() > deadline
    end, 10)
  until next(M.living) == nil or uv.hrtime() > deadline
end

return M
