--- A long array that items are put into and taken out of at many places: each costs about the same however long it is.
--- A Lua table moves all items behind the place.

local M = {}

-- So many items are moved at most.
local MOST = 512

---@class viewmodel_host.Chunks
---@field count integer
---@field private chunks any[][] the items, in pieces
---@field private at integer the piece that was used last; the next place is mostly near
---@field private before integer how many items stand before it
local Chunks = {}
Chunks.__index = Chunks

---@param array any[]
---@return viewmodel_host.Chunks
function M.new(array)
  local chunks = {}
  for from = 1, #array, MOST / 2 do
    local chunk = {}
    for index = from, math.min(from + MOST / 2 - 1, #array) do
      chunk[#chunk + 1] = array[index]
    end
    chunks[#chunks + 1] = chunk
  end
  return setmetatable({ chunks = chunks, count = #array, at = 1, before = 0 }, Chunks)
end

--- The piece that holds a position, and the position in it. One past the end belongs to the last piece.
---@private
function Chunks:seek(position)
  local chunks, at, before = self.chunks, self.at, self.before
  while position <= before do
    at = at - 1
    before = before - #chunks[at]
  end
  while position > before + #chunks[at] and at < #chunks do
    before = before + #chunks[at]
    at = at + 1
  end
  self.at, self.before = at, before
  return chunks[at], position - before
end

---@param position integer
---@return any
function Chunks:get(position)
  local chunk, index = self:seek(position)
  return chunk[index]
end

---@param position integer
---@param value any
function Chunks:set(position, value)
  local chunk, index = self:seek(position)
  chunk[index] = value
end

---@param position integer
---@param value any
function Chunks:insert(position, value)
  local chunk, index = self:seek(position)
  table.insert(chunk, index, value)
  self.count = self.count + 1
  if #chunk > MOST then
    local second = {}
    for from = MOST / 2 + 1, #chunk do
      second[#second + 1] = chunk[from]
      chunk[from] = nil
    end
    table.insert(self.chunks, self.at + 1, second)
  end
end

---@param position integer
function Chunks:remove(position)
  local chunk, index = self:seek(position)
  table.remove(chunk, index)
  self.count = self.count - 1
  if #chunk == 0 and #self.chunks > 1 then
    table.remove(self.chunks, self.at)
    self.at, self.before = 1, 0
  end
end

--- Makes a table hold these items and no others.
---@param array any[]
function Chunks:pour(array)
  local position = 0
  for _, chunk in ipairs(self.chunks) do
    for index = 1, #chunk do
      position = position + 1
      array[position] = chunk[index]
    end
  end
  for index = #array, position + 1, -1 do
    array[index] = nil
  end
end

return M
