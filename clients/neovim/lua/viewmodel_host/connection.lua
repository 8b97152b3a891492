--- JSON-RPC 2.0: messages as lines, requests with their answers, batches. No I/O.

local errors = require("viewmodel_host.errors")
local json = require("viewmodel_host.json")
local reply = require("viewmodel_host.reply")
local shape = require("viewmodel_host.shape")

local M = {}

---@class viewmodel_host.Connection
---@field error? viewmodel_host.Error why the conversation is over, once it is
---@field limits { lineBytes?: integer, depth?: integer } what the host reads at most
---@field private ports viewmodel_host.Ports
---@field private pending table<integer, viewmodel_host.Pending>
---@field private last_id integer
---@field private batched? { text: string, reply?: viewmodel_host.Reply }[]
local Connection = {}
Connection.__index = Connection

---@class viewmodel_host.Pending
---@field reply viewmodel_host.Reply
---@field method string
---@field options viewmodel_host.RequestOptions

---@class viewmodel_host.Ports
---@field due viewmodel_host.Due
---@field write fun(line: string)
---@field has_room fun(): boolean whether the host reads what is written
---@field wake fun() has the calls that are due made soon
---@field on_notification fun(method: string, params: any)
---@field on_request fun(id: any, method: string, params: any)

---@param ports viewmodel_host.Ports
---@return viewmodel_host.Connection
function M.new(ports)
  return setmetatable({ ports = ports, limits = {}, pending = {}, last_id = 0 }, Connection)
end

--- A reply of this conversation, that other messages than a response may end.
---@param label string
function Connection:new_reply(label)
  return reply.new(label, self.ports.due, {
    ready = function()
      if self.batched then
        error("viewmodel_host: a batch is sent at its end: nothing in it can be waited for", 0)
      end
      self.ports.wake()
    end,
    wake = self.ports.wake,
    canceller = function(given_up)
      if self.pending[given_up.request_id or 0] then
        self:notify("$/cancelRequest", { id = given_up.request_id })
      end
    end,
  })
end

--- The message as a line. Raises an error for what the host could not read.
local function encoded(message, limits)
  local ok, text, depth = pcall(json.encode, message)
  if not ok then
    error("viewmodel_host: " .. text, 0)
  elseif limits.depth and depth > limits.depth then
    local problem = "viewmodel_host: a message deeper than the %d that the host reads"
    error(problem:format(limits.depth), 0)
  end
  return text
end

