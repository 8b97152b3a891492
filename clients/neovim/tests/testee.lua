-- What the conformance suite drives. Each member of `commands` is a command.
--
--     nvim --headless -u NONE -i NONE -n -c 'luafile tests/testee.lua'

local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
vim.opt.runtimepath:prepend(folder)

local json = require("viewmodel_host.json")
local viewmodel_host = require("viewmodel_host")

local uv = vim.uv or vim.loop

local KINDS = {
  host_missing = "not-found",
  host_died = "died",
  host_closed = "stopped",
  version_mismatch = "version",
  protocol_error = "protocol",
  not_sent = "timeout",
  timeout = "timeout",
  interrupted = "timeout",
  request_failed = "request",
  cancelled = "cancelled",
  input_rejected = "rejected",
  instance_closed = "closed",
}

local host
local instances, handles, news = {}, {}, {}

vim.notify = function(message)
  io.stderr:write(message, "\n")
end

local function told(err)
  if not viewmodel_host.is_error(err) then
    return { kind = "usage", message = tostring(err) }
  end
  local kind = KINDS[err.kind]
  return { kind = kind, message = err.message, code = err.code, id = err.id, input = err.input }
end

local function tell(kind, details)
  details.news = kind
  table.insert(news, details)
end

local function service(answers)
  local number = 0
  return function()
    number = number + 1
    local given = answers[number] or { error = { code = -32000, message = "there is no more" } }
    if given.error then
      error(given.error, 0)
    end
    return given.result -- nil for one that is held: it never answers
  end
end

local function follow(key, reply)
  handles[key] = reply
  reply:on_done(function(err, value)
    tell("end", { key = key, value = not err and value or nil, error = err and told(err) })
  end)
end

local function waited(reply, seconds)
  return reply:wait(seconds and seconds * 1000)
end

local commands = {}

function commands.start(details)
  local services = {}
  for name, answers in pairs(details.services or {}) do
    services[name] = service(answers)
  end
  instances = {}
  host = viewmodel_host.start({ command = details.command, services = services, log = details.log })
  host:on_died(function() end)
  host:on_rejected(function(err)
    if err.kind == "input_rejected" then
      tell("rejected", { id = err.id, input = err.input, code = err.code })
    end
  end)
  host:on_failed(function(failure)
    tell("failed", { id = failure.id, code = failure.code })
  end)
  host.ready:wait()
  return { pid = host.pid }
end

function commands.create(details)
  local id = details.id
  local function telling(kind, name)
    return function(value)
      tell(kind, { id = id, [name] = value })
    end
  end
  local instance = host
    :create(details.name, {
      id = id,
      parameters = details.parameters,
      uses = details.uses,
      observe = details.observe,
      on_change = function(change)
        local resynced = change.resynced or change.restarted
        tell("change", { id = id, revision = change.revision, resynced = resynced })
      end,
      on_event = function(event)
        tell("event", { id = id, event = event.name, value = event.value })
      end,
      on_dropped = telling("dropped", "count"),
      on_closed = telling("closed", "reason"),
      on_stale = telling("stale", "reason"),
    })
    :wait()
  id = instance.id
  instances[id] = instance
  return { id = id, revision = instance.revision, state = instance.state }
end

function commands.input(details)
  follow(details.key, instances[details.id]:input(details.input, details.arguments))
end

function commands.call(details)
  follow(details.key, instances[details.id]:call(details.input, details.arguments))
end

function commands.batch(details)
  host:batch(function()
    for _, command in ipairs(details.commands) do
      if command.arguments == vim.NIL then
        command.arguments = nil
      end
      commands[command["do"]](command)
    end
  end)
end

function commands.cancel(details)
  handles[details.key]:cancel()
end

function commands.observe(details)
  instances[details.id]:observe(details.outputs):wait()
  return vim.empty_dict()
end

function commands.window(details)
  local instance = instances[details.id]
  return instance:move_window(details.output, details.offset, details.limit):wait()
end

function commands.snapshot(details)
  return instances[details.id]:snapshot():wait()
end

function commands.dispose(details)
  instances[details.id]:dispose():wait()
  return vim.empty_dict()
end

function commands.request(details)
  return waited(host:request(details.method, details.params), details.timeout)
end

function commands.restart()
  host:restart():wait()
  return { pid = host.pid }
end

function commands.stop()
  host:stop():wait()
end

function commands.exit()
  vim.cmd("qall!")
end

function commands.look(details)
  pcall(waited, host:request("ping", { look = details.number or 0 }))
  local shown = vim.empty_dict()
  for id, instance in pairs(instances) do
    if not instance.closed then
      shown[id] = {
        revision = instance.revision,
        state = instance.state,
        stale = instance.stale or vim.NIL,
      }
    end
  end
  return shown
end

local function run(line)
  local command = assert(json.decode(line))
  local ok, value = pcall(commands[command["do"]], command)
  local answer = { news = news }
  news = {}
  if ok then
    answer.ok = value == nil and vim.NIL or value
  else
    answer.error = told(value)
  end
  return answer
end

local function say(value)
  io.stdout:write(json.encode(value), "\n")
  io.stdout:flush()
end

local lines, ended = {}, false
local buffer = require("viewmodel_host.lines").new()
local input = uv.new_pipe(false)
input:open(0)
input:read_start(function(_, bytes)
  if bytes then
    vim.list_extend(lines, buffer:feed(bytes))
  else
    ended = true
  end
end)
say({ client = "neovim" })
while not ended or #lines > 0 do
  vim.wait(60000, function()
    return ended or #lines > 0
  end, 60000)
  if #lines > 0 then
    say(run(table.remove(lines, 1)))
  end
end
vim.cmd("qall!")
