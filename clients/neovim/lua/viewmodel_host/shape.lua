--- Reads the members of messages, with an error that names the one that is missing or mistyped.

local errors = require("viewmodel_host.errors")
local int64 = require("viewmodel_host.int64")
local json = require("viewmodel_host.json")
local scan = require("viewmodel_host.scan")

local M = {}

local SHOWN_BYTES = 80

--- The beginning of a text that may be long. What is not UTF-8 is shown as `?`.
---@param text string
---@return string
function M.cut(text)
  if scan.invalid_utf8(text:sub(1, 2 * SHOWN_BYTES)) then
    text = text:sub(1, 2 * SHOWN_BYTES):gsub("[\128-\255]", "?")
  end
  if #text <= SHOWN_BYTES then
    return text
  end
  local last = SHOWN_BYTES
  while last > 0 and text:byte(last + 1) >= 0x80 and text:byte(last + 1) < 0xC0 do
    last = last - 1 -- no half character
  end
  return text:sub(1, last) .. "…"
end

--- Appends parts of a value's JSON, until there are enough to show.
local function append(parts, value)
  local kind = type(value)
  if parts.size > SHOWN_BYTES then
    return
  elseif kind ~= "table" then
    local text = kind == "string" and ('"%s"'):format(value:sub(1, 2 * SHOWN_BYTES))
      or value == vim.NIL and "null"
      or tostring(value)
    parts[#parts + 1] = text
    parts.size = parts.size + #text
    return
  end
  local is_object = json.is_object(value)
  parts[#parts + 1] = is_object and "{" or "["
  parts.size = parts.size + 1
  local count = 0
  for key, child in pairs(value) do
    count = count + 1
    parts[#parts + 1] = count > 1 and "," or ""
    if is_object then
      parts[#parts + 1] = ('"%s":'):format(tostring(key):sub(1, 2 * SHOWN_BYTES))
      parts.size = parts.size + #parts[#parts]
    end
    append(parts, child)
    if parts.size > SHOWN_BYTES then
      return
    end
  end
  parts[#parts + 1] = is_object and "}" or "]"
end

--- A value as error messages show it: its JSON, or the beginning of that. However large it is, this costs little.
---@param value any
---@return string
function M.shown(value)
  if value == nil then
    return "nothing"
  end
  local parts = { size = 0 }
  append(parts, value)
  return M.cut(table.concat(parts))
end

local CHECKS = {
  any = function(value)
    return value ~= nil
  end,
  array = json.is_array,
  integer = function(value)
    return type(value) == "number" and value == math.floor(value) or int64.is(value)
  end,
  object = json.is_object,
  string = function(value)
    return type(value) == "string"
  end,
}

--- A required member. Raises a protocol error if it is not there.
---@param holder any
---@param key string
---@param kind '"any"'|'"array"'|'"integer"'|'"object"'|'"string"'
---@param where string
---@return any
function M.member(holder, key, kind, where)
  local value
  if type(holder) == "table" then -- an array has no such member
    value = holder[key]
  end
  if not CHECKS[kind](value) then
    local problem = ("%s: expected %q as %s, found %s"):format(where, key, kind, M.shown(value))
    error(errors.protocol_error(problem), 0)
  end
  return value
end

--- An optional array; empty when it is left out.
---@param holder table
---@param key string
---@param where string
---@return any[]
function M.optional_array(holder, key, where)
  return holder[key] == nil and {} or M.member(holder, key, "array", where)
end

--- Code, message and data of the error that a message carries.
---@param message table
---@param where string
---@return integer code
---@return string message
---@return any data
function M.error_parts(message, where)
  local err = M.member(message, "error", "object", where)
  local code = M.member(err, "code", "integer", where)
  return code, M.member(err, "message", "string", where), err.data
end

---@class viewmodel_host.Crash
---@field reason string how a process of the host ended, or would end
---@field file? string the Swift file and the line, where they are known
---@field line? integer

---@class viewmodel_host.Restarted: viewmodel_host.Crash
---@field milliseconds integer how long nobody has served

---@class viewmodel_host.Trial
---@field messages table[] what the host would send, in order
---@field crashed? viewmodel_host.Crash how the input would end the process; there are no messages then

--- How a process of the host ended, or would end.
---@param holder any
---@param where string
---@return viewmodel_host.Crash
function M.crash(holder, where)
  local reason = M.member(holder, "reason", "string", where)
  return { reason = reason, file = holder.file, line = holder.line }
end

--- The result of `viewModel/try`.
---@param result any
---@return viewmodel_host.Trial
function M.trial(result)
  local where = "viewModel/try"
  if type(result) == "table" and result.crashed ~= nil then
    return { messages = {}, crashed = M.crash(result.crashed, where) }
  end
  return { messages = M.member(result, "messages", "array", where) }
end

---@class viewmodel_host.Snapshot
---@field id string
---@field revision integer
---@field state table

--- The result of `viewModel/create` and `viewModel/snapshot`.
---@param result any
---@param where string
---@return viewmodel_host.Snapshot
function M.snapshot(result, where)
  return {
    id = M.member(result, "id", "string", where),
    revision = M.member(result, "revision", "integer", where),
    state = M.member(result, "state", "object", where),
  }
end

---@class viewmodel_host.HostInfo
---@field protocol_version string
---@field name string
---@field version? string
---@field capabilities table
---@field limits table<string, number>

--- The result of `initialize`.
---@param result any
---@return viewmodel_host.HostInfo
function M.host_info(result)
  local host = M.member(result, "host", "object", "initialize")
  local limits = {}
  for name, limit in pairs(json.is_object(result.limits) and result.limits or {}) do
    limits[name] = type(limit) == "number" and limit or nil
  end
  return {
    protocol_version = M.member(result, "protocolVersion", "string", "initialize"),
    name = M.member(host, "name", "string", "initialize"),
    version = host.version,
    capabilities = json.is_object(result.capabilities) and result.capabilities or {},
    limits = limits,
  }
end

--- The result of `viewModel/window`.
---@param result any
---@return viewmodel_host.WindowPlace
function M.window_place(result)
  return {
    total = M.member(result, "total", "integer", "viewModel/window"),
    offset = M.member(result, "offset", "integer", "viewModel/window"),
    limit = M.member(result, "limit", "integer", "viewModel/window"),
  }
end

---@class viewmodel_host.Turn
---@field turn integer its number; turns count from 1
---@field cause string "line", "timer", "task", or "host" where another process goes on
---@field messages table[] what its line said: `method`, `id`, `input`; or `response`, with what it answers
---@field step boolean whether it has an input, which undo() takes back

---@class viewmodel_host.Turns
---@field turn integer the turn after which the session is
---@field turns viewmodel_host.Turn[] the last ones up to there, in order
---@field undone viewmodel_host.Turn[] the first of those that were taken back, and can be had again

local function turn(entry)
  local where = "session/turns"
  return {
    turn = M.member(entry, "turn", "integer", where),
    cause = M.member(entry, "cause", "string", where),
    messages = M.optional_array(entry, "messages", where),
    step = entry.step == true,
  }
end

--- The result of `session/turns`.
---@param result any
---@return viewmodel_host.Turns
function M.turns(result)
  local where = "session/turns"
  return {
    turn = M.member(result, "turn", "integer", where),
    turns = vim.tbl_map(turn, M.member(result, "turns", "array", where)),
    undone = vim.tbl_map(turn, M.member(result, "undone", "array", where)),
  }
end

--- The result of `viewModel/list`.
---@param result any
---@return string[]
function M.names(result)
  local list = M.member(result, "viewModels", "array", "viewModel/list")
  return vim.tbl_map(function(item)
    return M.member(item, "name", "string", "viewModel/list")
  end, list)
end

return M
