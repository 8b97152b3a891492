--- JSON Pointer (RFC 6901) and JSON Patch (RFC 6902), on values of |viewmodel_host.json|.
---
--- A document is never changed in place: what a patch touches is copied, the rest is shared. So a
--- patch that fails leaves nothing behind, and a state that was handed out stays what it was.

local json = require("viewmodel_host.json")

local M = {}

local function fail(format, ...)
  error(format:format(...), 0)
end

--- The tokens of a JSON Pointer; none for the whole document. Raises an error for what is none.
---@param pointer any
---@return string[]
function M.tokens(pointer)
  if pointer == "" then
    return {}
  end
  local is_pointer = type(pointer) == "string" and pointer:sub(1, 1) == "/"
  local escapes = is_pointer and pointer:find("~", 1, true)
  if not is_pointer or escapes and (pointer .. "$"):find("~[^01]") then
    fail("%s is not a JSON Pointer", vim.inspect(pointer))
  end
  local tokens = {}
  for token in pointer:gmatch("/([^/]*)") do
    tokens[#tokens + 1] = escapes and token:gsub("~1", "/"):gsub("~0", "~") or token
  end
  return tokens
end

--- The position, from 1, of a token in an array; `last` is the greatest that is allowed.
local function position(token, last, pointer)
  if not (token == "0" or token:find("^[1-9]%d*$")) then
    fail("%q in %q is not an index", token, pointer)
  end
  local index = tonumber(token) + 1
  if index > last then
    fail("%s in %q is past the end of the array", token, pointer)
  end
  return index
end

--- The key of a token in a container, which must have it.
local function existing(container, token, pointer)
  if json.is_object(container) then
    if container[token] ~= nil then
      return token
    end
  elseif json.is_array(container) then
    return position(token, #container, pointer)
  end
  fail("there is nothing at %q", pointer)
end

---@class viewmodel_host.Target
---@field root any
---@field number integer of the operation that is applied
---@field private own table<table, true> what was copied already, and may be changed in place
local Target = {}
Target.__index = Target

function Target:writable(value)
  if type(value) ~= "table" or self.own[value] then
    return value
  end
  local copy = json.copy(value)
  self.own[copy] = true
  return copy
end

--- The container that holds what the tokens lead to, ready to be changed, and the last token.
function Target:parent(tokens, pointer)
  self.root = self:writable(self.root)
  local node = self.root
  for index = 1, #tokens - 1 do
    local key = existing(node, tokens[index], pointer)
    node[key] = self:writable(node[key])
    node = node[key]
  end
  if type(node) ~= "table" then
    fail("%q leads into something that is no object or array", pointer)
  end
  return node, tokens[#tokens]
end

function Target:get(tokens, pointer)
  local value = self.root
  for _, token in ipairs(tokens) do
    value = value[existing(value, token, pointer)]
  end
  return value
end

function Target:add(tokens, pointer, value)
  if #tokens == 0 then
    self.root = value
    return
  end
  local parent, token = self:parent(tokens, pointer)
  if json.is_object(parent) then
    parent[token] = value
  elseif token == "-" then
    parent[#parent + 1] = value
  else
    table.insert(parent, position(token, #parent + 1, pointer), value)
  end
end

function Target:replace(tokens, pointer, value)
  if #tokens == 0 then
    self.root = value
    return
  end
  local parent, token = self:parent(tokens, pointer)
  parent[existing(parent, token, pointer)] = value
end

function Target:remove(tokens, pointer)
  if #tokens == 0 then
    fail("the whole document cannot be removed")
  end
  local parent, token = self:parent(tokens, pointer)
  local key = existing(parent, token, pointer)
  if json.is_array(parent) then
    table.remove(parent, key)
    return
  end
  parent[key] = nil
  if next(parent) == nil then -- an object still, and no empty array
    setmetatable(parent, getmetatable(vim.empty_dict()))
  end
end

function Target:move(from, source, tokens, pointer)
  if pointer == source then
    self:get(from, source)
    return
  elseif vim.startswith(pointer, source .. "/") then
    fail("%q cannot move into itself, to %q", source, pointer)
  end
  local value = self:get(from, source)
  self:remove(from, source)
  self:add(tokens, pointer, value)
end

function Target:apply(operation)
  if not json.is_object(operation) then
    fail("an operation is an object, not %s", vim.inspect(operation))
  end
  local op, pointer, value = operation.op, operation.path, operation.value
  local tokens = M.tokens(pointer)
  if value == nil and (op == "add" or op == "replace" or op == "test") then
    fail("it has no value")
  end
  if op == "add" then
    self:add(tokens, pointer, value)
  elseif op == "replace" then
    self:replace(tokens, pointer, value)
  elseif op == "remove" then
    self:remove(tokens, pointer)
  elseif op == "move" then
    self:move(M.tokens(operation.from), operation.from, tokens, pointer)
  elseif op == "copy" then
    self:add(tokens, pointer, self:get(M.tokens(operation.from), operation.from))
    self.own = {} -- what was copied now stands in two places
  elseif op == "test" then
    if not json.equal(self:get(tokens, pointer), value) then
      fail("the value at %q is another", pointer)
    end
  else
    fail("there is no operation %s", vim.inspect(op))
  end
end

function Target:apply_all(patch)
  for number, operation in ipairs(patch) do
    self.number = number
    self:apply(operation)
  end
end

--- The document after all operations; the one given stays as it is.
--- Raises an error that names the first operation that is malformed or does not fit.
---@param document any
---@param patch table[] the operations, in order
---@return any
function M.apply(document, patch)
  local target = setmetatable({ root = document, own = {} }, Target)
  local ok, message = pcall(target.apply_all, target, patch)
  if not ok then
    fail("operation %d: %s", target.number, message)
  end
  return target.root
end

return M
