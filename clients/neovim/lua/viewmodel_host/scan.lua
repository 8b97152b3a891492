--- Looks through the text of a message for what the decoder does not tell of. This is done with each line, so it is quick.

local M = {}

local has_ffi, ffi = pcall(require, "ffi")
local byte = string.byte

-- Integers of fewer digits are exact as doubles.
local LONG = 16

local function is_digit(code)
  return code ~= nil and code >= 48 and code <= 57
end

--- Whether a digit stands among so many.
local function is_in_long_number(text, at)
  local first, last = at, at
  while is_digit(byte(text, first - 1)) do
    first = first - 1
  end
  while is_digit(byte(text, last + 1)) do
    last = last + 1
  end
  return last - first + 1 >= LONG
end

--- Most texts have no such number, and this is asked of all: a run of 16 digits has one at a multiple of 16.
local function has_long_number(text)
  for at = LONG, #text, LONG do
    if is_digit(byte(text, at)) and is_in_long_number(text, at) then
      return true
    end
  end
  return false
end

local function by_patterns(text)
  local has_exponent = text:find("[eE]%+?%d%d%d") ~= nil
  return text:find("[\128-\255]") ~= nil, has_exponent, has_long_number(text)
end

local function by_bytes(text)
  local bytes = ffi.cast("const uint8_t *", text) -- a zero stands behind the last
  local beyond_ascii, has_exponent = false, false
  for index = 0, #text - 1 do
    local code = bytes[index]
    if code >= 0x80 then
      beyond_ascii = true
    elseif code == 101 or code == 69 then
      local after = index + 1
      if bytes[after] == 43 then
        after = after + 1
      end
      if is_digit(bytes[after]) and is_digit(bytes[after + 1]) and is_digit(bytes[after + 2]) then
        has_exponent = true
      end
    end
  end
  return beyond_ascii, has_exponent, has_long_number(text)
end

--- What a text may have: more than ASCII; a number with an exponent of three digits or more; one of 16 digits or more,
--- all of them outside of strings or in them.
---@type fun(text: string): boolean, boolean, boolean
M.text = has_ffi and by_bytes or by_patterns

--- What must follow a first byte in UTF-8: how many bytes, and the range of the first of them.
local function tail(first)
  if first >= 0xC2 and first <= 0xDF then
    return 1, 0x80, 0xBF
  elseif first >= 0xE0 and first <= 0xEF then
    return 2, first == 0xE0 and 0xA0 or 0x80, first == 0xED and 0x9F or 0xBF
  elseif first >= 0xF0 and first <= 0xF4 then
    return 3, first == 0xF0 and 0x90 or 0x80, first == 0xF4 and 0x8F or 0xBF
  end
  return nil, 0, 0
end

--- Where a string stops being UTF-8 (RFC 3629); nil if it is UTF-8 to its end.
---@param text string
---@return integer|nil
function M.invalid_utf8(text)
  local at, size = text:find("[\128-\255]"), #text
  while at and at <= size do
    local first = byte(text, at)
    if first < 0x80 then
      at = text:find("[\128-\255]", at)
    else
      local count, least, most = tail(first)
      local second = byte(text, at + 1) or 0
      if not count or second < least or second > most then
        return at
      end
      for index = at + 2, at + count do
        local next_byte = byte(text, index) or 0
        if next_byte < 0x80 or next_byte > 0xBF then
          return at
        end
      end
      at = at + count + 1
    end
  end
  return nil
end

return M
