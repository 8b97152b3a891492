--- What will be known later: the answer to a request, or the end of an input.

local errors = require("viewmodel_host.errors")

local uv = vim.uv or vim.loop

local M = {}

M.TIMEOUT = 10000

-- How soon CTRL-C ends a wait, in milliseconds.
local SLICE = 50

---@class viewmodel_host.Reply
---@field done boolean whether it has ended
---@field value any what it ended with, if it did not fail
---@field error? viewmodel_host.Error why it failed
---@field label string what it is the answer to, for error messages
---@field awaited boolean whether somebody asked for its end
---@field request_id? integer
---@field private callbacks function[]
---@field private settled boolean
---@field private outcome { [1]: viewmodel_host.Error|nil, [2]: any } what it will end with
---@field private due viewmodel_host.Due
---@field private waiter { ready: fun(), wake: fun(), canceller: fun(reply: viewmodel_host.Reply) }
local Reply = {}
Reply.__index = Reply
Reply.__tostring = function(self)
  local state = not self.done and "waiting" or self.error and tostring(self.error) or "done"
  return ("<viewmodel_host.Reply to %s, %s>"):format(self.label, state)
end

---@param label string
---@param due viewmodel_host.Due
---@param waiter table `ready` is called before a wait, `canceller` to give a request up
---@return viewmodel_host.Reply
function M.new(label, due, waiter)
  return setmetatable({
    label = label,
    done = false,
    awaited = false,
    settled = false,
    callbacks = {},
    due = due,
    waiter = waiter,
  }, Reply)
end

local function finish(reply)
  reply.done, reply.error, reply.value = true, reply.outcome[1], reply.outcome[2]
  local callbacks = reply.callbacks
  reply.callbacks = {}
  for _, callback in ipairs(callbacks) do
    reply.due:push(callback, reply.error, reply.value)
  end
end

--- Ends it, once; a second end is ignored. Its callbacks are called when those before it were.
---@param err viewmodel_host.Error|nil
---@param value any
function Reply:settle(err, value)
  if self.settled then
    return
  end
  self.settled, self.outcome = true, { err, value }
  self.due:push(finish, self)
end

--- Calls back with `(err, value)` when it has ended; soon, if it has already.
---@param callback fun(err: viewmodel_host.Error|nil, value: any)
---@return viewmodel_host.Reply self
function Reply:on_done(callback)
  if not vim.is_callable(callback) then
    error("viewmodel_host: a callback is a function, not " .. vim.inspect(callback), 0)
  end
  self.awaited = true
  if self.done then
    vim.schedule(function()
      self.due:push(callback, self.error, self.value)
      self.waiter.wake()
    end)
  else
    table.insert(self.callbacks, callback)
  end
  return self
end

--- The same for this plugin itself: it does not count as somebody who asks for its end.
---@param callback fun(err: viewmodel_host.Error|nil, value: any)
---@private
function Reply:after(callback)
  table.insert(self.callbacks, callback)
end

--- Waits until it has ended; Nvim goes on handling its events meanwhile. Returns the value, or raises
--- the |viewmodel_host.Error|, which may be one of kind "timeout", or "interrupted" after CTRL-C.
--- Not inside a batch, and not where |vim.in_fast_event()|.
---@param timeout? integer milliseconds; 10000 if left out
---@return any value
function Reply:wait(timeout)
  if vim.in_fast_event() then -- where vim.wait() may abort Nvim
    error("viewmodel_host: nothing can be waited for here: see vim.in_fast_event()", 0)
  end
  local before = self.awaited
  self.awaited = true
  self.waiter.ready()
  timeout = timeout or M.TIMEOUT
  -- vim.wait() counts whole milliseconds of each round, so it does not end while many short ones follow each other.
  local deadline = uv.hrtime() + timeout * 1e6
  local why
  repeat
    -- With a condition, Nvim 0.7 looks for CTRL-C only at the end of a wait.
    local _
    _, why = vim.wait(math.min(timeout, SLICE), function()
      return self.done or uv.hrtime() >= deadline
    end)
  until self.done or why == -2 or uv.hrtime() >= deadline
  if not self.done then
    self.awaited = before
    local kind = why == -2 and "interrupted" or "timeout"
    local how = why == -2 and "was interrupted" or ("took longer than %d ms"):format(timeout)
    error(errors.new(kind, ("waiting for %s %s"):format(self.label, how)), 0)
  elseif self.error then
    error(self.error, 0)
  end
  return self.value
end

--- Asks the host to give it up, if it is a call that has not ended. The host still answers: the call
--- ends with an error of kind "cancelled", or with its result if that was faster.
function Reply:cancel()
  if not self.settled then
    self.waiter.canceller(self)
  end
end

return M
