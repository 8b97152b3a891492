local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local uv = vim.uv or vim.loop

local CREATED = [[{"jsonrpc":"2.0","id":2,"result":{"id":"c","revision":0,"state":{"count":0}}}]]
local BEGIN = "read line; echo '" .. support.INITIALIZED .. "'; read line; echo '" .. CREATED .. "'; "

--- A host of shell that goes on so when it has created its instance.
local function flooding(script)
  local host = support.started({ command = support.scripted(BEGIN .. script) })
  return host, host:create("counter", { id = "c" }):wait()
end

local function busy(milliseconds)
  local start = uv.hrtime()
  while uv.hrtime() - start < milliseconds * 1e6 do
  end
end

--- How often something else had its turn on the main loop while a callback was called so often.
local function turns_between(instance, register, count)
  local calls, turns = 0, 0
  local timer = uv.new_timer()
  timer:start(1, 1, vim.schedule_wrap(function()
    if calls > 0 and calls < count then
      turns = turns + 1
    end
  end))
  instance[register](instance, function()
    calls = calls + 1
    busy(1)
  end)
  runner.eventually(count .. " calls", function()
    return calls == count
  end)
  timer:close()
  return turns
end

describe("a flood", function()
  it("of events in one update leaves time for other things", function()
    local events = {}
    for number = 1, 300 do
      events[number] = ([[{"event":"e","value":%d}]]):format(number)
    end
    local update = [[{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[]]
      .. [[{"id":"c","revision":1,"events":[%s]}]}}]]
    local line = update:format(table.concat(events, ","))
    local host, counter = flooding("read line; echo '" .. line .. "'; cat > /dev/null")
    host:request("go")
    assert(turns_between(counter, "on_event", #events) > 3)
  end)

  it("of updates leaves time for other things", function()
    local host = support.start("viewmodel-host", { merge_updates = false })
    local counter = host:create("counter"):wait()
    for _ = 1, 300 do
      counter:input("plusButtonDidTap")
    end
    assert(turns_between(counter, "on_change", 300) > 3)
  end)

  it("of events takes time by their number, and comes in order", function()
    local count = 20000
    local script = [[read line; awk 'BEGIN { printf "{\"jsonrpc\":\"2.0\",\"method\":\"viewModel/update\",]]
      .. [[\"params\":{\"updates\":[{\"id\":\"c\",\"revision\":1,\"events\":[";]]
      .. [[for (i = 1; i <= ]]
      .. count
      .. [[; i++) printf "%s{\"event\":\"e\",\"value\":%d}", (i > 1 ? "," : ""), i; print "]}]}}" }'; cat > /dev/null]]
    local host, counter = flooding(script)
    local last = 0
    counter:on_event(function(event)
      same(event.value, last + 1)
      last = event.value
    end)
    host:request("go")
    runner.eventually("the last event", function()
      return last == count
    end)
  end)
end)

describe("a wait", function()
  it("keeps its time while the host writes without end", function()
    local line = [[{"jsonrpc":"2.0","method":"host/log","params":{"level":"info","message":"m"}}]]
    for _, flood in ipairs({
      "yes '" .. line .. "'",
      "yes noise >&2",
      "yes noise >&2 & exec yes '" .. line .. "'",
    }) do
      local host = flooding("trap '' TERM; " .. flood)
      local err = runner.raised(function()
        host:ping():wait(300)
      end)
      same(err.kind, "timeout", flood)
      support.kill_soon()
      host:stop():wait()
    end
  end)
end)

describe("what a host does not read", function()
  it("is refused when it is too much, and else sent when it reads again", function()
    local transport = require("viewmodel_host.transport")
    local before = transport.UNREAD_BYTES
    transport.UNREAD_BYTES = 1024 * 1024
    runner.finally(function()
      transport.UNREAD_BYTES = before
    end)
    local host = support.start("example-host")
    local form = host:create("example.form"):wait()
    uv.kill(host.pid, "sigstop")
    local sent, err = 0, nil
    while not err do
      local ok, problem = pcall(form.input, form, "rename", { name = ("x"):rep(100000) .. sent })
      if ok then
        sent = sent + 1
      else
        err = problem
      end
    end
    same(err.kind, "not_sent")
    assert(sent > 10, sent)
    uv.kill(host.pid, "sigcont")
    host.connection:request("ping", nil, nil, true):wait()
    same(form.state.name, ("x"):rep(100000) .. (sent - 1))
    form:input("rename", { name = "short" }):wait()
    same(form.state.name, "short")
  end)
end)

describe("a state that cannot be trusted", function()
  it("is told, kept as it was, and fetched again with the next update", function()
    local gap = [[{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":%d}]}}]]
    local refused = [[{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,"message":"not now"}}]]
    local taken = [[{"jsonrpc":"2.0","id":%d,"result":{"id":"c","revision":9,"state":{"count":9}}}]]
    local host, counter = flooding(
      ("echo '%s'; read line; echo '%s'; read line; echo '%s'; read line; echo '%s'; cat > /dev/null"):format(
        gap:format(5),
        refused:format(3),
        gap:format(6),
        taken:format(5)
      )
    )
    local reasons, changes = {}, {}
    counter:on_stale(function(reason)
      table.insert(reasons, reason)
    end)
    counter:on_change(function(change)
      table.insert(changes, { change.resynced, change.state.count })
    end)
    runner.eventually("that it is told", function()
      return #reasons == 1
    end)
    same(counter.stale, reasons[1])
    runner.contains(reasons[1], "revision 5 came after 0; and it could not be fetched anew: not now")
    same({ counter.state, counter.revision }, { { count = 0 }, 0 })
    host:request("go")
    runner.eventually("the state", function()
      return counter.revision == 9
    end)
    same({ counter.stale, #reasons, changes }, { nil, 1, { { true, 9 } } })
    same(runner.notices(), {
      "viewmodel_host: c is out of step, and is fetched anew: revision 5 came after 0",
    })
  end)

  it("is shown if nobody listens", function()
    local gap = [[{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":5}]}}]]
    local refused = [[{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"not now"}}]]
    local host, counter = flooding("echo '" .. gap .. "'; read line; echo '" .. refused .. "'; cat > /dev/null")
    runner.eventually("that it is stale", function()
      return counter.stale
    end)
    host:stop():wait()
    runner.contains(runner.notices()[2], "viewmodel_host: the state of c is stale: revision 5 came")
  end)
end)
