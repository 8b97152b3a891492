--- JSON as Lua values, with nothing lost on the way.
---
--- `null` is |vim.NIL|, an empty object |vim.empty_dict()|, an empty array `{}`. Nvim's decoder is
--- used as it is; its encoder is not, because it writes numbers with 14 digits only.

local int64 = require("viewmodel_host.int64")
local scan = require("viewmodel_host.scan")

local M = {}

local OBJECT = getmetatable(vim.empty_dict())
-- As deep as a Lua value may be before it is taken for one that contains itself.
local DEEPEST = 1000

---@param value any
---@return boolean
function M.is_object(value)
  return type(value) == "table"
    and (getmetatable(value) == OBJECT or (value[1] == nil and next(value) ~= nil))
end

---@param value any
---@return boolean
function M.is_array(value)
  return type(value) == "table" and not M.is_object(value)
end

--- A copy of one level, which stays an object or an array when it is empty.
---@param container table
---@return table
function M.copy(container)
  local copy = {}
  if container[1] ~= nil then
    for index = 1, #container do
      copy[index] = container[index]
    end
    return copy
  end
  -- Not with pairs(): the LuaJIT of Debian 12 (2.1.0-beta3) now and then compiles such a loop to one without
  -- rounds.
  local key, value = next(container)
  while key ~= nil do
    copy[key] = value
    key, value = next(container, key)
  end
  return setmetatable(copy, getmetatable(container))
end

--- Equality of JSON values. An empty object is no empty array.
---@param left any
---@param right any
---@return boolean
function M.equal(left, right)
  if type(left) ~= "table" or type(right) ~= "table" then
    return left == right
  end
  if M.is_object(left) ~= M.is_object(right) then
    return false
  end
  for key, value in pairs(left) do
    if right[key] == nil or not M.equal(value, right[key]) then
      return false
    end
  end
  for key in pairs(right) do
    if left[key] == nil then
      return false
    end
  end
  return true
end

-- A decoder of this plugin's own, so that what it refuses is no other plugin's business.
local decoder = vim.json.new and vim.json.new() or vim.json
if vim.json.new and decoder.decode_invalid_numbers then
  decoder.decode_invalid_numbers(false) -- NaN, Infinity, 0x10
end

--- Whether there is a number in a value that no double holds.
local function has_infinite(value)
  if type(value) == "table" then
    for _, child in pairs(value) do
      if has_infinite(child) then
        return true
      end
    end
  end
  return value == math.huge or value == -math.huge or value ~= value
end

--- The value of a JSON text, or why it is none: not JSON, not UTF-8, or with a number that no double holds.
---@param text string
---@return any value
---@return string|nil problem
function M.decode(text)
  local beyond_ascii, has_exponent, has_long_number = scan.text(text)
  local bad = beyond_ascii and scan.invalid_utf8(text)
  if bad then
    return nil, ("it is not UTF-8 at byte %d"):format(bad)
  end
  local replaced
  if has_long_number then
    text, replaced = int64.mark(text)
  end
  local ok, value = pcall(decoder.decode, text)
  if not ok then
    return nil, value
  elseif (has_exponent or has_long_number) and has_infinite(value) then
    return nil, "a number is out of range"
  end
  return replaced and int64.unmark(value) or value
end

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escape(character)
  return ESCAPES[character] or ("\\u%04x"):format(character:byte())
end

local function encode_string(text)
  local bad = scan.invalid_utf8(text)
  if bad then
    error(("a string that is not UTF-8 at byte %d has no form in JSON"):format(bad), 0)
  end
  return '"' .. text:gsub('[%c"\\]', escape) .. '"'
end

local function encode_number(number)
  if number ~= number or number == math.huge or number == -math.huge then
    error(("the number %s has no form in JSON"):format(number), 0)
  end
  for precision = 15, 16 do
    local text = ("%." .. precision .. "g"):format(number)
    if tonumber(text) == number then
      return text
    end
  end
  return ("%.17g"):format(number)
end

local encode

local function encode_array(array, parts, depth)
  local count = 0
  for key in pairs(array) do
    if type(key) ~= "number" then
      error(("a table with %s beside items has no form in JSON"):format(vim.inspect(key)), 0)
    end
    count = count + 1
  end
  if count ~= #array then
    error("a list with holes has no form in JSON: use vim.NIL for null", 0)
  end
  local deepest = depth
  parts[#parts + 1] = "["
  for index, value in ipairs(array) do
    if index > 1 then
      parts[#parts + 1] = ","
    end
    deepest = math.max(deepest, encode(value, parts, depth))
  end
  parts[#parts + 1] = "]"
  return deepest
end

local function encode_object(object, parts, depth)
  local keys = {}
  for key in pairs(object) do
    if type(key) ~= "string" then
      error(("the key %s has no form in JSON"):format(vim.inspect(key)), 0)
    end
    keys[#keys + 1] = key
  end
  table.sort(keys) -- equal values give equal bytes
  local deepest = depth
  parts[#parts + 1] = "{"
  for index, key in ipairs(keys) do
    parts[#parts + 1] = (index > 1 and "," or "") .. encode_string(key) .. ":"
    deepest = math.max(deepest, encode(object[key], parts, depth))
  end
  parts[#parts + 1] = "}"
  return deepest
end

--- Appends a value to the parts, and returns how deep it goes.
function encode(value, parts, depth)
  local kind = type(value)
  if kind == "table" then
    if depth == DEEPEST then
      error("a table that is nested too deep, or contains itself, has no form in JSON", 0)
    end
    return (M.is_object(value) and encode_object or encode_array)(value, parts, depth + 1)
  elseif kind == "string" then
    parts[#parts + 1] = encode_string(value)
  elseif kind == "number" then
    parts[#parts + 1] = encode_number(value)
  elseif kind == "boolean" then
    parts[#parts + 1] = tostring(value)
  elseif value == vim.NIL then
    parts[#parts + 1] = "null"
  elseif int64.is(value) then
    parts[#parts + 1] = int64.digits(value)
  else
    error(("a %s has no form in JSON"):format(kind), 0)
  end
  return depth
end

--- The compact JSON text of a value. Raises an error for what has no form in JSON.
---@param value any
---@return string text
---@return integer depth how deep its objects and arrays are nested
function M.encode(value)
  local parts = {}
  local depth = encode(value, parts, 0)
  return table.concat(parts), depth
end

return M
