--- The host's process and its three pipes. What it writes is handed over on the main loop, in order.

local crash = require("viewmodel_host.crash")
local errors = require("viewmodel_host.errors")
local lines = require("viewmodel_host.lines")

local uv = vim.uv or vim.loop

local M = {}

-- With so much unhandled, reading waits: the host then merges its updates.
local UNHANDLED_BYTES = 1024 * 1024
--- With so much unread by the host, nothing more is taken to be written.
M.UNREAD_BYTES = 64 * 1024 * 1024
-- For so long lines and callbacks are handled at once; then Nvim has the time to take keys and to draw.
local SLICE_NANOSECONDS = 10 * 1000 * 1000
local PAUSE_MILLISECONDS = 1
--- How long a line may be before the host has named its limit.
M.LINE_BYTES = 16 * 1024 * 1024
--- How long the process may take to end, after its pipes; and its pipes, after the process.
M.GRACE_MILLISECONDS = 2000
-- How long it may take after SIGTERM.
local TERM_MILLISECONDS = 500

---@class viewmodel_host.Transport
---@field pid integer
---@field ended boolean
---@field exit_status? integer when the process has ended
---@field signal? integer
---@field private process userdata
---@field private stdin userdata
---@field private stdout userdata
---@field private stderr userdata
---@field private timer userdata for the end
---@field private rest userdata a timer for the time between two slices
---@field private chunks string[] what has been read and not been cut into lines
---@field private unhandled integer bytes of these, and of the lines that wait
---@field private lines table<integer, string> those from `first` to `last` wait to be handled
---@field private first integer
---@field private last integer
---@field private paused boolean whether reading waits
---@field private closing boolean
---@field private handlers viewmodel_host.TransportHandlers
---@field private open integer how many of process, stdout, stderr have not ended
---@field private signal_number? string the last signal that was sent
local Transport = {}
Transport.__index = Transport

---@class viewmodel_host.TransportHandlers
---@field on_line fun(line: string)
---@field on_printed fun(line: string) of standard error, until a crash is reported there; |vim.in_fast_event()|
---@field on_end fun(exit_status: integer, signal: integer, stderr: string[])
---@field on_long_line fun(limit: integer) a line has more bytes than it may have; nothing comes after it
---@field run_due fun(deadline: number): boolean makes the calls that are due; whether none is left

--- Those whose process has not ended.
---@type table<viewmodel_host.Transport, true>
local living = {}

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
    buffer = lines.new(M.LINE_BYTES),
    words = crash.stderr(handlers.on_printed),
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
    rest = uv.new_timer(),
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
    living[self] = nil
    close(self.process)
    self:part_ended()
  end)
  if not process then
    for _, handle in ipairs({ self.stdin, self.stdout, self.stderr, self.timer, self.rest }) do
      close(handle)
    end
    return nil, errors.host_missing(command[1], tostring(pid))
  end
  self.process, self.pid = process, pid
  living[self] = true
  self:read()
  -- It is one end of a socket, on which nothing comes but the end: the host reads no more.
  self.stdin:read_start(function(_, data)
    if not data then
      self:end_soon()
    end
  end)
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
  else
    close(self.stdin)
    self:end_soon()
  end
end

--- From now on the process has so long to end.
---@private
function Transport:end_soon()
  if not self.timer:is_closing() and not self.timer:is_active() then
    self:press_later(M.GRACE_MILLISECONDS)
  end
end

--- Ends what has not ended then: first by SIGTERM, then by SIGKILL.
---@private
function Transport:press_later(milliseconds)
  self.timer:start(milliseconds, 0, function()
    if self.paused and self.exit_status then -- there is more to read, and room for it soon
      self:press_later(milliseconds)
    elseif self.exit_status then
      close(self.timer)
      self:close_outputs()
      self.open = 0
      self:hand_over()
    elseif self.signal_number then
      self:send_signal("sigkill")
      self:press_later(M.GRACE_MILLISECONDS)
    else
      self:send_signal("sigterm")
      self:press_later(math.min(TERM_MILLISECONDS, M.GRACE_MILLISECONDS))
    end
  end)
end

---@private
function Transport:send_signal(name)
  self.signal_number = name
  self.process:kill(name)
