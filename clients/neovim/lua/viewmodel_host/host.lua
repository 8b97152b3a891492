--- A host, and the instances in it.

local errors = require("viewmodel_host.errors")
local instances = require("viewmodel_host.instance")
local json = require("viewmodel_host.json")
local listeners = require("viewmodel_host.listeners")
local patch = require("viewmodel_host.patch")
local processes = require("viewmodel_host.process")
local requests = require("viewmodel_host.request")
local services = require("viewmodel_host.services")

local uv = vim.uv or vim.loop

local M = {}

-- For so long lines and callbacks are handled at once; then Nvim has the time to take keys and to draw.
local SLICE_NANOSECONDS = 10 * 1000 * 1000
-- How much of a line that breaks the protocol the error shows, in characters.
local SHOWN = 80

---@class viewmodel_host.StartOptions
---@field command? string|string[] a program, or one with its arguments
---@field cwd? string its working directory
---@field env? table<string, string> added to the environment of Nvim
---@field log? '"debug"'|'"info"'|'"warning"'|'"error"'|'"off"' what on_log hears; "warning" if left out
---@field record? string a file or folder, as of `--record`
---@field supervised? boolean another process goes on when the host's ends
---@field trace? string a file to which all messages are appended; $VIEWMODEL_HOST_TRACE if left out
---@field services? table<string, viewmodel_host.Service> what this frontend answers, by name
--- Its members `on_…` are registered as by the methods of the host.

---@class viewmodel_host.Host
---@field ready viewmodel_host.Request ends with what the host says of itself; need not be waited for
---@field info? table the same, when it has ended
---@field pid integer
---@field error? viewmodel_host.Error why the host cannot be asked any more
---@field instances table<string, viewmodel_host.Instance> those that live, by id
---@field on_died fun(self, callback: fun(err: viewmodel_host.Error)): fun() it has ended by itself, or broken the protocol
---@field on_rejected fun(self, callback: fun(err: viewmodel_host.Error)): fun() an input of any instance, or an answer of a service
---@field on_failed fun(self, callback: fun(err: viewmodel_host.Error)): fun() an error inside a ViewModel; its instance lives on
---@field on_log fun(self, callback: fun(line: table)): fun()
---@field on_restarted fun(self, callback: fun(news: table)): fun() another process of a supervised host goes on
---@field on_resumed fun(self, callback: fun(news: table)): fun() it goes on with a session: `turn`, `opened`
local Host = listeners.class({ "died", "rejected", "failed", "log", "restarted", "resumed" })
function Host:__tostring()
  return ("<viewmodel_host.Host %d, %s>"):format(self.pid, self.error and self.error.kind or "running")
end

local HINT = "Install its package (dpkg -i, or unpack the tar.gz; it needs no Swift), put viewmodel-host on the PATH "
  .. "or into the plugin's bin, set VIEWMODEL_HOST to its path, or give its command to setup()"

---@param options? viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.start(options)
  options = vim.tbl_extend("keep", options or {}, require("viewmodel_host").config)
  local self = setmetatable({
    options = options,
    instances = {},
    gone = setmetatable({}, { __mode = "v" }),
    last_instance = 0,
    due = {},
    first_due = 1,
    last_due = 0,
    warned = {},
  }, Host)
  listeners.init(self, self, options)
  self:launch()
  vim.api.nvim_create_autocmd("VimLeavePre", {
    group = vim.api.nvim_create_augroup("viewmodel_host", {}),
    callback = processes.close_all,
  })
  return self
end

function Host:launch()
  local command = require("viewmodel_host").command(self.options.command)
  if self.options.record then
    vim.list_extend(command, { "--record", vim.fn.fnamemodify(self.options.record, ":p") })
  end
  if self.options.supervised then
    table.insert(command, "--supervised")
  end
  local trace = self.options.trace or vim.env.VIEWMODEL_HOST_TRACE
  if trace and trace ~= "" and not self.trace_file then
    self.trace_file = trace == "-" and 2 or assert(uv.fs_open(trace, "a", 384))
  end
  local process, problem = processes.spawn(command, self.options)
  if not process then
    error(errors.new("not_found", ("cannot start the host %s: %s. %s"):format(command[1], problem, HINT)), 0)
  end
  self.process, self.pid, self.error, self.info = process, process.pid, nil, nil
  self.requests, self.calls, self.last_number, self.program = {}, {}, 0, command[1]
  self:trace("#", "start " .. table.concat(command, " "))
  process.on_news = function()
    if self.process == process then
      self:wake()
    end
  end
  self.ready = self:ask("initialize", {
    protocolVersions = { "1" },
    client = { name = "viewmodel-host-neovim", version = "0.1.0" },
    capabilities = {
      services = vim.tbl_keys(self.options.services or {}),
      mergeUpdates = { milliseconds = 16 },
      integers = "strings",
      log = self.options.log or "warning",
      restarts = self.options.supervised or nil,
    },
  }, nil, function(err, info)
    if err and err.code == errors.codes.UNSUPPORTED_VERSION then
      local theirs = table.concat(err.data.supported, ", ")
      err = errors.new("version", "no common protocol version: this client speaks 1, the host " .. theirs)
    end
    self.info = info
    if err then
      self:fail(err)
    end
    return err, info
  end)
