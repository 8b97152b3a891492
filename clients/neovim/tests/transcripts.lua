--- Reads transcripts, and says with this client's API what the frontend says in them.

local runner = require("runner")
local support = require("support")

local json = require("viewmodel_host.json")

local M = {}

---@class Transcript
---@field name string
---@field path string
---@field lines { mark: string, text: string, message: any }[]

---@param name string
---@param text string
---@return Transcript
function M.parse(name, text)
  local lines = {}
  for line in text:gmatch("[^\n]*") do
    local mark = line:sub(1, 3)
    if (mark == "-->" or mark == "<--") and (line:sub(4, 4) == " " or #line == 3) then
      local ok, message = pcall(json.decode, line:sub(5))
      table.insert(lines, { mark = mark, text = line:sub(5), message = ok and message or nil })
    elseif line ~= "" and line:sub(1, 1) ~= "#" then
      error(("%s: neither a message nor a comment: %s"):format(name, line))
    end
  end
  return { name = name, lines = lines }
end

---@param path string
---@return Transcript
function M.read(path)
  local transcript = M.parse(vim.fn.fnamemodify(path, ":t"), support.read(path))
  transcript.path = path
  return transcript
end

--- Those of the folder, and those of the protocol's text.
---@return Transcript[]
function M.all()
  local paths = vim.fn.globpath(support.root .. "/Tests/Transcripts", "**/*.transcript", true, true)
  local transcripts = vim.tbl_map(M.read, paths)
  local blocks = vim.split(support.read(support.root .. "/protocol.md"), "```transcript\n")
  for number = 2, #blocks do
    local text = blocks[number]:match("^(.-)```")
    table.insert(transcripts, M.parse("protocol.md, block " .. number - 1, text))
  end
  return transcripts
end

--- The built host that has what a transcript asks for: the examples are not in the main one.
---@param transcript Transcript
---@return string[]
function M.command(transcript)
  local example = transcript.path and transcript.path:find("/Examples/", 1, true)
  for _, line in ipairs(transcript.lines) do
    example = example or (line.mark == "-->" and line.text:find('"example.', 1, true))
  end
  local name = example and "example-host" or "viewmodel-host"
  return { support.built_host(name), "--clock", "virtual" }
end

--- The names of the services that a transcript's frontend answers.
local function services_of(transcript)
  local names = {}
  for _, line in ipairs(transcript.lines) do
    local message = json.is_object(line.message) and line.message or {}
    local params = json.is_object(message.params) and message.params or {}
    local capabilities = json.is_object(params.capabilities) and params.capabilities or {}
    local offered = message.method == "initialize" and capabilities.services
    if line.mark == "-->" and json.is_array(offered) then
      vim.list_extend(names, offered)
    end
  end
  return names
end

---@class Player
---@field transcript Transcript
---@field host viewmodel_host.Host
---@field asked table<string, viewmodel_host.ServiceCall> what the host has asked, by id
---@field instances table<string, viewmodel_host.Instance> those that were created, by id
---@field changes viewmodel_host.Change[]
---@field events viewmodel_host.Event[]
---@field refused viewmodel_host.Error[]
local Player = {}
Player.__index = Player

--- Starts a host to play a transcript with.
---@param transcript Transcript
---@param command string[]
---@return Player
function M.player(transcript, command)
  local player = setmetatable({
    transcript = transcript,
    instances = {},
    calls = {},
    asked = {},
    changes = {},
    events = {},
    refused = {},
    ended = false,
  }, Player)
  local services = {}
  for _, name in ipairs(services_of(transcript)) do
    if type(name) == "string" then
      services[name] = function(_, call)
        player.asked[call.id] = call
      end
    end
  end
  player.host = require("viewmodel_host").start({ command = command, services = services })
  player.host:on_rejected(function(err)
    table.insert(player.refused, err)
  end)
  player.host:on_failed(function() end)
  return player
end

--- Says all that the API can say, as fast as it can.
---@param after? fun() called after each message
function Player:play(after)
  for _, line in ipairs(self.transcript.lines) do
    if line.mark == "-->" and type(line.message) == "table" and not self.ended then
      self:say(line.message)
      if after and not self.ended then
        after()
      end
    end
  end
end

--- Says all that the API can say, each message when what the transcript has before it has come.
function Player:play_in_step()
  for _, line in ipairs(self.transcript.lines) do
    local message = json.is_object(line.message) and line.message or {}
    local is_answer = line.mark == "-->" and message.method == nil and message.id ~= nil
    if line.mark == "<--" and message.method == "viewModel/update" then
      self:await(message.params.updates)
    elseif is_answer and (not message.error or message.error.code >= -32000) then
      runner.eventually("the call " .. message.id, function()
        return self.asked[message.id] or not self.host:is_running()
      end)
    end
    if line.mark == "-->" and type(line.message) == "table" then
      self:say(line.message)
    end
  end
end

--- Waits until the mirrors have the revisions of an update, or the host is gone.
function Player:await(updates)
  for _, update in ipairs(updates) do
    local instance = self.instances[update.id]
    runner.eventually(("revision %d of %s"):format(update.revision, update.id), function()
      return not instance
        or instance.closed
        or instance.revision >= update.revision
        or not self.host:is_running()
    end)
  end
end

function Player:say(message)
  if json.is_object(message) then
    self:say_one(message)
    return
  end
  local parts = vim.tbl_filter(json.is_object, message)
  for _, part in ipairs(parts) do
    if not self:is_sendable(part) and not self:is_plain_request(part) then
      vim.tbl_map(function(each)
        self:say_one(each)
      end, parts)
      return
    end
  end
  self.host:batch(function()
    for _, part in ipairs(parts) do
      if self:is_sendable(part) then
        self:send(part)
      elseif part.method == "viewModel/dispose" then
        self.instances[part.params.id]:dispose()
      else
        self.host:request(part.method, part.params)
      end
    end
  end)
end

--- It is a request that a batch can hold, as nothing that follows needs its result.
function Player:is_plain_request(message)
  local params = message.params
  if message.method == "viewModel/dispose" then
    return json.is_object(params) and self:lives(params.id)
  end
  return message.id ~= nil and vim.tbl_contains({ "ping", "viewModel/snapshot" }, message.method)
end

function Player:say_one(message)
  if message.method == nil and self.asked[message.id] then
    self:answer(self.asked[message.id], message)
  elseif self:is_sendable(message) then
    self:send(message)
  elseif type(message.method) == "string" then
    self:ask(message.method, message.params)
  end
end

--- Answers what the host has asked. That a call was cancelled the client says by itself.
function Player:answer(call, message)
  if message.result ~= nil then
    call:respond(message.result)
  elseif json.is_object(message.error) and message.error.code ~= -32800 then
    call:fail(message.error)
  end
end

--- It is an input or a call of an instance that lives, or a cancellation.
function Player:is_sendable(message)
  local params = message.params
  if not json.is_object(params) or params.id == nil then
    return false
  elseif message.method == "$/cancelRequest" then
    return self.calls[params.id] ~= nil
  end
  return self:lives(params.id)
    and (message.method == "viewModel/input" or message.method == "viewModel/call")
    and type(params.input) == "string"
    and (params.arguments == nil or type(params.arguments) == "table")
end

function Player:lives(id)
  local instance = id ~= nil and self.instances[id]
  return instance and not instance.closed
end

function Player:send(message)
  local params = message.params
  if message.method == "$/cancelRequest" then
    self.calls[params.id]:cancel()
  elseif message.method == "viewModel/input" then
    self.instances[params.id]:input(params.input, params.arguments)
  else
    local call = self.instances[params.id]:call(params.input, params.arguments)
    if message.id ~= nil then
      self.calls[message.id] = call
    end
  end
end

--- Sends a request, and waits for its end; it may fail, as it may in the transcript.
function Player:ask(method, params)
  params = json.is_object(params) and params or {}
  local function settled(reply)
    local ok, result = pcall(reply.wait, reply)
    local expected = { request_failed = true, cancelled = true, instance_closed = true }
    if not ok and not expected[result.kind] then
      error(result, 0)
    end
    return ok and result or nil
  end
  if method == "viewModel/create" and M.is_creation(params) then
    local instance = settled(self.host:create(params.name, {
      id = params.id,
      parameters = params.parameters,
      uses = params.uses,
      observe = params.observe,
      on_change = function(change)
        table.insert(self.changes, change)
      end,
      on_event = function(event)
        table.insert(self.events, event)
      end,
    }))
    if instance then
      self.instances[instance.id] = instance
    end
  elseif method == "viewModel/dispose" and self:lives(params.id) then
    settled(self.instances[params.id]:dispose())
  elseif method == "viewModel/observe" and self:lives(params.id) and params.observe then
    settled(self.instances[params.id]:observe(params.observe))
  elseif method == "viewModel/snapshot" and self:lives(params.id) then
    settled(self.instances[params.id]:snapshot())
  elseif method == "shutdown" or method == "exit" then
    self.ended = true
  elseif method ~= "initialize" and method ~= "viewModel/input" then
    settled(self.host:request(method, params))
  end
end

--- The API can send it: members have the types that they must have.
function M.is_creation(params)
  local function optional(value, kind)
    return value == nil or type(value) == kind
  end
  return type(params.name) == "string"
    and optional(params.id, "string")
    and optional(params.parameters, "table")
    and optional(params.uses, "table")
    and optional(params.observe, "table")
end

--- Compares the mirror of every instance that lives with what the host says. Returns their number.
---@return integer
function Player:compare()
  self.host:ping():wait()
  local count = 0
  for id, instance in pairs(self.instances) do
    if not instance.closed then
      -- Compared when the answer comes: what came before it is in the mirror, and nothing after it.
      self.host
        :request("viewModel/snapshot", { id = id }, function(err, snapshot)
          assert(not err, err)
          local found = { id = id, revision = instance.revision, state = instance.state }
          runner.same(found, snapshot)
          runner.same(json.equal(found, snapshot), true)
          count = count + 1
        end)
        :wait()
    end
  end
  return count
end

return M