end

---@private
function Transport:close_outputs()
  close(self.stdout)
  close(self.stderr)
end

--- Has the lines handled soon, on the main loop.
function Transport:hand_over()
  if not self.scheduled and not self.rest:is_active() then
    self.scheduled = true
    vim.schedule(function()
      self.scheduled = false
      self:handle()
    end)
  end
end

--- Cuts what has been read into lines.
---@private
function Transport:cut()
  if #self.chunks == 0 then
    return
  end
  local bytes = table.concat(self.chunks)
  self.chunks = {}
  self.unhandled = self.unhandled - #bytes
  for _, line in ipairs(self.buffer:feed(bytes)) do
    self.last = self.last + 1
    self.lines[self.last] = line
    self.unhandled = self.unhandled + #line
  end
end

--- Handles lines and makes calls for the time of a slice.
---@private
function Transport:handle()
  self:cut()
  local deadline = uv.hrtime() + SLICE_NANOSECONDS
  -- A callback may wait, and come here again meanwhile: then the rest of the lines is handled there.
  while self.handlers.run_due(deadline) do
    if self.first > self.last then
      self:handled()
      return
    elseif uv.hrtime() > deadline then
      break
    end
    local line = self.lines[self.first]
    self.lines[self.first] = nil
    self.first = self.first + 1
    self.unhandled = self.unhandled - #line
    if #line > self.buffer.limit then
      self.handlers.on_long_line(self.buffer.limit)
    else
      self.handlers.on_line(line)
    end
  end
  if self.ended then
    self:hand_over()
  else
    self.rest:start(PAUSE_MILLISECONDS, 0, function()
      self:hand_over()
    end)
  end
end

--- All that has been read is handled.
---@private
function Transport:handled()
  if self.buffer.is_over and not self.was_over then
    self.was_over = true
    self.handlers.on_long_line(self.buffer.limit)
    self:hand_over()
  end
  if self.paused and not self.stdout:is_closing() then
    self:read()
  end
  if self.open == 0 and not self.ended and #self.chunks == 0 then
    self.ended = true
    close(self.rest)
    self.words:finish()
    self.handlers.on_end(self.exit_status, self.signal, self:stderr_lines())
    self:hand_over()
  end
end

--- What is kept of standard error.
---@return string[]
function Transport:stderr_lines()
  return self.words:lines()
end

--- How long a line of the host may be.
---@param bytes integer
function Transport:limit_lines(bytes)
  self.buffer.limit = bytes
end

--- Whether there is room for more to write. A host that reads nothing cannot take all memory.
---@return boolean
function Transport:has_room()
  return self.stdin:is_closing() or self.stdin:get_write_queue_size() <= M.UNREAD_BYTES
end

--- Writes bytes after all that was written before, as fast as the host reads.
---@param bytes string
function Transport:write(bytes)
  if not self.stdin:is_closing() and not self.closing then
    self.stdin:write(bytes, function(problem)
      if problem then -- the host reads no more: it has ended, or is to end
        self:end_soon()
      end
    end)
  end
end

--- Closes the host's input, after all that was written: it then disposes everything and ends. One that
--- has not ended after 2 seconds is ended by SIGTERM, and soon after that by SIGKILL.
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
  self:end_soon()
end

--- Closes the host's pipes, and hears of nothing any more.
function Transport:abandon()
  local function nothing() end
  self.handlers = {
    on_line = nothing,
    on_long_line = nothing,
    on_end = nothing,
    run_due = self.handlers.run_due,
  }
  self.lines, self.chunks, self.first, self.last = {}, {}, 1, 0
  self:close()
  self:close_outputs()
  self.open = self.exit_status and 0 or 1
end

--- Ends all processes that have not ended, and waits for that: Nvim is left.
function M.end_all()
  for transport in pairs(living) do
    transport:close()
  end
  local milliseconds = 2 * M.GRACE_MILLISECONDS + TERM_MILLISECONDS
  local deadline = uv.hrtime() + milliseconds * 1e6
  repeat -- CTRL-C ends a wait
    vim.wait(milliseconds, function()
      return next(living) == nil
    end, 10)
  until next(living) == nil or uv.hrtime() > deadline
end

return M
