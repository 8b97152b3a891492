--- JSON: writing it, and the patches of updates, which are `add`, `remove` and `replace` of RFC 6902.

local M = {}

local OBJECT = getmetatable(vim.empty_dict())

--- Whether a decoded value is a list. An empty object has the metatable of |vim.empty_dict()|.
function M.is_list(value)
  return value[1] ~= nil or (next(value) == nil and getmetatable(value) ~= OBJECT)
end

--- Writes a value. |vim.json.encode()| is not used for numbers, of which it writes 14 digits.
---@param value any |vim.NIL| is null, |vim.empty_dict()| an empty object, `{}` an empty array
function M.encode(value)
  if type(value) == "number" then
    assert(value - value == 0, "JSON has no such number")
    return (value % 1 == 0 and "%.0f" or "%.17g"):format(value)
  elseif type(value) ~= "table" then
    return vim.json.encode(value)
  end
  local parts = {}
  if M.is_list(value) then
    for index = 1, #value do
      parts[index] = M.encode(value[index])
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local key, member = next(value)
  while key ~= nil do
    parts[#parts + 1] = vim.json.encode(tostring(key)) .. ":" .. M.encode(member)
    key, member = next(value, key)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function copy_of(node)
  if node[1] ~= nil then
    return vim.list_extend({}, node)
  end
  local copy = setmetatable({}, getmetatable(node))
  -- Not with pairs(): LuaJIT 2.1.0-beta3 sometimes compiles such a loop to one without iterations.
  local key, value = next(node)
  while key ~= nil do
    copy[key] = value
    key, value = next(node, key)
  end
  return copy
end

-- Edits the node that the keys from a depth on lead to. Tables in `copied` are changed in place, all others copied first.
local function edit(node, keys, depth, operation, copied)
  local key, op, value = keys[depth], operation.op, operation.value
  if key == nil then
    return value
  elseif not copied[node] then
    node = copy_of(node)
    copied[node] = true
  end
  local is_list = M.is_list(node)
  key = is_list and key + 1 or key
  assert(node[key] ~= nil or (op == "add" and not keys[depth + 1]), "the patch does not fit the state")
  if keys[depth + 1] then
    node[key] = edit(node[key], keys, depth + 1, operation, copied)
  elseif op == "replace" or (op == "add" and not is_list) then
    node[key] = value
  elseif op == "add" then
    table.insert(node, key, value)
  elseif is_list then
    table.remove(node, key)
  else
    node[key] = nil
    if next(node) == nil then
      setmetatable(node, OBJECT)
    end
  end
  return node
end

--- Returns the state after a patch; the old state is not changed. Raises an error for a patch that does not fit.
function M.patched(state, patch)
  local copied = {}
  for _, operation in ipairs(patch) do
    local is_simple = operation.path:find("^/[^/~]*$")
    local keys = is_simple and { operation.path:sub(2) } or {}
    for key in (is_simple and "" or operation.path):gmatch("/([^/]*)") do
      keys[#keys + 1] = key:gsub("~1", "/"):gsub("~0", "~")
    end
    state = edit(state, keys, 1, operation, copied)
  end
  return state
end

return M
