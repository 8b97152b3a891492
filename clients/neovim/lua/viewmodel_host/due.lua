--- The calls to the user's functions that are due, in their order.

local uv = vim.uv or vim.loop

local M = {}

---@class viewmodel_host.Due
---@field private calls table<integer, function> those from `first` to `last` are to be made
---@field private firsts table<integer, any> the arguments of each
---@field private seconds table<integer, any>
---@field private first integer
---@field private last integer
local Due = {}
Due.__index = Due

---@return viewmodel_host.Due
function M.new()
  return setmetatable({ calls = {}, firsts = {}, seconds = {}, first = 1, last = 0 }, Due)
end

--- Shows what a function of the user raised; the functions after it are called all the same.
local function report(message)
  local text = type(message) == "string" and message or vim.inspect(message)
  return debug.traceback("viewmodel_host: error in a callback: " .. text, 2)
end

---@param call function
---@param first? any its arguments
---@param second? any
function Due:push(call, first, second)
  local last = self.last + 1
  self.last = last
  self.calls[last], self.firsts[last], self.seconds[last] = call, first, second
end

-- Lua 5.1 has no xpcall with arguments.
local call, first_argument, second_argument
local function invoke()
  call(first_argument, second_argument)
end

--- Makes the calls, but none after a time. One of them may wait for something: then those behind it are
--- made in that wait.
---@param deadline? number of the clock of |uv.hrtime()|
---@return boolean done whether none is left
function Due:run(deadline)
  while self.first <= self.last do
    if deadline and uv.hrtime() > deadline then
      return false
    end
    local first = self.first
    call, first_argument, second_argument =
      self.calls[first], self.firsts[first], self.seconds[first]
    self.calls[first], self.firsts[first], self.seconds[first] = nil, nil, nil
    if first == self.last then
      self.first, self.last = 1, 0
    else
      self.first = first + 1
    end
    local ok, trace = xpcall(invoke, report)
    if not ok then
      vim.notify(trace, vim.log.levels.ERROR)
    end
  end
  return true
end

return M
