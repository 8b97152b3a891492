--- The process of a host, its pending requests, and the queue of callbacks. All run in order on the main loop.

local errors = require("viewmodel_host.errors")
local json = require("viewmodel_host.json")
local listeners = require("viewmodel_host.listeners")
local processes = require("viewmodel_host.process")
local requests = require("viewmodel_host.request")

local uv = vim.uv or vim.loop

-- Lines and callbacks are handled for this long at a time. Then Nvim reads keys and draws.
local SLICE_NANOSECONDS = 10 * 1000 * 1000
local HINT = "Install its package (dpkg -i, or unpack the tar.gz; it needs no Swift), put viewmodel-host on the PATH "
  .. "or into the plugin's bin, set VIEWMODEL_HOST to its path, or give its command to setup()"

local Connection = {}
Connection.__index = Connection

function Connection:launch()
  local options = self.options
  local command = require("viewmodel_host").command(options.command)
  vim.list_extend(command, options.record and { "--record", vim.fn.fnamemodify(options.record, ":p") } or {})
  vim.list_extend(command, options.supervised and { "--supervised" } or {})
  local trace = vim.env.VIEWMODEL_HOST_TRACE or ""
  if trace ~= "" and not self.trace_file then
    self.trace_file = trace == "-" and 2 or assert(uv.fs_open(trace, "a", 384))
  end
  local process, problem = processes.spawn(command, options, function()
    self:wake()
  end)
  if not process then
    local has_no_folder = options.cwd and vim.fn.isdirectory(options.cwd) == 0
    local reason = has_no_folder and "its working directory does not exist: " .. options.cwd or problem .. ". " .. HINT
    error(errors.new("not_found", ("cannot start the host %s: %s"):format(command[1], reason)), 0)
  end
  self.process, self.pid, self.error, self.info = process, process.pid, nil, nil
  self.requests, self.calls, self.last_number, self.program = {}, {}, 0, command[1]
  self.ending = requests.new(self, "close")
  self:trace("#", "start " .. table.concat(command, " "))
  self.ready = self:ask("initialize", {
    protocolVersions = { "1" },
    client = { name = "viewmodel-host-neovim", version = require("viewmodel_host").version },
    capabilities = {
      services = vim.tbl_keys(options.services or {}),
      mergeUpdates = { milliseconds = 16 },
      integers = "strings",
      log = options.log or "warning",
      restarts = options.supervised or nil,
    },
  }, nil, function(err, info)
    if err and err.code == errors.codes.UNSUPPORTED_VERSION then
      local theirs = table.concat(err.data.supported, ", ")
      err = errors.new("version", "no common protocol version: this client speaks 1, the host " .. theirs)
    end
    self.info = info
    if err then
      self:finish(err)
    end
    return err, info
  end)
end

-- Appends a line to the trace: `-->` was sent, `<--` was received, `#` is about the process.
function Connection:trace(mark, text)
  if self.trace_file then
    local seconds, microseconds = uv.gettimeofday()
    local time = os.date("%Y-%m-%d %H:%M:%S", seconds)
    uv.fs_write(self.trace_file, ("%s.%03d %s %s\n"):format(time, microseconds / 1000, mark, text))
  end
end

function Connection:later(callback)
  self.last_due = self.last_due + 1
  self.due[self.last_due] = callback
  self:wake()
end

function Connection:wake()
  if not self.is_awake then
    self.is_awake = true
    vim.schedule(function()
      self.is_awake = false
      self:work()
    end)
  end
end

-- Handles callbacks, then lines. A callback may wait: then this function is called again inside it.
function Connection:work()
  local stop = uv.hrtime() + SLICE_NANOSECONDS
  repeat
    local callback = self.due[self.first_due]
    local line = not callback and not self.error and self.process:take()
    if callback then
      self.due[self.first_due] = nil
      self.first_due = self.first_due + 1
      local ok, problem = xpcall(callback, debug.traceback)
      if not ok then
        vim.notify("viewmodel_host: a callback failed: " .. tostring(problem), vim.log.levels.ERROR)
      end
    elseif line then
      self:receive(line)
    else
      return self.process.is_over and self:ended()
    end
  until uv.hrtime() > stop
  vim.defer_fn(function()
    self:wake()
  end, 1)
end

function Connection:ended()
  if self.ending.is_settled then
    return
  end
  self:trace("#", ("end, exit status %s, signal %s"):format(self.process.exit_status, self.process.signal))
  self:finish(self.process.closing and errors.new("closed", "the host was closed") or errors.died(self.process))
  self.ending:settle(nil, self.process.exit_status)
end

-- Ends the conversation, once: all pending requests fail.
function Connection:finish(err)
  if self.error then
    return
  end
  local pending = self.requests
  self.error, self.requests = err, {}
  for _, request in pairs(pending) do
    request:settle(err)
  end
  for _, call in pairs(self.calls) do
    call:cancel()
  end
  self.process:close()
  if err.kind ~= "closed" then
    listeners.notify(self, "died", err)
  end
end

function Connection:send(message)
  message.jsonrpc = "2.0"
  local line = json.encode(message)
  if self.batch then
    table.insert(self.batch, line)
  else
    self:write(line)
  end
end

function Connection:write(line)
  self:trace("-->", line)
  self.process:write(line)
end

-- Sends a request, or has it fail with a problem. `take(err, result, request)` returns its end when the response arrives.
---@return viewmodel_host.Request
function Connection:ask(method, params, callback, take, problem)
  local request = requests.new(self, method, callback)
  if problem or self.error then
    return request:settle(problem or self.error)
  end
  local number = self.last_number + 1
  request.take, request.number = take, number
  self.last_number, self.requests[number] = number, request
  self:send({ id = number, method = method, params = params })
  return request
end

function Connection:read(line)
  local message = vim.json.decode(line)
  for _, part in ipairs(message[1] and message or { message }) do
    self:take(part)
  end
end

-- Handles a line. An error in that means that the line breaks the protocol, which ends the host.
function Connection:receive(line)
  self:trace("<--", line)
  if not line:find("%S") then
    return
  end
  local ok, problem = pcall(self.read, self, line)
  if not ok then
    local words = "the host broke the protocol (%s): %s"
    if not self.info then
      words = self.program .. " is no viewmodel-host: %s: %s"
    end
    problem = tostring(problem):gsub("^[^:]*:%d+: ", "")
    self:finish(errors.new("protocol", words:format(problem, vim.fn.strcharpart(line, 0, 80))))
  end
end

function Connection:take(message)
  local method, id = message.method, message.id
  if method and id == nil then
    self:notified(method, message.params)
  elseif method then
    assert(method ~= "initialize", "it answered with what it was sent")
    requests.serve(self, id, method, message.params or {})
  elseif id == vim.NIL then
    listeners.notify(self, "rejected", errors.response("rejected", message.error))
  else
    local request = assert(self.requests[id], "no request has this id")
    local err, result = message.error and errors.response("request", message.error), message.result
    if request.take then
      err, result = request.take(err, result, request)
    end
    self.requests[id] = nil
    request:settle(err, result)
  end
end

return Connection
