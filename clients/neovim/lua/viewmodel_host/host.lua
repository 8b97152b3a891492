--- A host process, and the instances in it.

local config = require("viewmodel_host.config")
local connections = require("viewmodel_host.connection")
local creation = require("viewmodel_host.creation")
local dues = require("viewmodel_host.due")
local errors = require("viewmodel_host.errors")
local handlers = require("viewmodel_host.handlers")
local json = require("viewmodel_host.json")
local notifications = require("viewmodel_host.notifications")
local requests = require("viewmodel_host.requests")
local services = require("viewmodel_host.services")
local shape = require("viewmodel_host.shape")
local traces = require("viewmodel_host.trace")
local transport = require("viewmodel_host.transport")

local M = {}

local VERSIONS = { "1" }
local CLIENT = { name = "viewmodel-host-neovim", version = "0.1.0" }

---@class viewmodel_host.StartOptions
---@field command? string|string[] a program, or one with its arguments; left out, that of setup()
---@field cwd? string its working directory
---@field env? table<string, string> environment variables besides those of Nvim
---@field log? '"debug"'|'"info"'|'"warning"'|'"error"'|'"off"' what on_log() hears; "warning" if left out
---@field record? string a file for the transcript of the session, or a folder: one for each start
---@field supervised? boolean true: another process goes on when the host's ends: |viewmodel_host-supervised|
---@field trace? string|boolean a file for what is sent and received; true: |viewmodel_host-trace|
---@field merge_updates? boolean false: one update for each turn, even when Nvim is busy for long
---@field services? table<string, viewmodel_host.Service> what this frontend answers, by name

local OPTIONS = {
  command = "string or table",
  cwd = "string",
  env = "table",
  log = "string",
  merge_updates = "boolean",
  record = "string",
  supervised = "boolean",
  trace = "string or boolean",
  services = "table",
}

---@class viewmodel_host.Host
---@field info? viewmodel_host.HostInfo what the host said of itself, when `ready` has ended
---@field ready viewmodel_host.Reply ends with `info`; need not be waited for
---@field pid integer
---@field program string
---@field instances table<string, viewmodel_host.Instance> those that live, by id
---@field gone table<string, viewmodel_host.Instance> the last of each id that is gone, while somebody has it
---@field last_serial integer how many instances have been created
---@field due viewmodel_host.Due
---@field handlers viewmodel_host.Handlers
---@field services viewmodel_host.Services
---@field connection viewmodel_host.Connection
---@field private transport viewmodel_host.Transport
---@field inputs table<integer, viewmodel_host.Reply>
---@field last_seq integer
---@field warned table<string, true> the warnings of the host that were shown
---@field private trace viewmodel_host.Trace
---@field private options viewmodel_host.StartOptions
---@field private stopped? viewmodel_host.Reply
---@field private restarting? viewmodel_host.Reply
local Host = setmetatable({}, { __index = requests })
Host.__index = Host
Host.__tostring = function(self)
  local state = self:is_running() and "running" or self.connection.error.kind
  return ("<viewmodel_host.Host %s, process %d, %s>"):format(self.program, self.pid, state)
end

---@type table<viewmodel_host.Host, true>
local running = {}

local ends_with_nvim = false

--- Ends the hosts before Nvim ends. When Nvim is killed their pipes close all the same, and they end by themselves.
local function end_with_nvim()
  if ends_with_nvim then
    return
  end
  ends_with_nvim = true
  vim.api.nvim_create_autocmd("VimLeavePre", {
    group = vim.api.nvim_create_augroup("viewmodel_host", {}),
    callback = function()
      for host in pairs(running) do
        host:stop()
      end
      transport.end_all()
    end,
  })
end

--- Starts a host. Raises an error of kind "host_missing" if the program cannot be run; all that fails
--- later is told by the replies, and by on_died().
---@param options? viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.start(options)
  options = options or {}
  config.check("start()", options, OPTIONS)
  local due = dues.new()
  local self = setmetatable({
    instances = {},
    gone = setmetatable({}, { __mode = "v" }),
    last_serial = 0,
    inputs = {},
    last_seq = 0,
    warned = {},
    due = due,
    handlers = handlers.new(due),
    options = options,
  }, Host)
  local err = self:launch()
  if err then
    error(err, 0)
  end
  end_with_nvim()
  return self
end

