--- Cuts streams of bytes into lines, however the bytes arrive.

local M = {}

---@class viewmodel_host.LineBuffer
---@field private parts string[] of the line that is not complete yet
local LineBuffer = {}
LineBuffer.__index = LineBuffer

---@return viewmodel_host.LineBuffer
function M.new()
  return setmetatable({ parts = {} }, LineBuffer)
end

--- The lines that these bytes complete, without their line feeds; blank ones left out.
--- A line may have any length. What stands behind the last line feed waits for more.
---@param bytes string
---@return string[]
function LineBuffer:feed(bytes)
  local lines, from = {}, 1
  while true do
    local feed = bytes:find("\n", from, true)
    if not feed then
      break
    end
    local line = bytes:sub(from, feed - 1)
    if #self.parts > 0 then
      self.parts[#self.parts + 1] = line
      line = table.concat(self.parts)
      self.parts = {}
    end
    if line:find("%S") then
      lines[#lines + 1] = line
    end
    from = feed + 1
  end
  if from <= #bytes then
    self.parts[#self.parts + 1] = bytes:sub(from)
  end
  return lines
end

return M
