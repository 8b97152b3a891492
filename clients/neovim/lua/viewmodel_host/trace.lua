--- Writes down what is sent to a host and what comes from it, with the time: a line for each message.

local uv = vim.uv or vim.loop

local M = {}

---@class viewmodel_host.Trace
---@field path string
---@field private file? integer
local Trace = {}
Trace.__index = Trace

--- Appends to a file. Raises an error if it cannot be written.
---@param path string|nil nil: nothing is written
---@return viewmodel_host.Trace
function M.open(path)
  local self = setmetatable({ path = path }, Trace)
  if path then
    vim.fn.mkdir(vim.fn.fnamemodify(path, ":h"), "p")
    local file, problem = uv.fs_open(path, "a", 384) -- 0600: the messages are nobody else's business
    if not file then
      error("viewmodel_host: cannot write the trace: " .. problem, 0)
    end
    self.file = file
  end
  return self
end

--- Writes one line: `-->` was sent, `<--` came, `#` is about the process.
---@param mark '"-->"'|'"<--"'|'"#"'
---@param text string
function Trace:write(mark, text)
  if self.file then
    local seconds, microseconds = uv.gettimeofday()
    local time = os.date("%Y-%m-%d %H:%M:%S", seconds)
    local milliseconds = math.floor(microseconds / 1000)
    uv.fs_write(self.file, ("%s.%03d %s %s\n"):format(time, milliseconds, mark, text))
  end
end

function Trace:close()
  if self.file then
    uv.fs_close(self.file)
    self.file = nil
  end
end

return M
