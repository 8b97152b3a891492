--- Cuts streams of bytes into lines, however the bytes arrive.

local M = {}

---@class viewmodel_host.LineBuffer
---@field limit number how many bytes a line may have
---@field is_over boolean whether the line that is not complete has more
---@field private parts string[] of that line
---@field private size integer bytes of these
local LineBuffer = {}
LineBuffer.__index = LineBuffer

---@param limit? integer how many bytes a line may have; any number if left out
---@return viewmodel_host.LineBuffer
function M.new(limit)
  return setmetatable({ limit = limit or math.huge, is_over = false, parts = {}, size = 0 }, LineBuffer)
end

--- The lines that these bytes complete, without their line feeds; blank ones left out. They may be longer than the
--- limit, by as much as came at once. What stands behind the last line feed waits for more, up to the limit; past
--- that nothing is kept, and no line comes any more.
---@param bytes string
---@return string[]
function LineBuffer:feed(bytes)
  local lines, from = {}, 1
  if self.is_over then
    return lines
  end
  while true do
    local feed = bytes:find("\n", from, true)
    if not feed then
      break
    end
    local line = bytes:sub(from, feed - 1)
    if self.size > 0 then
      self.parts[#self.parts + 1] = line
      line = table.concat(self.parts)
      self.parts, self.size = {}, 0
    end
    if line:find("%S") then
      lines[#lines + 1] = line
    end
    from = feed + 1
  end
  if from <= #bytes then
    self.parts[#self.parts + 1] = bytes:sub(from)
    self.size = self.size + #bytes - from + 1
    if self.size > self.limit then
      self.parts, self.is_over = {}, true
    end
  end
  return lines
end

return M
