--- JSON Pointer (RFC 6901) and JSON Patch (RFC 6902), on values of |viewmodel_host.json|.
---
--- A document is never changed in place: what a patch touches is copied, the rest is shared. So a
--- patch that fails leaves nothing behind, and a state that was handed out stays what it was.

local chunks = require("viewmodel_host.chunks")
local json = require("viewmodel_host.json")
local shape = require("viewmodel_host.shape")

local M = {}

local SLASH = ("/"):byte()

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
    fail("%s is not a JSON Pointer", shape.shown(pointer))
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

-- An array that is longer, and gets or loses items more than once, is taken apart for that time.
local LONG = 256

---@class viewmodel_host.Target
---@field root any
---@field number integer of the operation that is applied
---@field private own table<table, true> what was copied already, and may be changed in place
---@field private edited? table<table, true> the long arrays that have got or lost an item
---@field private apart? table<table, viewmodel_host.Chunks> what stands for an array, which is not current meanwhile
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

--- What stands for an array now; nil if that is the array itself.
function Target:chunks_of(array)
  return self.apart and self.apart[array]
end

function Target:length(array)
  local apart = self:chunks_of(array)
  return apart and apart.count or #array
end

function Target:child(container, key)
  local apart = self:chunks_of(container)
  if apart then
    return apart:get(key)
  end
  return container[key]
end

function Target:put(container, key, value)
  local apart = self:chunks_of(container)
  if apart then
    apart:set(key, value)
  else
    container[key] = value
  end
end

--- The same, when the array is to get or lose an item.
function Target:take_apart(array)
  local apart = self:chunks_of(array)
  if not apart and #array > LONG then
    self.edited = self.edited or {}
    if self.edited[array] then
      apart = chunks.new(array)
      self.apart = self.apart or {}
      self.apart[array] = apart
    end
    self.edited[array] = true
  end
  return apart
end

--- Makes all arrays current.
function Target:put_together()
  for array, apart in pairs(self.apart or {}) do
    apart:pour(array)
  end
  self.edited, self.apart = nil, nil
end

--- The key of a token in a container, which must have it.
function Target:existing(container, token, pointer)
  if json.is_object(container) then
    if container[token] ~= nil then
      return token
    end
  elseif json.is_array(container) then
    return position(token, self:length(container), pointer)
  end
  fail("there is nothing at %q", pointer)
end

--- The container that holds what the tokens lead to, ready to be changed, and the last token.
function Target:parent(tokens, pointer)
  self.root = self:writable(self.root)
  local node = self.root
  for index = 1, #tokens - 1 do
    local key = self:existing(node, tokens[index], pointer)
    local before = self:child(node, key)
    local child = self:writable(before)
    if child ~= before then
      self:put(node, key, child)
    end
    node = child
  end
  if type(node) ~= "table" then
    fail("%q leads into something that is no object or array", pointer)
  end
  return node, tokens[#tokens]
end

function Target:get(tokens, pointer)
  local value = self.root
  for _, token in ipairs(tokens) do
    value = self:child(value, self:existing(value, token, pointer))
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
    return
  end
  local after = self:length(parent) + 1
  local at = token == "-" and after or position(token, after, pointer)
  local apart = self:take_apart(parent)
  if apart then
    apart:insert(at, value)
  else
    table.insert(parent, at, value)
  end
end

function Target:replace(tokens, pointer, value)
  if #tokens == 0 then
    self.root = value
    return
  end
  local parent, token = self:parent(tokens, pointer)
  self:put(parent, self:existing(parent, token, pointer), value)
end

function Target:remove(tokens, pointer)
  if #tokens == 0 then
    fail("the whole document cannot be removed")
  end
  local parent, token = self:parent(tokens, pointer)
  local key = self:existing(parent, token, pointer)
  if json.is_array(parent) then
    local apart = self:take_apart(parent)
    if apart then
      apart:remove(key)
    else
      table.remove(parent, key)
    end
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
    fail("an operation is an object, not %s", shape.shown(operation))
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
    self:put_together()
    self:add(tokens, pointer, self:get(M.tokens(operation.from), operation.from))
    self:put_together()
    self.own = {} -- what was copied now stands in two places
  elseif op == "test" then
    self:put_together()
    if not json.equal(self:get(tokens, pointer), value) then
      fail("the value at %q is another", pointer)
    end
  else
    fail("there is no operation %s", shape.shown(op))
  end
end

--- The output that a pointer names, if it is one and leads no further. This is what most operations are about.
local function output_of(pointer)
  if type(pointer) == "string" and pointer:byte() == SLASH then
    return not pointer:find("[/~]", 2) and pointer:sub(2) or nil
  end
end

--- The state after a patch that only replaces outputs, as most do; nil if it does anything else, or does not fit.
local function with_outputs_replaced(state, patch)
  if not json.is_object(state) then
    return nil
  end
  local result = json.copy(state)
  for number = 1, #patch do
    local operation = patch[number]
    local key = type(operation) == "table" and operation.op == "replace" and output_of(operation.path)
    if not key or operation.value == nil or result[key] == nil then
      return nil
    end
    result[key] = operation.value
  end
  return result
end

function Target:apply_all(patch)
  for number = 1, #patch do
    local operation = patch[number]
    self.number = number
    self:apply(operation)
  end
  if self.apart then
    self:put_together()
  end
end

--- The document after all operations; the one given stays as it is.
---@param document any
---@param patch table[] the operations, in order
---@return any result nil if an operation is malformed or does not fit
---@return string|nil problem names the first of these
function M.apply(document, patch)
  local quickly = with_outputs_replaced(document, patch)
  if quickly then
    return quickly
  end
  local target = setmetatable({ root = document, own = {}, number = 0 }, Target)
  local ok, message = pcall(target.apply_all, target, patch)
  if not ok then
    return nil, ("operation %d: %s"):format(target.number, message)
  end
  return target.root
end

return M
