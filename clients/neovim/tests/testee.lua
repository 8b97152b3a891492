-- What the conformance suite drives. Each member of `commands` is a command.
--
--     nvim --headless -u NONE -i NONE -n -c 'luafile tests/testee.lua'

local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
vim.opt.runtimepath:prepend(folder)

local encode = require("viewmodel_host.json").encode
local viewmodel_host = require("viewmodel_host")

local uv = vim.uv or vim.loop

local KINDS = { not_found = "not-found", closed = "stopped", interrupted = "timeout", instance_closed = "closed" }

local host
local instances, calls, news = {}, {}, {}

vim.notify = function(message)
  io.stderr:write(message, "\n")
end

local function described(err)
  if not viewmodel_host.is_error(err) then
    return { kind = "usage", message = tostring(err) }
  end
  local kind = KINDS[err.kind] or err.kind
  return { kind = kind, message = err.message, code = err.code, id = err.id, input = err.input }
end

local function report(kind, details)
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

local commands = {}

function commands.start(details)
  local services = {}
  for name, answers in pairs(details.services or {}) do
    services[name] = service(answers)
  end
  instances = {}
  host = viewmodel_host.start({
    command = details.command,
    services = services,
    log = details.log,
    on_died = function() end,
    on_rejected = function(err)
      if not err.call then
        report("rejected", { id = err.id, input = err.input, code = err.code })
      end
    end,
    on_failed = function(err)
      report("failed", { id = err.id, code = err.code })
    end,
  })
  host.ready:wait()
  return { pid = host.pid }
end

function commands.create(details)
  local id = details.id
  local function telling(kind, name)
    return function(value)
      report(kind, { id = id, [name] = value })
    end
  end
  local instance = host
    :create(details.name, {
      id = id,
      parameters = details.parameters,
      uses = details.uses,
      observe = details.observe,
      on_change = function(change)
        report("change", { id = id, revision = change.revision, resynced = change.patch == vim.NIL })
      end,
      on_event = function(event)
        report("event", { id = id, event = event.name, value = event.value })
      end,
      on_dropped = telling("dropped", "count"),
      on_closed = telling("closed", "reason"),
    })
    :wait()
  id = instance.id
  instances[id] = instance
  return { id = id, revision = instance.revision, state = instance.state }
end

function commands.input(details)
  instances[details.id]:input(details.input, details.arguments)
end

function commands.call(details)
  local key = details.key
  calls[key] = instances[details.id]:call(details.input, details.arguments, function(err, value)
    report("end", { key = key, value = not err and value or nil, error = err and described(err) })
  end)
end

function commands.batch(details)
  host:turn(function()
    for _, command in ipairs(details.commands) do
      if command.arguments == vim.NIL then
        command.arguments = nil
      end
      commands[command["do"]](command)
    end
  end)
end

function commands.cancel(details)
  calls[details.key]:cancel()
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
  return host:request("viewModel/snapshot", { id = details.id }):wait()
end

function commands.dispose(details)
  instances[details.id]:dispose():wait()
  return vim.empty_dict()
end

function commands.request(details)
  local timeout = details.timeout and details.timeout * 1000
  return host:request(details.method, details.params, nil):wait(timeout)
end

function commands.restart()
  host:restart():wait()
  return { pid = host.pid }
end

function commands.stop()
  host:close():wait()
end

function commands.exit()
  vim.cmd("qall!")
end

function commands.look(details)
  pcall(function()
    host:request("ping", { look = details.number or 0 }):wait()
  end)
  local shown = vim.empty_dict()
  for id, instance in pairs(instances) do
    if not instance.closed then
      shown[id] = { revision = instance.revision, state = instance.state, stale = vim.NIL }
    end
  end
  return shown
end

local function run(line)
  local command = vim.json.decode(line)
  local ok, value = pcall(commands[command["do"]], command)
  local answer = { news = news }
  news = {}
  if ok then
    answer.ok = value == nil and vim.NIL or value
  else
    answer.error = described(value)
  end
  return answer
end

local function say(value)
  io.stdout:write(encode(value), "\n")
  io.stdout:flush()
end

local lines, rest, ended = {}, "", false
local input = uv.new_pipe(false)
input:open(0)
input:read_start(function(_, bytes)
  if bytes then
    local parts = vim.split(rest .. bytes, "\n", { plain = true })
    rest = table.remove(parts)
    vim.list_extend(lines, parts)
  else
    ended = true
  end
end)
say({ client = "neovim", lacks = { "ends" } })
while not ended or #lines > 0 do
  vim.wait(60000, function()
    return ended or #lines > 0
  end, 60000)
  if #lines > 0 then
    say(run(table.remove(lines, 1)))
  end
end
vim.cmd("qall!")
