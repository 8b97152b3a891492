-- What it costs to apply 10,000 updates of the counter, beside only parsing the same lines: see `benchmark`.
-- The host is the one of $VIEWMODEL_HOST, or `viewmodel-host`, with a virtual clock, so that no updates are merged.

local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
vim.opt.runtimepath:prepend(folder)

local viewmodel_host = require("viewmodel_host")

local UPDATES = 10000
local ROUNDS = 7

local host = viewmodel_host.start({
  command = { vim.env.VIEWMODEL_HOST or "viewmodel-host", "--clock", "virtual" },
})
local counter = host:create("counter", { id = "c" }):wait()
local changes = 0
counter:on_change(function()
  changes = changes + 1
end)

--- The lines of a real conversation.
local lines = {}
local receive = host.receive
function host:receive(line)
  if line:find("viewModel/update", 1, true) then
    table.insert(lines, line)
  end
  receive(self, line)
end
for _ = 1, UPDATES do
  counter:input("plusButtonDidTap")
end
host:request("ping"):wait(60000)
assert(#lines == UPDATES and counter.state.count == UPDATES, "not every input gave an update")
host.receive = nil
host:close():wait()

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

local text = table.concat(lines, "\n") .. "\n"

local parsing = least(function()
  for line in text:gmatch("([^\n]*)\n") do
    vim.json.decode(line)
  end
end)

--- All that this client does, from the bytes to a callback for each change.
local applying = least(function()
  host.error, counter.revision, counter.state, changes = nil, 0, { count = 0, isEven = true }, 0
  for from = 1, #text, 65536 do
    host.process.feed(text:sub(from, from + 65535))
    while host.process.lines[host.process.first] do
      host:work()
    end
  end
  while changes < UPDATES do
    host:work()
  end
  assert(counter.state.count == UPDATES)
end)

io.stdout:write(([[
%d updates of the counter, %.1f MB, processor time, the least of %d rounds
  read and parse the lines   %7.1f ms   %5.2f µs each   1.00
  apply and call back        %7.1f ms   %5.2f µs each   %.2f
]]):format(
  UPDATES,
  #text / 1e6,
  ROUNDS,
  parsing * 1e3,
  parsing * 1e6 / UPDATES,
  applying * 1e3,
  applying * 1e6 / UPDATES,
  applying / parsing
))
