--- What can go wrong, as values: tables with a `kind`, a `message`, and `tostring()`.

local crash = require("viewmodel_host.crash")

local M = {}

---@alias viewmodel_host.ErrorKind
---| '"host_missing"'     # the program is not there, or cannot be run
---| '"host_died"'        # the host ended by itself: exit_status, signal, stderr
---| '"host_closed"'      # it was stopped or restarted by you
---| '"version_mismatch"' # no protocol version in common: client, host
---| '"contract_broken"'  # the host has changed since a module was generated for it
---| '"protocol_error"'   # the host wrote something that makes no sense; it is ended
---| '"not_sent"'         # the host reads nothing, and there is no room for more: it was not sent
---| '"request_failed"'   # a request was answered with an error: method, code, data
---| '"cancelled"'        # the same with code -32800: the call or its instance was given up
---| '"input_rejected"'   # an input failed: id, input, seq, code, data
---| '"service_rejected"' # the host could not use a service's answer: id, service, code, data
---| '"instance_closed"'  # the instance is gone: id, reason
---| '"timeout"'          # a wait took too long
---| '"interrupted"'      # a wait was ended with CTRL-C

---@class viewmodel_host.Error
---@field kind viewmodel_host.ErrorKind
---@field message string for people
---@field code? integer one of |viewmodel_host.codes|, or what a service gave
---@field data? any what the host said besides
---@field method? string the request that failed
---@field id? string the instance, or for "service_rejected" the id of the call
---@field input? string
---@field seq? any
---@field service? string
---@field reason? string why an instance is gone
---@field exit_status? integer of a host that died, if no signal ended it
---@field signal? integer the signal that ended it, or 0
---@field stderr? string[] of a crash the lines from its reason on, else the last lines
---@field client? string[] the versions that this client speaks
---@field host? string[] the versions that the host speaks

--- The codes that protocol.md defines.
---@enum viewmodel_host.codes
M.codes = {
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602,
  INTERNAL_ERROR = -32603,
  SERVICE_FAILED = -32000,
  UNKNOWN_VIEWMODEL = -32001,
  NOT_INITIALIZED = -32002,
  UNKNOWN_INSTANCE = -32003,
  UNKNOWN_INPUT = -32004,
  DUPLICATE_ID = -32005,
  CREATION_FAILED = -32006,
  INPUT_FAILED = -32007,
  UNSUPPORTED_VERSION = -32008,
  LINE_TOO_LONG = -32009,
  SHUT_DOWN = -32010,
  OUTPUT_FAILED = -32011,
  UNSETTLED = -32012,
  WORK_FAILED = -32013,
  SERVICE_MISSING = -32014,
  SERVICE_UNANSWERED = -32015,
  TOO_MANY = -32016,
  CRASHED = -32017,
  NOT_RESTORED = -32018,
  BUSY = -32019,
  CANCELLED = -32800,
}

local Error = {}
Error.__index = Error
Error.__tostring = function(self)
  return "viewmodel_host: " .. self.message
end

---@param kind viewmodel_host.ErrorKind
---@param message string
---@param details? table the other members
---@return viewmodel_host.Error
function M.new(kind, message, details)
  local err = { kind = kind, message = message }
  for key, value in pairs(details or {}) do
    err[key] = value
  end
  return setmetatable(err, Error)
end

---@param value any
---@return boolean
function M.is_error(value)
  return getmetatable(value) == Error
end

local HINT = "Install its package (dpkg -i, or unpack the tar.gz; it needs no Swift), "
  .. "put viewmodel-host on the PATH or into the plugin's bin, set VIEWMODEL_HOST to its path, "
  .. "or give its command to setup()"

---@param program string
---@param reason string
---@param is_program? boolean false: what is wrong is something else
function M.host_missing(program, reason, is_program)
  if is_program ~= false then
    if reason:find("^ENOENT") and vim.fn.filereadable(program) == 0 then
      reason = "there is no such program"
    elseif reason:find("^EACCES") then
      reason = "it is not executable"
    end
    reason = ("%s. %s"):format(reason, HINT)
  end
  return M.new("host_missing", ("cannot start the host %s: %s"):format(program, reason))
end

--- A program was started that is something else.
---@param program string
---@param reason string
function M.no_host(program, reason)
  return M.protocol_error(("%s is no viewmodel-host: %s"):format(program, reason))
end

---@param exit_status integer
---@param signal integer
---@param stderr string[]
function M.host_died(exit_status, signal, stderr)
  return M.new("host_died", crash.words(exit_status, signal, stderr), {
    exit_status = signal == 0 and exit_status or nil,
    signal = signal,
    stderr = stderr,
  })
end

---@param why? string
function M.host_closed(why)
  return M.new("host_closed", why or "the host was stopped")
end

---@param client string[]
---@param host string[]
function M.version_mismatch(client, host)
  local theirs = #host > 0 and table.concat(host, ", ") or "none that it names"
  local message = ("no common protocol version: this client speaks %s, the host %s"):format(
    table.concat(client, ", "),
    theirs
  )
  return M.new("version_mismatch", message, { client = client, host = host })
end

--- A module was generated for a host that has changed since.
---@param sentences string[] what breaks it
function M.contract_broken(sentences)
  local more = #sentences > 3 and (", and %d more"):format(#sentences - 3) or ""
  local first = table.concat(sentences, "; ", 1, math.min(#sentences, 3))
  return M.new("contract_broken", ("the host has changed: %s%s"):format(first, more))
end

---@param message string
function M.protocol_error(message)
  return M.new("protocol_error", message)
end

--- The host does not read, so that no more is written.
function M.not_read()
  return M.new("not_sent", "it was not sent: the host does not read what was sent before")
end

--- What the host said is the message as it is: it is written for people.
---@param method string
---@param code integer
---@param text string
---@param data any
function M.request_failed(method, code, text, data)
  local kind = code == M.codes.CANCELLED and "cancelled" or "request_failed"
  return M.new(kind, text, { method = method, code = code, data = data })
end

---@param id string
---@param reason string
function M.instance_closed(id, reason)
  local message = ("the instance %s is closed: %s"):format(id, reason)
  return M.new("instance_closed", message, { id = id, reason = reason })
end

return M
