--- Reads the members of messages, with an error that names the one that is missing or mistyped.

local errors = require("viewmodel_host.errors")
local json = require("viewmodel_host.json")

local M = {}

--- A value as error messages show it.
---@param value any
---@return string
function M.shown(value)
  local text = vim.inspect(value, { newline = " ", indent = "" })
  return #text > 80 and text:sub(1, 80) .. "…" or text
end

local CHECKS = {
  any = function(value)
    return value ~= nil
  end,
  array = json.is_array,
  integer = function(value)
    return type(value) == "number" and value == math.floor(value)
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
  if json.is_object(holder) then
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
