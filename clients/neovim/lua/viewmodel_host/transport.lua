--- The host's process and its three pipes. What it writes is handed over on the main loop, in order.

local crash = require("viewmodel_host.crash")
local errors = require("viewmodel_host.errors")
local lines = require("viewmodel_host.lines")

local uv = vim.uv or vim.loop

local M = {}

-- With so much unhandled, reading waits: the host then merges its updates.
local UNHANDLED_BYTES = 1024 * 1024
--- How long the process may take to end, after its pipes; and its pipes, after the process.
M.GRACE_MILLISECONDS = 2000

---@class viewmodel_host.Transport
---@field pid integer
---@field ended boolean
---@field exit_status? integer when the process has ended
---@field signal? integer
---@field private process userdata
---@field private stdin userdata
---@field private stdout userdata
---@field private stderr userdata
---@field private timer userdata
---@field private chunks string[] what has been read and not been cut into lines
---@field private unhandled integer bytes of these
---@field private lines table<integer, string> those from `first` to `last` wait to be handled
---@field private first integer
---@field private last integer
---@field private paused boolean whether reading waits
---@field private closing boolean
---@field private handlers viewmodel_host.TransportHandlers
---@field private open integer how many of process, stdout, stderr have not ended
local Transport = {}
Transport.__index = Transport

---@class viewmodel_host.TransportHandlers
---@field on_line fun(line: string)
---@field on_end fun(exit_status: integer, signal: integer, stderr: string[])
---@field run_due fun() makes the calls that are due

local function close(handle)
  if handle and not handle:is_closing() then
    handle:close()
  end
end

--- The variables for a child: those of Nvim, and these.
local function environment(extra)
  if not extra then
    return nil
  end
  local list = {}
  for key, value in pairs(vim.tbl_extend("force", vim.fn.environ(), extra)) do
    list[#list + 1] = key .. "=" .. tostring(value)
  end
  return list
end

--- Starts a process. Its pipes belong to this Nvim alone: however Nvim ends, they close. It is in a session
--- of its own, so that CTRL-C in the terminal is not for the host.
---@param command string[]
---@param options { cwd?: string, env?: table<string, string> }
---@param handlers viewmodel_host.TransportHandlers
---@return viewmodel_host.Transport|nil transport
---@return viewmodel_host.Error|nil err
function M.spawn(command, options, handlers)
  if options.cwd and vim.fn.isdirectory(options.cwd) == 0 then
    return nil, errors.host_missing(command[1], "there is no folder " .. options.cwd, false)
  end
  local self = setmetatable({
    ended = false,
    handlers = handlers,
    buffer = lines.new(),
    words = crash.stderr(),
    chunks = {},
    unhandled = 0,
    lines = {},
    first = 1,
    last = 0,
    open = 3,
    stdin = uv.new_pipe(false),
    stdout = uv.new_pipe(false),
    stderr = uv.new_pipe(false),
    timer = uv.new_timer(),
  }, Transport)
  local process, pid = uv.spawn(command[1], {
    args = vim.list_slice(command, 2),
    cwd = options.cwd,
    env = environment(options.env),
    stdio = { self.stdin, self.stdout, self.stderr },
    detached = true,
    hide = true,
  }, function(exit_status, signal)
    self.exit_status, self.signal = exit_status, signal
    close(self.process)
    self:part_ended()
  end)
  if not process then
    for _, handle in ipairs({ self.stdin, self.stdout, self.stderr, self.timer }) do
      close(handle)
    end
    return nil, errors.host_missing(command[1], tostring(pid))
  end
  self.process, self.pid = process, pid
  self:read()
  self.stderr:read_start(function(_, data)
    if data then
      self.words:feed(data)
    else
      close(self.stderr)
      self:part_ended()
    end
  end)
  return self
end

---@private
function Transport:read()
  self.paused = false
  self.stdout:read_start(function(_, data)
    if data then
      table.insert(self.chunks, data)
      self.unhandled = self.unhandled + #data
      if self.unhandled > UNHANDLED_BYTES then
        self.paused = true
        self.stdout:read_stop()
      end
      self:hand_over()
    else
      close(self.stdout)
      self:part_ended()
    end
  end)
end

--- Of the process and its two outputs one has ended. The others must follow soon: a host that lives on
--- without its output is of no use, and something else that holds the output is no host.
---@private
function Transport:part_ended()
  self.open = self.open - 1
  if self.open == 0 then
    close(self.timer)
    self:hand_over()
  elseif not self.timer:is_closing() and not self.timer:is_active() then
    close(self.stdin)
    self:kill_later(M.GRACE_MILLISECONDS)
  end
end

---@private
function Transport:kill_later(milliseconds)
  self.timer:start(milliseconds, 0, function()
    if self.paused and self.exit_status then -- there is more to read, and room for it soon
      self:kill_later(milliseconds)
    elseif self.exit_status then
      close(self.timer)
      close(self.stdout)
      close(self.stderr)
      self.open = 0
      self:hand_over()
    else
      self.process:kill("sigkill")
      self:kill_later(M.GRACE_MILLISECONDS)
    end
  end)
end

--- Has the lines handled soon, on the main loop.
function Transport:hand_over()
  if not self.scheduled then
    self.scheduled = true
    vim.schedule(function()
      self.scheduled = false
      self:handle()
    end)
  end
end

---@private
function Transport:handle()
  if #self.chunks > 0 then
    local bytes = table.concat(self.chunks)
    self.chunks, self.unhandled = {}, 0
    for _, line in ipairs(self.buffer:feed(bytes)) do
      self.last = self.last + 1
      self.lines[self.last] = line
    end
  end
  self.handlers.run_due()
  -- A callback may wait, and come here again meanwhile: then the rest of the lines is handled there.
  while self.first <= self.last do
    local line = self.lines[self.first]
    self.lines[self.first] = nil
    self.first = self.first + 1
    self.handlers.on_line(line)
    self.handlers.run_due()
  end
  if self.paused and not self.stdout:is_closing() then
    self:read()
  end
  if self.open == 0 and not self.ended and #self.chunks == 0 then
    self.ended = true
    self.handlers.on_end(self.exit_status, self.signal, self.words:lines())
    self.handlers.run_due()
  end
end

--- Writes bytes after all that was written before, as fast as the host reads.
---@param bytes string
function Transport:write(bytes)
  if not self.stdin:is_closing() and not self.closing then
    self.stdin:write(bytes, function() end) -- if it fails, the host has died, which is told anyway
  end
end

--- Closes the host's input, after all that was written: it then disposes everything and ends. One that
--- has not ended after 2 seconds is killed.
function Transport:close()
  if self.closing then
    return
  end
  self.closing = true
  if not self.stdin:is_closing() then
    self.stdin:shutdown(function()
      close(self.stdin)
    end)
  end
  if not self.timer:is_closing() then
    self:kill_later(M.GRACE_MILLISECONDS)
  end
end

--- Closes the host's input, and hears of nothing any more.
function Transport:abandon()
  local function nothing() end
  self.handlers = { on_line = nothing, on_end = nothing, run_due = self.handlers.run_due }
  self:close()
end

return M