local function check_size(text, limits)
  if limits.lineBytes and #text > limits.lineBytes then
    local problem = "viewmodel_host: a message of %d bytes; the host reads at most %d"
    error(problem:format(#text, limits.lineBytes), 0)
  end
end

--- How many messages a host reads in a batch.
local BATCH_LIMIT = 5000

---@class viewmodel_host.RequestOptions
---@field label? string what the reply is called in errors; left out, the method
---@field convert? fun(result: any): any makes the reply's value; what it raises ends the host
---@field failed? fun(code: integer, message: string, data: any) may raise what ends the host

--- Asks for something. After the end of the conversation the reply fails at once.
---@param method string
---@param params? table
---@param options? viewmodel_host.RequestOptions
---@param apart? boolean whether it is sent at once in any case: it is no part of an open batch
---@return viewmodel_host.Reply
function Connection:request(method, params, options, apart)
  if not apart then
    self:check_room()
  end
  options = options or {}
  local answer = self:new_reply(options.label or method)
  local id = self.last_id + 1
  answer.request_id = id
  self:send({ jsonrpc = "2.0", id = id, method = method, params = params }, answer, apart)
  self.last_id = id
  if not self.error then
    self.pending[id] = { reply = answer, method = method, options = options }
  end
  return answer
end

--- Tells something. `answer` is the reply that other messages will end, if any do.
---@param method string
---@param params? table
---@param answer? viewmodel_host.Reply
function Connection:notify(method, params, answer)
  if answer then
    self:check_room()
  end
  self:send({ jsonrpc = "2.0", method = method, params = params }, answer)
end

--- Answers a request of the host: with the result, or with an error.
---@param id any
---@param result any
---@param err? { code: integer, message: string, data?: any }
function Connection:respond(id, result, err)
  local message = { jsonrpc = "2.0", id = id, error = err }
  if not err then
    message.result = result
  end
  self:send(message, nil, true)
end

--- Raises an error if the host has not read what was written before, so that there is no room for more.
---@private
function Connection:check_room()
  if not self.error and not self.ports.has_room() then
    error(errors.not_read(), 0)
  end
end

--- `apart` keeps it out of an open batch.
---@private
function Connection:send(message, answer, apart)
  local text = encoded(message, self.limits)
  check_size(text, self.limits)
  if self.error then
    if answer then
      answer:settle(self.error)
      self.ports.wake()
    end
  elseif self.batched and not apart then
    table.insert(self.batched, { text = text, reply = answer })
  else
    self.ports.write(text .. "\n")
  end
end

--- Sends all that the function sends as one line. If it raises an error nothing is sent.
---@param body fun()
function Connection:batch(body)
  if self.batched then
    error("viewmodel_host: a batch is open already", 0)
  end
  self.batched = {}
  local ok, problem = xpcall(body, function(err)
    return type(err) == "string" and debug.traceback(err, 2) or err
  end)
  local items = self.batched
  self.batched = nil
  if ok and #items > 0 then
    local texts = vim.tbl_map(function(item)
      return item.text
    end, items)
    local line = "[" .. table.concat(texts, ",") .. "]"
    ok, problem = pcall(check_size, line, self.limits)
    if #items > BATCH_LIMIT then
      ok = false
      problem = ("viewmodel_host: a batch of more than %d messages"):format(BATCH_LIMIT)
    end
    if ok and not self.error then
      self.ports.write(line .. "\n")
    end
  end
  if not ok then
    for _, item in ipairs(items) do
      self:drop(item.reply)
    end
    self.ports.wake()
    error(problem, 0)
  end
end

---@private
function Connection:drop(answer)
  local code, text = errors.codes.CANCELLED, "its batch was not sent"
  local entry = answer and self.pending[answer.request_id or 0]
  if entry then
    self.pending[answer.request_id] = nil
    if entry.options.failed then
      entry.options.failed(code, text)
    end
  end
  if answer then
    answer:settle(errors.request_failed(entry and entry.method or "viewModel/input", code, text))
  end
end

--- Takes in one line of the host. Raises a protocol error for one that makes no sense.
---@param line string
function Connection:receive(line)
  local message, problem = json.decode(line)
  if problem then
    local text = ("the host wrote a line that is not JSON (%s): %s"):format(problem, shape.cut(line))
    error(errors.protocol_error(text), 0)
  end
  if json.is_array(message) then
    for _, part in ipairs(message) do
      self:take(part)
    end
  else
    self:take(message)
  end
end

---@private
function Connection:take(message)
  if not json.is_object(message) then
    error(errors.protocol_error("the host wrote no message: " .. shape.shown(message)), 0)
  end
  local method, id = message.method, message.id
  if method == nil and id ~= nil then
    self:answered(message)
  elseif method == nil then
    local problem = "the host wrote what is neither a request nor an answer: " .. shape.shown(message)
    error(errors.protocol_error(problem), 0)
  elseif id == nil then
    self.ports.on_notification(shape.member(message, "method", "string", "a message"), message.params)
  else
    self.ports.on_request(id, shape.member(message, "method", "string", "a message"), message.params)
  end
end

---@private
function Connection:answered(message)
  local entry = self.pending[message.id]
  if message.id == vim.NIL then
    local code, text = shape.error_parts(message, "a response without id")
    local problem = ("the host could not read a line of this client: %s (%d)"):format(text, code)
    error(errors.protocol_error(problem), 0)
  elseif not entry then
    local problem = ("the host wrote an answer to %s, which was not asked"):format(shape.shown(message.id))
    error(errors.protocol_error(problem), 0)
  end
  local method, options = entry.method, entry.options
  -- What is wrong with the answer is raised while it is pending still: it then fails with the rest.
  if message.error ~= nil then
    local code, text, data = shape.error_parts(message, method)
    if options.failed then
      options.failed(code, text, data)
    end
    entry.reply:settle(errors.request_failed(method, code, text, data))
  elseif message.result == nil then
    error(errors.protocol_error(method .. " was answered with neither result nor error"), 0)
  elseif options.convert then
    entry.reply:settle(nil, options.convert(message.result))
  else
    entry.reply:settle(nil, message.result)
  end
  self.pending[message.id] = nil
end

--- Whether somebody waits for an answer.
---@return boolean
function Connection:is_awaited()
  for _, entry in pairs(self.pending) do
    if entry.reply.awaited then
      return true
    end
  end
  return false
end

--- Ends the conversation: what has not been answered fails, and so does what will be asked.
---@param err viewmodel_host.Error
function Connection:finish(err)
  self.error = err
  local ids = vim.tbl_keys(self.pending)
  table.sort(ids)
  for _, id in ipairs(ids) do
    self.pending[id].reply:settle(err)
  end
  self.pending = {}
end

return M