--- Starts the process, and speaks to it first.
---@return viewmodel_host.Error|nil
---@private
function Host:launch()
  local command = vim.deepcopy((config.command(self.options.command)))
  local recording = config.record(self.options.record)
  if recording then
    vim.list_extend(command, { "--record", recording })
  end
  local supervised = config.supervised(self.options.supervised)
  if supervised then
    table.insert(command, "--supervised")
  end
  if self.trace then
    self.trace:close()
  end
  local trace = traces.open(config.trace(self.options.trace))
  self.trace = trace
  trace:write("#", "start " .. table.concat(command, " "))
  local connection, first_line
  local process, err = transport.spawn(command, self.options, {
    run_due = function(deadline)
      return self.due:run(deadline)
    end,
    on_long_line = function(limit)
      trace:write("#", "a line that is too long")
      if not connection.error then
        local problem = "the host wrote a line of more than %d bytes, the limit that initialize named"
        self:fail(errors.protocol_error(problem:format(limit)))
      end
    end,
    on_line = function(line)
      trace:write("<--", line)
      if not connection.error then
        if line .. "\n" == first_line then
          self:fail(errors.no_host(command[1], "it answered with what it was sent"))
          return
        end
        local ok, problem = pcall(connection.receive, connection, line)
        if not ok then
          local err = problem
          if not errors.is_error(err) then
            local text = "the host wrote a message that makes no sense (%s): %s"
            err = errors.protocol_error(text:format(tostring(err), shape.cut(line)))
          end
          if err.kind == "protocol_error" and not self.info then
            err = errors.no_host(command[1], err.message)
          end
          self:fail(err)
        end
      end
    end,
    on_printed = function(line)
      trace:write("2>", line)
    end,
    on_end = function(exit_status, signal, stderr)
      running[self] = nil
      trace:write("#", ("end, exit status %d, signal %d"):format(exit_status, signal))
      trace:close()
      if self.stopped then
        self.stopped:settle(nil, exit_status)
      end
      self:finish(errors.host_died(exit_status, signal, stderr), true)
    end,
  })
  if not process then
    trace:write("#", err.message)
    trace:close()
    return err
  end
  self.program = command[1]
  self.transport, self.pid, self.info, self.stopped = process, process.pid, nil, nil
  self.services = services.new(self.options.services or {}, self.due)
  connection = connections.new({
    due = self.due,
    write = function(line)
      first_line = first_line or line
      trace:write("-->", line:sub(1, -2))
      process:write(line)
    end,
    has_room = function()
      return process:has_room()
    end,
    wake = function()
      process:hand_over()
    end,
    on_notification = function(method, params)
      notifications.receive(self, method, params)
    end,
    on_request = function(id, method, params)
      self.services:requested(id, method, params, connection)
    end,
  })
  self.connection = connection
  running[self] = true
  self:initialize(supervised)
  return nil
end

---@param supervised boolean
---@private
function Host:initialize(supervised)
  local names = self.services:names()
  local params = {
    protocolVersions = VERSIONS,
    client = CLIENT,
    capabilities = {
      log = self.options.log or "warning",
      mergeUpdates = self.options.merge_updates ~= false,
      restarts = supervised or nil,
      services = #names > 0 and names or nil,
    },
  }
  self.ready = self.connection:request("initialize", params, {
    failed = function(code, text, data)
      if code == errors.codes.UNSUPPORTED_VERSION then
        local supported = type(data) == "table" and data.supported
        error(errors.version_mismatch(VERSIONS, json.is_array(supported) and supported or {}), 0)
      end
      local message = "the host refuses this client: " .. text
      error(errors.request_failed("initialize", code, message, data), 0)
    end,
    convert = function(result)
      local info = shape.host_info(result)
      if not vim.tbl_contains(VERSIONS, info.protocol_version) then
        error(errors.version_mismatch(VERSIONS, { info.protocol_version }), 0)
      end
      self.connection.limits = info.limits
      if info.limits.lineBytes then
        self.transport:limit_lines(info.limits.lineBytes)
      end
      self.info = info
      return info
    end,
  })
end

--- Whether somebody waits for something, and so hears of the end.
---@private
function Host:is_awaited()
  for _, reply in pairs(self.inputs) do
    if reply.awaited then
      return true
    end
  end
  local restarting = self.restarting
  return self.connection:is_awaited()
    or restarting ~= nil and restarting.awaited and not restarting.done
end

--- Ends the conversation, once: all that waits fails, and who listens hears why.
---@private
function Host:finish(err, died)
  if self.connection.error then
    return
  end
  local heard = self:is_awaited()
  self.connection:finish(err)
  self.services:cancel_all()
  local seqs = vim.tbl_keys(self.inputs)
  table.sort(seqs)
  for _, seq in ipairs(seqs) do
    self:settle_input(seq, err)
  end
  if died and not self.handlers:tell("died", err) and not heard then
    vim.notify(tostring(err), vim.log.levels.ERROR)
  end
end

--- Gives up a host that cannot be spoken with.
---@private
function Host:fail(err)
  self:finish(err, true)
  self.transport:abandon()
  self.trace:close()
  running[self] = nil
end

--- Stops the host: what has not been answered fails with an error of kind "host_closed". The reply ends
--- with the exit status, when the process has ended; one that takes longer than 2 seconds is killed.
---@param callback? fun(err: nil, exit_status: integer|nil)
---@return viewmodel_host.Reply
function Host:stop(callback)
  if not self.stopped then
    self.stopped = self.connection:new_reply("stop")
    if self.connection.error then
      self.stopped:settle(nil, self.transport.exit_status)
    end
    self:finish(errors.host_closed(), false)
    self.transport:close()
    self.transport:hand_over()
  end
  return callback and self.stopped:on_done(callback) or self.stopped
end

--- Starts the host anew, whether it died, was stopped or lives, and creates its instances again: with
--- their ids, parameters, uses and observed outputs, in the order of their creation. All callbacks stay
--- registered; those for changes get the new states (`change.restarted`), those for closing the reason
--- of instances that cannot be created again. The reply ends when all is done.
---@param callback? fun(err: viewmodel_host.Error|nil, info: viewmodel_host.HostInfo|nil)
---@return viewmodel_host.Reply
function Host:restart(callback)
  self:finish(errors.host_closed("the host was restarted"), false)
  if not self.transport.ended then
    self.transport:abandon()
    if self.stopped then
      self.stopped:settle(nil, nil)
    end
  end
  local reply
  local err = self:launch()
  if err then
    reply = self:ended_reply("restart", err)
  else
    reply = self.connection:new_reply("restart")
    self.restarting = reply
    self.transport:hand_over()
    creation.recreate(self, reply)
  end
  return callback and reply:on_done(callback) or reply
end

--- What the host wrote to standard error, where ViewModels print: the last 200 lines; of a crash those from its reason on.
---@return string[]
function Host:stderr()
  return self.transport:stderr_lines()
end

--- Whether the host can be spoken with: it has not died, and was not stopped.
---@return boolean
function Host:is_running()
  return self.connection.error == nil
end

return M