end

-- Appends a line to the trace, if there is one: `-->` was sent, `<--` came, `#` is about the process.
function Host:trace(mark, text)
  if self.trace_file then
    local seconds, microseconds = uv.gettimeofday()
    local time = os.date("%Y-%m-%d %H:%M:%S", seconds)
    uv.fs_write(self.trace_file, ("%s.%03d %s %s\n"):format(time, microseconds / 1000, mark, text))
  end
end

-- The loop: lines are handled and callbacks called on the main loop, in order.

-- Has a function called after all that is due before it.
function Host:later(callback)
  self.last_due = self.last_due + 1
  self.due[self.last_due] = callback
  self:wake()
end

function Host:wake()
  if not self.is_awake then
    self.is_awake = true
    vim.schedule(function()
      self.is_awake = false
      self:work()
    end)
  end
end

-- Calls a callback. That it fails is shown, and keeps no other from its call.
function Host:guarded(callback)
  local ok, problem = xpcall(callback, debug.traceback)
  if not ok then
    vim.notify("viewmodel_host: a callback failed: " .. tostring(problem), vim.log.levels.ERROR)
  end
end

-- A callback may wait, and this be called meanwhile: then the rest is handled there.
function Host:work()
  local stop = uv.hrtime() + SLICE_NANOSECONDS
  repeat
    local callback = self.due[self.first_due]
    if callback then
      self.due[self.first_due] = nil
      self.first_due = self.first_due + 1
      self:guarded(callback)
    else
      local line = not self.error and self.process:take()
      if line then
        self:receive(line)
      else
        return self.process.is_over and self:ended()
      end
    end
  until uv.hrtime() > stop
  vim.defer_fn(function()
    self:wake()
  end, 1)
end

function Host:ended()
  if self.process.was_told then
    return
  end
  self.process.was_told = true
  self:trace("#", ("end, exit status %s, signal %s"):format(self.process.exit_status, self.process.signal))
  if self.process.closing then -- as Nvim ends
    self:finish(errors.new("closed", "the host was closed"))
  else
    self:fail(errors.died(self.process))
  end
  if self.process.ending then
    self.process.ending:settle(nil, self.process.exit_status)
  end
end

local function in_order(set)
  local list = vim.tbl_values(set)
  table.sort(list, function(left, right)
    return left.number < right.number
  end)
  return list
end

-- Ends the conversation, once: all that was asked fails. Returns whether it had not ended.
function Host:finish(err)
  if self.error then
    return false
  end
  local open = in_order(self.requests)
  self.error, self.requests = err, {}
  for _, request in ipairs(open) do
    request:settle(err)
  end
  for _, call in pairs(self.calls) do
    call:cancel()
  end
  self.process:close()
  return true
end

-- The host has ended by itself, or cannot be understood.
function Host:fail(err)
  if self:finish(err) then
    listeners.tell(self, "died", err)
  end
end

-- Messages.

function Host:send(message)
  message.jsonrpc = "2.0"
  local line = json.encode(message)
  if self.batch then
    table.insert(self.batch, line)
  else
    self:trace("-->", line)
    self.process:write(line)
  end
end

-- Asks the host. `take(err, result)` gives what the request ends with, when the answer comes.
function Host:ask(method, params, callback, take)
  local request = requests.new(self, method, callback)
  request.take = take
  if self.error then
    request:settle(self.error)
    return request
  end
  self.requests[request.number] = request
  self:send({ id = request.number, method = method, params = params })
  return request
end

function Host:read(line)
  local message = vim.json.decode(line)
  for _, part in ipairs(message[1] and message or { message }) do
    self:take(part)
  end
end

-- Handles a line. Whatever fails breaks the protocol, and ends the host.
function Host:receive(line)
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
    self:fail(errors.new("protocol", words:format(problem, vim.fn.strcharpart(line, 0, SHOWN))))
  end
