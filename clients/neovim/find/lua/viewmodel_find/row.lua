--- A row of a finder: the text that fits, and the bytes to highlight.

local M = {}

--- The characters that change the direction of writing.
local TURNS = {}
for _, range in ipairs({ { 0x61c, 0x61c }, { 0x200e, 0x200f }, { 0x202a, 0x202e }, { 0x2066, 0x2069 } }) do
  for code = range[1], range[2] do
    TURNS[vim.fn.nr2char(code)] = true
  end
end

--- Returns the characters of a text, with a picture in place of each control character and of each that changes the
--- direction of writing. Their number is that of the host.
---@param text string
---@return string[]
local function characters(text)
  local list = {}
  for character in text:gmatch("[%z\1-\127\192-\255][\128-\191]*") do
    local byte = character:byte()
    if byte < 32 then
      character = "\226\144" .. string.char(128 + byte)
    elseif byte == 127 then
      character = "\226\144\161"
    elseif byte == 194 and character:byte(2) < 160 or TURNS[character] then
      character = "\239\191\189"
    end
    list[#list + 1] = character
  end
  return list
end

local function width_of(list, first, last)
  return vim.fn.strdisplaywidth(table.concat(list, "", first, last))
end

--- Returns the index at which the name begins in the path of a file.
local function name_start(list)
  for index = #list - 1, 1, -1 do
    if list[index] == "/" then
      return index + 1
    end
  end
  return 1
end

--- Returns the indices of the first and last characters to show. A path ends with its name, if that fits. Otherwise the
--- start of the text is shown if that contains all highlights, or the part that ends with the last of them.
---@return integer first
---@return integer last
local function part(list, ranges, width, is_path)
  if width_of(list, 1, #list) <= width then
    return 1, #list
  end
  local finish = #ranges > 0 and ranges[#ranges][2] or 0
  local room = math.max(width - 1, 0) -- for the ellipsis
  if is_path and width_of(list, name_start(list), #list) <= room then
    finish = #list
  elseif width_of(list, 1, finish) <= room then
    local last = math.min(#list, room)
    while last > 0 and width_of(list, 1, last) > room do
      last = last - 1
    end
    return 1, last
  end
  local last = finish
  if finish < #list then
    room = math.max(room - 1, 0)
  end
  local first = math.max(1, last - room + 1)
  while first < last and width_of(list, first, last) > room do
    first = first + 1
  end
  return first, last
end

--- Returns the bytes that a text of the host stands for: `\xFF` is a byte that is not UTF-8, or a backslash that could
--- be mistaken for the start of one.
---@param text string
---@return string
function M.bytes(text)
  return (text:gsub("\\x(%x%x)", function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

--- Returns the text of a row, at most as wide as `width`, and its highlights in bytes, the ends not included.
---@param text string
---@param ranges integer[][] in characters, the ends not included
---@param width integer in columns
---@param is_path? boolean
---@return string
---@return integer[][]
function M.fit(text, ranges, width, is_path)
  local list = characters(text)
  local first, last = part(list, ranges, width, is_path)
  local shown = first > 1 and "…" or ""
  local starts = {}
  for index = first, last do
    starts[index] = #shown
    shown = shown .. list[index]
  end
  starts[last + 1] = #shown
  local highlights = {}
  for _, range in ipairs(ranges) do
    local start, finish = math.max(range[1] + 1, first), math.min(range[2] + 1, last + 1)
    if start < finish then
      highlights[#highlights + 1] = { starts[start], starts[finish] }
    end
  end
  return last < #list and shown .. "…" or shown, highlights
end

return M
