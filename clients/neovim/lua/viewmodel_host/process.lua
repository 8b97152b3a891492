--- The process of a host: lines to it, lines from it, and its end. |vim.lsp.rpc| does not suffice: it ends with the process
--- that was started, which a supervised host may outlive, and it has no batches and no standard error.

local uv = vim.uv or vim.loop

local M = {
  GRACE = 5000, -- milliseconds for a host to end after its input was closed
  MUTE_GRACE = 2000, -- and after its output has ended
  living = {}, -- a set of the processes that have not ended
  printed = {}, ---@type string[] the last 200 lines that all hosts printed
}

local Process = {}
Process.__index = Process

local function close(handle)
  if not handle:is_closing() then
    handle:close()
  end
end

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

--- Starts a process in a session of its own, which CTRL-C in the terminal does not reach. Returns nil and the problem if
--- it cannot be started. `on_activity` is called, in a fast event, when there are lines, and at the end.
function M.spawn(command, options, on_activity)
  local self = setmetatable({ lines = {}, first = 1, last = 0, stderr = {} }, Process)
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
  }, function(exit_status, signal)
    self.exit_status, self.signal = exit_status, signal
    close(self.process)
    self:part_ended()
  end)
  if not process then
    self:over()
    return nil, pid
  end
  self.process, self.pid, self.on_activity, M.living[self] = process, pid, on_activity, true
  self.feed = splitter(function(line)
    self.last = self.last + 1
    self.lines[self.last] = line
  end)
  local split = splitter(function(line)
    self:printed(line)
  end)
  self.errors:read_start(function(_, bytes)
    split(bytes or "\n")
    if not bytes then
      close(self.errors)
      self:part_ended()
    end
  end)
  self:read()
  return self
end

-- Reads until there are lines. What is not read fills the pipe, and the host merges its updates.
function Process:read()
  if self.stdout:is_closing() then
    return
  end
  self.stdout:read_start(function(_, bytes)
    if not bytes then
      close(self.stdout)
      self:part_ended()
    elseif not self.closing then
      self.stdout:read_stop()
      self.feed(bytes)
      self.on_activity()
    end
  end)
end

function Process:printed(line)
  if line:find("Fatal error") or line:find("Precondition failed") or line:find("Assertion failed") then
    self.fault = line
  end
  for _, list in ipairs(line:find("%S") and { self.stderr, M.printed } or {}) do
    table.insert(list, line)
    if #list > 200 then
      table.remove(list, 1)
    end
  end
end

--- Returns the next line, or nil and reads on.
function Process:take()
  local line = self.lines[self.first]
  if line then
    self.lines[self.first] = nil
    self.first = self.first + 1
  else
    self:read()
  end
  return line
end

-- The host has ended when its output and the process that was started have. Another process may hold standard error open
-- for half a second more.
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

-- Kills the host and its session after some milliseconds, and closes what is open a second later.
function Process:limit(milliseconds)
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
  if self.on_activity then
    self.on_activity()
  end
end

function Process:write(line)
  if not self.stdin:is_closing() and not self.closing then
    self.stdin:write(line .. "\n")
  end
end

--- Closes its input after all that was written, which ends a host. Its output is dropped from now on.
function Process:close()
  if not self.closing and not self.is_over then
    self.closing = true
    if not self.stdin:is_closing() then
      self.stdin:shutdown(function()
        close(self.stdin)
      end)
    end
    self:read()
    self:limit(M.GRACE)
  end
end

-- Closes all as Nvim ends, and kills those that are left after the wait, which CTRL-C ends.
vim.api.nvim_create_autocmd("VimLeavePre", {
  callback = function()
    for process in pairs(M.living) do
      process:close()
    end
    vim.wait(M.GRACE + 2000, function()
      return next(M.living) == nil
    end, 10)
    for process in pairs(M.living) do
      uv.kill(-process.pid, "sigkill")
    end
  end,
})

return M
