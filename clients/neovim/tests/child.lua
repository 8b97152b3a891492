--- Another Nvim, that is driven by keys, as a user drives it.

local runner = require("runner")
local support = require("support")

local M = {}

---@class Child
---@field channel integer
---@field pid integer
local Child = {}
Child.__index = Child

--- Starts it with the plugin on its runtimepath; what it shows with |vim.notify()| is kept in `notices`, and the
--- function that would show it in `shown_notify`.
---@param env? table<string, string>
---@return Child
function M.start(env)
  local init = support.client .. "/tests/minimal_init.lua"
  local channel = vim.fn.jobstart({ "nvim", "--embed", "--headless", "-i", "NONE", "-u", init }, {
    rpc = true,
    env = env,
  })
  assert(channel > 0, "nvim cannot be started")
  local self = setmetatable({ channel = channel, pid = vim.fn.jobpid(channel) }, Child)
  runner.finally(function()
    vim.fn.chanclose(channel)
    local timeout = -1
    assert(vim.fn.jobwait({ channel }, runner.PATIENCE)[1] ~= timeout, "nvim does not end")
  end)
  self:lua([[
    notices, shown_notify = {}, vim.notify
    vim.notify = function(message, level)
      table.insert(notices, { message, level })
    end
  ]])
  return self
end

--- Runs Lua in it, and returns what that returns.
---@param code string
---@param ... any its arguments
function Child:lua(code, ...)
  return vim.rpcrequest(self.channel, "nvim_exec_lua", code, { ... })
end

--- Types keys. This is not answered, as keys may end it.
---@param keys string
function Child:type(keys)
  vim.rpcnotify(self.channel, "nvim_input", keys)
end

--- The lines of its current buffer.
---@return string[]
function Child:lines()
  return vim.rpcrequest(self.channel, "nvim_buf_get_lines", 0, 0, -1, true)
end

---@return integer
function Child:cursor()
  return vim.rpcrequest(self.channel, "nvim_win_get_cursor", 0)[1]
end

--- Continues when the current buffer has these lines.
---@param expected string[]
function Child:shows(expected)
  local found
  local ok = vim.wait(runner.PATIENCE, function()
    found = self:lines()
    return vim.deep_equal(found, expected)
  end, 5)
  if not ok then
    runner.same(found, expected)
  end
end

--- Continues when Lua in it returns this.
---@param code string
---@param expected any
---@param ... any its arguments
function Child:comes_to(code, expected, ...)
  local arguments, found = { ... }, nil
  local ok = vim.wait(runner.PATIENCE, function()
    found = self:lua(code, unpack(arguments))
    return vim.deep_equal(found, expected)
  end, 5)
  if not ok then
    runner.same(found, expected, code)
  end
end

return M
