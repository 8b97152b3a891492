--- Writes down what is sent to a host and what comes from it, with the time: a line for each message. What hosts print
--- is kept for a while in any case.

local uv = vim.uv or vim.loop

local M = {}

local STDERR = 2

local PRINTED_LINES = 200

---@type string[]
local printed = {}

---@class viewmodel_host.Trace
---@field private file? integer
local Trace = {}
Trace.__index = Trace

--- Appends to a file. Raises an error if it cannot be written.
---@param path string|nil nil: nothing is written; "-" is standard error
---@return viewmodel_host.Trace
function M.open(path)
  local self = setmetatable({}, Trace)
  if path == "-" then
    self.file = STDERR
  elseif path then
    vim.fn.mkdir(vim.fn.fnamemodify(path, ":h"), "p")
    -- 0600: the messages are nobody else's business.
    local file, problem = uv.fs_open(path, "a", 384)
    if not file then
      error("viewmodel_host: cannot write the trace: " .. problem, 0)
    end
    self.file = file
  end
  return self
end

--- Writes one line: `-->` was sent, `<--` came, `2>` was printed, `#` is about the process.
---@param mark '"-->"'|'"<--"'|'"2>"'|'"#"'
---@param text string
function Trace:write(mark, text)
  local is_printed = mark == "2>"
  if not self.file and not is_printed then
    return
  end
  local seconds, microseconds = uv.gettimeofday()
  local time = os.date("%Y-%m-%d %H:%M:%S", seconds)
  local milliseconds = math.floor(microseconds / 1000)
  local line = ("%s.%03d %s %s"):format(time, milliseconds, mark, text)
  if is_printed then
    table.insert(printed, line)
    if #printed > 2 * PRINTED_LINES then
      printed = M.printed()
    end
  end
  if self.file then
    uv.fs_write(self.file, line .. "\n")
  end
end

--- The last lines that hosts printed.
---@return string[]
function M.printed()
  return vim.list_slice(printed, math.max(1, #printed - PRINTED_LINES + 1))
end

function Trace:close()
  if self.file and self.file ~= STDERR then
    uv.fs_close(self.file)
  end
  self.file = nil
end

return M
