--- How a host ended, in words: clients/conformance/README.md has the rule, and samples to test it with.
---
--- A Swift process that crashes writes why, then a report with a backtrace, registers and more: far more
--- than its last words.

local uv = vim.uv or vim.loop

local M = {}

-- Without a report the last lines are kept; with one so many before it, and its first.
local LAST_LINES, LINES_BEFORE, REPORT_LINES, LINE_BYTES = 200, 20, 400, 4000

-- The signals that a trap raises.
local TRAPS = { "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV" }

local function is_report(line)
  return line:find("^%*%*%* Signal %d+: ") ~= nil or line:find("^Current stack trace:") ~= nil
end

---@class viewmodel_host.Stderr
---@field private on_line fun(line: string)
---@field private line string what has come of the line that is not complete
---@field private before string[] the last lines, as far as no report has begun
---@field private report? string[] the last report, and the lines before it
local Stderr = {}
Stderr.__index = Stderr

--- Keeps what matters of a stream of text: the last lines, or the last report of a crash.
---@param on_line fun(line: string) is called with each line, until a report begins
---@return viewmodel_host.Stderr
function M.stderr(on_line)
  return setmetatable({ on_line = on_line, line = "", before = {} }, Stderr)
end

---@param bytes string
function Stderr:feed(bytes)
  local from = 1
  while true do
    local feed = bytes:find("\n", from, true)
    self.line = (self.line .. bytes:sub(from, (feed or 0) - 1)):sub(1, LINE_BYTES)
    if not feed then
      return
    end
    self:take(self.line)
    self.line = ""
    from = feed + 1
  end
end

---@private
function Stderr:take(line)
  line = line:gsub("\r$", "")
  if is_report(line) then
    self.report = vim.list_slice(self.before, math.max(1, #self.before - LINES_BEFORE + 1))
  end
  if not self.report then
    self.on_line(line)
  elseif #self.report < REPORT_LINES then
    table.insert(self.report, line)
  end
  table.insert(self.before, line)
  if #self.before > 2 * LAST_LINES then
    self.before = vim.list_slice(self.before, LAST_LINES + 1, #self.before)
  end
end

--- Nothing more comes: what there is of the last line is all of it.
function Stderr:finish()
  if self.line ~= "" then
    self:take(self.line)
    self.line = ""
  end
end

--- The lines that were kept.
---@return string[]
function Stderr:lines()
  return self.report or vim.list_slice(self.before, math.max(1, #self.before - LAST_LINES + 1))
end

--- The last line before an index that is not blank, and that fits.
local function last_before(lines, index, fits)
  for number = index - 1, 1, -1 do
    local line = vim.trim(lines[number])
    if line ~= "" and fits(line) then
      return line
    end
  end
end

local function is_said(line)
  return not vim.startswith(line, "swift-runtime: ")
end

local function has_place_and_words(line)
  local _, place = line:find("[^/%s]+%.swift:%d+: ")
  if not place then
    return false
  end
  local rest = line:sub(place + 1)
  return rest:find("^Fatal error")
    or rest:find("^Precondition failed")
    or rest:find("^Assertion failed")
end

--- What is between these marks in the first line of the report that has them.
local function in_report(lines, index, pattern)
  for number = index, #lines do
    local words = lines[number]:match(pattern)
    if words then
      return words
    end
  end
end

--- The place of the first frame with a Swift file, of the thread that crashed.
local function place_in_report(lines, index)
  local is_crashed = false
  for number = index, #lines do
    local line = lines[number]
    if vim.startswith(line, "Thread ") then
      is_crashed = line:find("^Thread %d+.* crashed:$") ~= nil
    end
    local place = is_crashed and line:match("^ *%d+ .* at (/.*%.swift[:%d]*)$")
    if place then
      return place
    end
  end
end

--- Why a process trapped.
local function trap_reason(lines, signal)
  local report
  for number = #lines, 1, -1 do
    if is_report(lines[number]) then
      report = number
      break
    end
  end
  if not report then
    return nil
  end
  local crashed = in_report(lines, report, "^%*%*%* (Program crashed: .*) %*%*%*$")
  local words = last_before(lines, report, has_place_and_words)
    or in_report(lines, report, "^%*%*%* (Swift runtime failure: .*) %*%*%*$")
    or signal == "SIGABRT" and last_before(lines, report, is_said)
    or crashed and crashed:gsub(" at 0x%x+$", "")
  local place = words and words:match("^(%S+)%.swift:%d+: ")
  if words and (not place or place:find("^Swift/")) then
    local frame = place_in_report(lines, report)
    words = frame and words .. " at " .. frame or words
  end
  return words
end

---@param number integer
---@return string
local function signal_name(number)
  for name, value in pairs(uv.constants) do
    if value == number and name:find("^SIG%u") and name ~= "SIGIOT" and name ~= "SIGPOLL" then
      return name
    end
  end
  return "signal " .. number
end

--- Why a process ended, if it said so: one line.
---@param exit_status integer
---@param signal integer 0 for none
---@param lines string[] of its standard error
---@return string|nil
function M.reason(exit_status, signal, lines)
  -- A shell in between makes this of a signal.
  local number = signal == 0 and exit_status > 128 and exit_status - 128 or signal
  if number ~= 0 then
    local name = signal_name(number)
    return vim.tbl_contains(TRAPS, name) and trap_reason(lines, name) or nil
  end
  return exit_status ~= 0 and last_before(lines, #lines + 1, is_said) or nil
end

--- How a process ended, and why, in one line.
---@param exit_status integer
---@param signal integer 0 for none
---@param lines string[] of its standard error
---@return string
function M.words(exit_status, signal, lines)
  local how = ("the host ended (exit status %d)"):format(exit_status)
  if signal ~= 0 then
    how = "the host ended by " .. signal_name(signal)
  end
  local reason = M.reason(exit_status, signal, lines)
  return reason and ("%s: %s"):format(how, reason) or how
end

return M
