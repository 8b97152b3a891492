-- What it costs to apply 10,000 updates of the counter, beside only reading and parsing the same lines:
--
--     nvim --headless -u NONE -l benchmark.lua          (Nvim 0.9 and newer)
--     nvim --headless -u NONE -c 'luafile benchmark.lua' -c 'qall!'
--
-- The host is the one of $VIEWMODEL_HOST, or `viewmodel-host`.

local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
vim.opt.runtimepath:prepend(folder)

local line_buffers = require("viewmodel_host.lines")
local viewmodel_host = require("viewmodel_host")

local UPDATES = 10000
local ROUNDS = 7
local PIECE = 65536 -- as much as a pipe gives at once

--- The lines of a real conversation: the answer to `create`, and the updates.
local function record()
  local host = viewmodel_host.start({ merge_updates = false })
  local counter = host:create("counter", { id = "c" }):wait()
  local recorded = {}
  local receive = host.connection.receive
  host.connection.receive = function(connection, line)
    table.insert(recorded, line)
    return receive(connection, line)
  end
  for _ = 1, UPDATES do
    counter:input("plusButtonDidTap")
  end
  host:ping():wait(60000)
  host:stop():wait()
  table.remove(recorded) -- the answer to `ping`
  assert(#recorded == UPDATES and counter.state.count == UPDATES, "not every input gave an update")
  return recorded
end

local function pieces_of(recorded)
  local text, pieces = table.concat(recorded, "\n") .. "\n", {}
  for from = 1, #text, PIECE do
    table.insert(pieces, text:sub(from, from + PIECE - 1))
  end
  return pieces, #text
end

--- Seconds of processor time, the least of several rounds.
local function least(body)
  local best = math.huge
  for _ = 1, ROUNDS do
    collectgarbage()
    local start = os.clock()
    body()
    best = math.min(best, os.clock() - start)
  end
  return best
end

--- Only cuts the lines and parses them.
local function parse(pieces)
  local buffer = line_buffers.new()
  for _, piece in ipairs(pieces) do
    for _, line in ipairs(buffer:feed(piece)) do
      vim.json.decode(line)
    end
  end
end

--- All that this client does, from the bytes to a callback for each change.
local function apply(pieces)
  local due = require("viewmodel_host.due").new()
  local host = { instances = {}, due = due }
  host.handlers = require("viewmodel_host.handlers").new(due)
  function host.settle_input() end
  local handlers = require("viewmodel_host.handlers").new(due)
  local snapshot = { id = "c", revision = 0, state = { count = 0, isEven = true } }
  local counter = require("viewmodel_host.instance").new(host, {}, snapshot, handlers)
  host.instances.c = counter
  local changes = 0
  counter:on_change(function()
    changes = changes + 1
  end)
  local connection = require("viewmodel_host.connection").new({
    due = due,
    on_notification = function(method, params)
      require("viewmodel_host.notifications").receive(host, method, params)
    end,
  })
  local buffer = line_buffers.new()
  for _, piece in ipairs(pieces) do
    for _, line in ipairs(buffer:feed(piece)) do
      connection:receive(line)
      due:run()
    end
  end
  assert(changes == UPDATES and counter.state.count == UPDATES)
end

local pieces, bytes = pieces_of(record())
local parsing = least(function()
  parse(pieces)
end)
local applying = least(function()
  apply(pieces)
end)

io.stdout:write(([[
%d updates of the counter, %.1f MB, processor time, the least of %d rounds
  read and parse the lines   %7.1f ms   %5.2f µs each   1.00
  apply and call back        %7.1f ms   %5.2f µs each   %.2f
]]):format(
  UPDATES,
  bytes / 1e6,
  ROUNDS,
  parsing * 1e3,
  parsing * 1e6 / UPDATES,
  applying * 1e3,
  applying * 1e6 / UPDATES,
  applying / parsing
))