end

local NOTIFIED = {}

function Host:take(message)
  local method, id = message.method, message.id
  if method and id == nil then
    if NOTIFIED[method] then
      NOTIFIED[method](self, message.params)
    end
  elseif method == "service/call" then
    services.called(self, id, message.params)
  elseif method then
    assert(method ~= "initialize", "it answered with what it was sent")
    local err = { code = errors.codes.METHOD_NOT_FOUND, message = "there is no " .. method }
    self:send({ id = id, error = err })
  elseif id == vim.NIL then
    listeners.tell(self, "rejected", errors.told("rejected", message.error))
  else
    local request = assert(self.requests[id], "nobody has asked for that")
    local err, result = nil, message.result
    if message.error then
      local kind = message.error.code == errors.codes.CANCELLED and "cancelled" or "request"
      err = errors.told(kind, message.error)
    end
    if request.take then
      err, result = request.take(err, result, request)
    end
    self.requests[id] = nil
    request:settle(err, result)
  end
end

NOTIFIED["viewModel/update"] = function(self, params)
  local before = {}
  for index, update in ipairs(params.updates) do
    local instance = self.instances[update.id]
    if instance then
      assert(update.revision == instance.revision + 1, "a revision that is not the next one")
      before[index], instance.revision = instance.state, update.revision
      instance.state = update.patch and patch.apply(instance.state, update.patch) or instance.state
    end
  end
  for index, update in ipairs(params.updates) do
    if before[index] and update.patch then
      local is_whole = update.patch[1].path == ""
      self.instances[update.id]:changed(before[index], is_whole and vim.NIL or update.patch)
    end
  end
  for index, update in ipairs(params.updates) do
    local instance = before[index] and self.instances[update.id]
    for _, event in ipairs(instance and update.events or {}) do
      listeners.tell(instance, "event", { id = instance.id, name = event.event, value = event.value })
    end
    if instance and update.droppedEvents then
      listeners.tell(instance, "dropped_events", update.droppedEvents)
    end
  end
end

for method, kind in pairs({ ["viewModel/rejected"] = "rejected", ["viewModel/failed"] = "failed" }) do
  NOTIFIED[method] = function(self, params)
    local err = errors.told(kind, params.error, { id = params.id, input = params.input })
    listeners.tell(self, kind, err, self.instances[params.id])
  end
end

NOTIFIED["service/rejected"] = function(self, params)
  if params.error.code ~= errors.codes.CANCELLED then
    local details = { call = params.id, service = params.service }
    listeners.tell(self, "rejected", errors.told("rejected", params.error, details))
  end
end

NOTIFIED["viewModel/closed"] = function(self, params)
  self:forget(params.id, params.reason)
end

NOTIFIED["$/cancelRequest"] = function(self, params)
  if self.calls[params.id] then
    self.calls[params.id]:cancel()
  end
end

NOTIFIED["host/restarted"] = function(self, params)
  params.message = "the host goes on in another process: " .. params.reason
  listeners.tell(self, "restarted", params)
end

NOTIFIED["host/resumed"] = function(self, params)
  listeners.tell(self, "resumed", { turn = params.turn, opened = self:reopen(params.opened) })
end

NOTIFIED["host/log"] = function(self, params)
  if self.listeners.log or not self.warned[params.message] then
    self.warned[params.message] = true
    listeners.tell(self, "log", params)
  end
end

-- Instances.

-- Those that are there again after an undo, or with a session that goes on.
function Host:reopen(opened)
  local list = {}
  for index, entry in ipairs(opened or {}) do
    local instance = self.gone[entry.id]
    if not instance or instance.name ~= entry.name then
      instance = instances.new(self, { name = entry.name })
      instance.is_unknown = true -- its parameters are
    end
    instance:take(entry)
    list[index] = instance
  end
  return list
end

function Host:forget(id, reason)
  local instance = self.instances[id]
  if instance then
    self.instances[id], self.gone[id] = nil, instance
    instance.closed = reason
    listeners.tell(instance, "closed", reason)
  end
end

---@class viewmodel_host.CreateOptions
---@field id? string chosen by you; left out, by the host
---@field parameters? table
---@field uses? table<string, viewmodel_host.Instance|string> other instances, by their roles
---@field observe? (string|table)[] which outputs the state has; `{ output = …, window = { offset = 0, limit = 50 } }` for rows
--- Its members `on_…` are registered as by the methods of the instance.

