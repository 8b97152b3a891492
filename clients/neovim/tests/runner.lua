--- Runs one file of tests in this Nvim: `describe`, `it`, `finally`, and what they expect.
---
--- A test fails, too, if something was shown with |vim.notify()| that it did not take.

local M = {}

local names, tests = {}, {}
local cleanups, notices

---@param name string
---@param body fun()
function M.describe(name, body)
  table.insert(names, name)
  body()
  table.remove(names)
end

---@param name string
---@param body fun()
function M.it(name, body)
  table.insert(tests, { name = table.concat(names, " ") .. " " .. name, body = body })
end

--- Runs a function at the end of the test, whatever happens.
---@param cleanup fun()
function M.finally(cleanup)
  table.insert(cleanups, 1, cleanup)
end

--- Ends the test, which cannot run here.
---@param reason string
function M.skip(reason)
  error({ skip = reason }, 0)
end

--- What was shown with |vim.notify()| since the last time, and is expected.
---@return string[]
function M.notices()
  local taken = notices
  notices = {}
  return taken
end

---@param found any
---@param expected any
---@param what? string
function M.same(found, expected, what)
  if not vim.deep_equal(found, expected) then
    local problem = "%sexpected %s\nfound %s"
    local prefix = what and what .. ": " or ""
    error(problem:format(prefix, vim.inspect(expected), vim.inspect(found)), 2)
  end
end

--- What a function raises.
---@param body fun()
---@return any
function M.raised(body)
  local ok, problem = pcall(body)
  if ok then
    error("expected that it raises an error", 2)
  end
  return problem
end

---@param found string
---@param part string
function M.contains(found, part)
  if not tostring(found):find(part, 1, true) then
    error(("expected %q in:\n%s"):format(part, tostring(found):sub(1, 2000)), 2)
  end
end

--- How long something may take that is to come: only tests that fail wait so long. A host that a slow
--- machine still has at work is no failure.
M.PATIENCE = tonumber(vim.env.TEST_PATIENCE) or 600000

--- Continues when something holds.
---@param what string
---@param holds fun(): any
function M.eventually(what, holds)
  if not vim.wait(M.PATIENCE, holds, 5) then
    error("it never came to this: " .. what, 2)
  end
end

local function run(test)
  cleanups, notices = {}, {}
  local function trace(problem)
    if type(problem) == "table" and problem.skip then
      return problem
    end
    return debug.traceback(type(problem) == "string" and problem or tostring(problem), 2)
  end
  local ok, problem = xpcall(test.body, trace)
  for _, cleanup in ipairs(cleanups) do
    local cleaned, why = xpcall(cleanup, trace)
    if not cleaned and ok then
      ok, problem = false, why
    end
  end
  if ok and #notices > 0 then
    ok, problem = false, "unexpected: " .. table.concat(notices, "\n")
  end
  return ok, problem
end

--- Runs all tests of a file, prints what failed, and ends Nvim: with 0, or 1.
---@param path string
function M.main(path)
  vim.notify = function(message)
    table.insert(notices, message)
  end
  require("viewmodel_host.request").TIMEOUT = M.PATIENCE
  local loaded, why = pcall(dofile, path)
  if not loaded then
    io.stdout:write(("FAILED %s: %s\n"):format(path, why))
    vim.cmd("cquit 1")
  end
  local count = { passed = 0, failed = 0, skipped = 0 }
  for _, test in ipairs(tests) do
    local ok, problem = run(test)
    local skipped = type(problem) == "table" and problem.skip
    if ok then
      count.passed = count.passed + 1
    elseif skipped and vim.env.CI ~= "true" then
      count.skipped = count.skipped + 1
      io.stdout:write(("skipped: %s: %s\n"):format(test.name, skipped))
    else
      count.failed = count.failed + 1
      io.stdout:write(("FAILED %s\n%s\n"):format(test.name, skipped or problem))
    end
  end
  local name = vim.fn.fnamemodify(path, ":t")
  local summary = "%s: %d passed, %d failed, %d skipped\n"
  io.stdout:write(summary:format(name, count.passed, count.failed, count.skipped))
  io.stdout:flush()
  if vim.env.TEST_COUNTS then
    local line = ("%d %d %d"):format(count.passed, count.failed, count.skipped)
    vim.fn.writefile({ line }, vim.env.TEST_COUNTS, "a")
  end
  vim.cmd(count.failed == 0 and #tests > 0 and "qall!" or "cquit 1")
end

return M
