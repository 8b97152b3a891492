--- The calls to the user's functions that are due, in their order.

local M = {}

---@class viewmodel_host.Due
---@field private calls table<integer, fun()>
---@field private first integer
---@field private last integer
local Due = {}
Due.__index = Due

---@return viewmodel_host.Due
function M.new()
  return setmetatable({ calls = {}, first = 1, last = 0 }, Due)
end

--- Shows what a function of the user raised; the functions after it are called all the same.
local function report(message)
  local text = type(message) == "string" and message or vim.inspect(message)
  return debug.traceback("viewmodel_host: error in a callback: " .. text, 2)
end

---@param call fun()
function Due:push(call)
  self.last = self.last + 1
  self.calls[self.last] = call
end

--- Makes the calls. One of them may wait for something: then those behind it are made in that wait.
function Due:run()
  while self.first <= self.last do
    local call = self.calls[self.first]
    self.calls[self.first] = nil
    self.first = self.first + 1
    local ok, trace = xpcall(call, report)
    if not ok then
      vim.notify(trace, vim.log.levels.ERROR)
    end
  end
end

return M