--- Creates an instance. The request ends with it.
---@param name string of the ViewModel
---@param options? viewmodel_host.CreateOptions
---@param callback? fun(err: viewmodel_host.Error|nil, instance: viewmodel_host.Instance)
---@return viewmodel_host.Request
---@overload fun(self: viewmodel_host.Host, name: string, callback: function): viewmodel_host.Request
function Host:create(name, options, callback)
  if type(options) == "function" then
    options, callback = {}, options
  end
  options = options or {}
  local uses = vim.tbl_map(function(other)
    return type(other) == "table" and other.id or other
  end, options.uses or {})
  local instance = instances.new(self, {
    name = name,
    id = options.id,
    parameters = instances.sent(options.parameters),
    uses = instances.sent(uses),
    observe = options.observe,
  }, options)
  return self:ask("viewModel/create", instance.params, callback, function(err, created, request)
    if err then
      return err
    end
    instance:take(created)
    if request.is_settled then -- nobody waits for it any more
      instance:dispose()
    end
    return nil, instance
  end)
end

-- Requests.

--- Any request. It ends with the result as it came.
---@param method string
---@param params? table
---@param callback? fun(err: viewmodel_host.Error|nil, result: any)
---@return viewmodel_host.Request
function Host:request(method, params, callback)
  return self:ask(method, params and next(params) ~= nil and params or nil, callback)
end

local function rewind(self, method, params, callback)
  return self:ask(method, params, callback, function(err, result)
    return err, result and { turn = result.turn, opened = self:reopen(result.opened) }
  end)
end

--- Takes the last step of a supervised host's session back. Ends with `{ turn, opened }`.
---@return viewmodel_host.Request
function Host:undo(callback)
  return rewind(self, "session/undo", nil, callback)
end

--- Does the next step that was taken back again.
function Host:redo(callback)
  return rewind(self, "session/redo", nil, callback)
end

--- Goes to the end of a turn.
---@param turn integer
function Host:rewind(turn, callback)
  return rewind(self, "session/rewind", { turn = turn }, callback)
end

--- What the last turns came from: `{ turn, turns, undone }`.
---@param count? integer
---@return viewmodel_host.Request
function Host:turns(count, callback)
  return self:ask("session/turns", count and { count = count }, callback)
end

--- Sends the inputs and calls of a function as one turn, so that they give one update. If it raises an error, nothing of
--- it is sent.
---@param body fun()
function Host:turn(body)
  local first = self.last_number + 1
  self.batch = {}
  local ok, problem = pcall(body)
  local batch = self.batch
  self.batch = nil
  if not ok then
    for number = first, self.last_number do
      if self.requests[number] then
        self.requests[number]:settle(errors.new("cancelled", "nothing of the turn was sent"))
        self.requests[number] = nil
      end
    end
    error(problem, 0)
  elseif #batch > 0 then
    local line = "[" .. table.concat(batch, ",") .. "]"
    self:trace("-->", line)
    self.process:write(line)
  end
end

-- The end.

--- Closes the host: what was asked fails. The request ends with the exit status when the process has ended.
---@param callback? fun(err: nil, exit_status: integer)
---@return viewmodel_host.Request
function Host:close(callback)
  self:finish(errors.new("closed", "the host was closed"))
  local process = self.process
  process.ending = process.ending or requests.new(self, "close")
  if process.was_told then
    process.ending:settle(nil, process.exit_status)
  end
  return callback and process.ending:on_done(callback) or process.ending
end

--- Starts the host anew, whether it lives or not, and creates its instances again, in order: with their ids, parameters
--- and uses, and what was asked for last to be observed. The request ends when all is done.
---@param callback? fun(err: viewmodel_host.Error|nil, info: table)
---@return viewmodel_host.Request
function Host:restart(callback)
  self:finish(errors.new("closed", "the host was restarted"))
  if self.process.ending then
    self.process.ending:settle(nil, self.process.exit_status)
  end
  self:launch()
  for _, instance in ipairs(in_order(self.instances)) do
    if instance.is_unknown then
      self:forget(instance.id, "its parameters are not known")
    else
      self:ask("viewModel/create", instance.params, nil, function(err, created)
        if err then
          return self:forget(instance.id, err.message)
        end
        instance:take(created)
      end)
    end
  end
  return self:ask("ping", nil, callback, function(err)
    return err, self.info
  end)
end

--- The last lines of its standard error, where ViewModels print.
---@return string[]
function Host:stderr()
  return vim.list_slice(self.process.stderr)
end

return M
