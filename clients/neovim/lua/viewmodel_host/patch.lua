--- The patches of updates: `add`, `remove` and `replace` of RFC 6902. States are never changed in place.

local OBJECT = getmetatable(vim.empty_dict())

local M = {}

--- Whether a decoded value is a list: an empty object has the metatable of |vim.empty_dict()|.
local function is_list(value)
  return value[1] ~= nil or (next(value) == nil and getmetatable(value) ~= OBJECT)
end
M.is_list = is_list

local function copy_of(node)
  local copy = {}
  if node[1] ~= nil then
    for index = 1, #node do
      copy[index] = node[index]
    end
    return copy
  end
  -- Not with pairs(): LuaJIT 2.1.0-beta3 now and then compiles such a loop to one without rounds.
  local key, value = next(node)
  while key ~= nil do
    copy[key] = value
    key, value = next(node, key)
  end
  return setmetatable(copy, getmetatable(node))
end

local function keys_of(path)
  if not path:find("[/~]", 2) then
    return { path:sub(2) }
  end
  local keys = {}
  for key in path:gmatch("/([^/]*)") do
    keys[#keys + 1] = key:gsub("~1", "/"):gsub("~0", "~")
  end
  return keys
end

--- The state after a patch. Raises an error for one that does not fit. Each table on the way is copied once.
function M.apply(state, patch)
  local copied = {}
  local function own(node)
    if not copied[node] then
      node = copy_of(node)
      copied[node] = true
    end
    return node
  end
  for _, operation in ipairs(patch) do
    local path, op, value = operation.path, operation.op, operation.value
    if path == "" then
      state = value
    else
      state = own(state)
      local node, keys = state, keys_of(path)
      for depth = 1, #keys - 1 do
        local key = is_list(node) and keys[depth] + 1 or keys[depth]
        node[key] = own(node[key])
        node = node[key]
      end
      local key = keys[#keys]
      local index = is_list(node) and key + 1
      assert(op == "add" or node[index or key] ~= nil, "there is nothing to change")
      if op == "replace" or (op == "add" and not index) then
        node[index or key] = value
      elseif op == "add" then
        table.insert(node, index, value)
      elseif index then
        table.remove(node, index)
      else
        node[key] = nil
        if next(node) == nil then
          setmetatable(node, OBJECT)
        end
      end
    end
  end
  return state
end

return M
