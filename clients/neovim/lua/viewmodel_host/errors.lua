--- Errors: tables with a `kind` and a `message`, which `tostring()` shows.

local M = {}

---@alias viewmodel_host.ErrorKind
---| '"not_found"'|'"died"'|'"closed"'|'"protocol"'|'"version"'|'"contract"'|'"request"'|'"cancelled"'|'"rejected"'
---| '"instance_closed"'|'"timeout"'|'"interrupted"'

---@class viewmodel_host.Error |viewmodel_host-errors| has the other members of each kind
---@field kind viewmodel_host.ErrorKind
---@field message string for people
---@field code? integer one of |viewmodel_host.codes|, or that of a service
---@field data? any

-- stylua: ignore
---@enum viewmodel_host.codes those of protocol.md
M.codes = {
  PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602, INTERNAL_ERROR = -32603, UNKNOWN_VIEWMODEL = -32001,
  NOT_INITIALIZED = -32002, UNKNOWN_INSTANCE = -32003, UNKNOWN_INPUT = -32004,
  DUPLICATE_ID = -32005, CREATION_FAILED = -32006, INPUT_FAILED = -32007,
  UNSUPPORTED_VERSION = -32008, LINE_TOO_LONG = -32009, SHUT_DOWN = -32010, OUTPUT_FAILED = -32011,
  UNSETTLED = -32012, WORK_FAILED = -32013, SERVICE_MISSING = -32014, SERVICE_UNANSWERED = -32015,
  TOO_MANY = -32016, CRASHED = -32017, NOT_RESTORED = -32018, BUSY = -32019, CANCELLED = -32800,
}

local Error = {}
Error.__index = Error
function Error:__tostring()
  return "viewmodel_host: " .. self.message
end

function M.new(kind, message, details)
  return setmetatable(vim.tbl_extend("force", { kind = kind, message = message }, details or {}), Error)
end

function M.response(kind, err, details)
  kind = kind == "request" and err.code == M.codes.CANCELLED and "cancelled" or kind
  return M.new(kind, err.message, vim.tbl_extend("force", { code = err.code, data = err.data }, details or {}))
end

function M.is_error(value)
  return getmetatable(value) == Error
end

--- The error for a process that ended on its own.
function M.died(process)
  local signal
  for name, number in pairs((vim.uv or vim.loop).constants) do
    if number == process.signal and name:find("^SIG%u") and name ~= "SIGIOT" then
      signal = name
    end
  end
  local exit_status = not signal and process.exit_status or nil
  local reason = process.fault or (exit_status ~= 0 and not signal and process.stderr[#process.stderr]) or nil
  local words = "the host ended " .. (signal and "by " .. signal or ("(exit status %s)"):format(exit_status))
    .. (reason and ": " .. reason or "")
  return M.new("died", words, { exit_status = exit_status, signal = signal, reason = reason })
end

return M
