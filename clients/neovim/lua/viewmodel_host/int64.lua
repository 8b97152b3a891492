--- Integers beyond 2^53, which doubles cannot hold: as LuaJIT's int64_t, where Nvim has LuaJIT.

local M = {}

local has_ffi, ffi = pcall(require, "ffi")
local EXACT = ("%d"):format(2 ^ 53)
local GREATEST = { ["-"] = "9223372036854775808", [""] = "9223372036854775807" }

--- Whether one number, in decimal digits, is greater than another.
local function exceeds(digits, others)
  return #digits > #others or (#digits == #others and digits > others)
end

-- No string of the host can begin so by accident: it holds the time at which Nvim loaded this.
local MARK = ("int64 %d "):format((vim.uv or vim.loop).hrtime())

--- Whether this Nvim keeps them exact.
M.supported = has_ffi

---@param value any
---@return boolean
function M.is(value)
  return has_ffi
    and type(value) == "cdata"
    and (ffi.istype("int64_t", value) or ffi.istype("uint64_t", value))
end

--- The decimal digits of one, without LuaJIT's suffix.
---@param value any
---@return string
function M.digits(value)
  return (tostring(value):gsub("U?LL$", ""))
end

--- The int64_t of decimal digits; nil if it is exact as a number, or fits no 64 bits.
---@param token string
function M.parse(token)
  local sign, digits = token:match("^(%-?)(%d+)$")
  if not has_ffi or not digits or not exceeds(digits, EXACT) or exceeds(digits, GREATEST[sign]) then
    return nil
  end
  -- Counted downwards: the least int64_t has no positive counterpart.
  local value = ffi.new("int64_t", 0)
  for digit in digits:gmatch("%d") do
    value = value * 10 - tonumber(digit)
  end
  return sign == "-" and value or -value
end

--- Replaces the integers of a JSON text that doubles cannot hold by marked strings.
---@param text string
---@return string text
---@return boolean replaced whether there were any
function M.mark(text)
  if not has_ffi then
    return text, false
  end
  local replaced = false
  local function token(number)
    if M.parse(number) == nil then
      return nil
    end
    replaced = true
    return '"' .. MARK .. number .. '"'
  end
  local parts, from = {}, 1
  while from <= #text do
    local quote = text:find('"', from, true) or #text + 1
    parts[#parts + 1] = text:sub(from, quote - 1):gsub("%-?%d[%d.eE+-]*", token)
    local last = quote + 1
    while true do -- to the quote that ends the string
      last = text:find('["\\]', last) or #text
      if text:byte(last) ~= 92 then
        break
      end
      last = last + 2
    end
    parts[#parts + 1] = text:sub(quote, last)
    from = last + 1
  end
  return table.concat(parts), replaced
end

--- Puts the integers in the place of their marked strings, in a decoded value.
---@param value any
---@return any
function M.unmark(value)
  if type(value) == "string" and value:sub(1, #MARK) == MARK then
    return M.parse(value:sub(#MARK + 1))
  elseif type(value) == "table" then
    for key, child in pairs(value) do
      value[key] = M.unmark(child)
    end
  end
  return value
end

return M
