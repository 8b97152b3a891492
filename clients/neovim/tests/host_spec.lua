--- What the judge does not see: that Nvim stays alive, callbacks, waits, services that answer late.

local child = require("child")
local runner = require("runner")
local support = require("support")
local viewmodel_host = require("viewmodel_host")
local describe, it, same = runner.describe, runner.it, runner.same

local uv = vim.uv or vim.loop
local codes = viewmodel_host.codes

local function counted(count)
  return { count = count, isEven = count % 2 == 0 }
end

describe("a host", function()
  it("calls back in order: a turn is applied whole, then its changes and events", function()
    local host, received = support.start("example-host"), {}
    local form = host:create("example.form", { id = "f" }):wait()
    local preview = host:create("example.preview", { id = "p", uses = { form = form } }):wait()
    form:on_change(function(change)
      assert(not vim.in_fast_event())
      table.insert(received, { change.state.name, change.before.name, preview.state.text, change.revision })
    end)
    form:on_event(function(event)
      table.insert(received, { event.name, event.value })
    end)
    form:call("rename", { name = "Ada" }, function(err)
      table.insert(received, { "called", err })
    end)
    form:call("addTag", { tag = "new" }):wait()
    same(received, {
      { "Ada", "", "Ada", 1 },
      { "called" },
      { "Ada", "Ada", "Ada", 2 },
      { "message", "Added new" },
    })
    same(form.state, { name = "Ada", tags = { "new" } })
  end)

  it("keeps the states that it gave, and continues when a callback fails or waits", function()
    local host, counts = support.start(), {}
    local counter = host:create("counter"):wait()
    counter:on_change(function()
      error("oh no")
    end)
    local off = counter:on_change(function(change)
      table.insert(counts, change.state.count)
      if change.state.count == 1 then
        same(counter:call("plusButtonDidTap"):wait(), vim.NIL)
      end
    end)
    local before = counter.state
    counter:input("plusButtonDidTap")
    runner.eventually("both", function()
      return #counts == 2
    end)
    off()
    counter:call("plusButtonDidTap"):wait()
    same({ before, counts, counter.state }, { counted(0), { 1, 2 }, counted(3) })
    same(#runner.notices(), 3)
  end)

  it("takes a turn", function()
    local host, changes, value = support.start(), 0, nil
    local counter = host:create("counter"):wait()
    counter:on_change(function()
      changes = changes + 1
    end)
    host:turn(function()
      counter:input("plusButtonDidTap")
      counter:call("plusButtonDidTap", nil, function(_, returned)
        value = returned
      end)
    end)
    runner.contains(
      runner.raised(function()
        host:turn(function()
          counter:input("plusButtonDidTap")
          error("nothing of this")
        end)
      end),
      "nothing of this"
    )
    counter:call("minusButtonDidTap"):wait()
    same({ changes, counter.state.count, value }, { 2, 1, vim.NIL })
  end)

  it("waits for a state", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    local two = counter:until_state(function(state)
      return state.count == 2
    end)
    counter:input("plusButtonDidTap")
    counter:input("plusButtonDidTap")
    same(two:wait(), counted(2))
    local never = counter:until_state(function()
      return false
    end)
    counter:dispose():wait()
    same(runner.raised(function()
      never:wait()
    end).kind, "instance_closed")
    same(runner.raised(function()
      counter:input("plusButtonDidTap")
    end).kind, "instance_closed")
  end)

  it("abandons what takes too long, and cancels it", function()
    local host = support.start("example-host")
    local download = host:create("example.download"):wait()
    local call = download:call("start")
    same(runner.raised(function()
      call:wait(50)
    end).kind, "timeout")
    same(download:until_state(function(state)
      return state.phase == "cancelled"
    end):wait(), { phase = "cancelled" })
    call = download:call("start")
    call:cancel()
    local err = runner.raised(function()
      call:wait()
    end)
    same({ err.kind, err.code }, { "cancelled", codes.CANCELLED })
  end)

  --- Runs code, and presses CTRL-C until that has ended one of its waits. Not all presses come while it waits.
  local function interrupt(nvim, code)
    vim.rpcnotify(nvim.channel, "nvim_exec_lua", code, {})
    runner.eventually("the interrupt", function()
      nvim:type("<C-c>")
      local _, kind = pcall(nvim.lua, nvim, "return kind")
      return kind == "interrupted"
    end)
  end

  it("ends a wait with CTRL-C", function()
    local nvim = child.start()
    nvim:lua(
      [[
        -- The time that the fetch takes does not pass.
        host = require("viewmodel_host").start({ command = { ..., "--clock", "virtual" } })
        call = host:create("user"):wait():call("fetch", { userId = 1 })
      ]],
      support.built_host("viewmodel-host")
    )
    local code = "local _, err = pcall(call.wait, call, 3600000); kind = err.kind"
    interrupt(nvim, code)
    same(nvim:lua([[return host:request("host/pending"):wait().inputs]]), 0)
  end)

  it("ends a loop of calls with CTRL-C", function()
    local nvim = child.start()
    nvim:lua(
      [[counter = require("viewmodel_host").start({ command = { ... } }):create("counter"):wait()]],
      support.built_host("viewmodel-host")
    )
    local code = [[
      local _, err = pcall(function()
        while true do counter:call("plusButtonDidTap"):wait() end
      end)
      kind = err.kind
    ]]
    interrupt(nvim, code)
  end)

  it("keeps its time while the host writes without end", function()
    local script = [[
      read line; echo '%s'
      while :; do
        echo '{"jsonrpc":"2.0","method":"host/unheardOf","params":{}}'
      done]]
    local host = support.started({ command = support.scripted(script:format(support.INITIALIZED)) })
    host.ready:wait()
    local start = uv.hrtime()
    same(runner.raised(function()
      host:request("ping"):wait(300)
    end).kind, "timeout")
    assert(uv.hrtime() - start < 3e9, "it took too long")
    support.kill_soon()
  end)

  it("disposes of what is created too late", function()
    local host = support.start()
    uv.kill(host.pid, "sigstop")
    local kind = runner.raised(function()
      host:create("counter", { id = "late" }):wait(50)
    end).kind
    uv.kill(host.pid, "sigcont")
    same(kind, "timeout")
    runner.eventually("that it is gone", function()
      local gone = not pcall(function()
        host:request("viewModel/snapshot", { id = "late" }):wait()
      end)
      return gone and next(host.instances) == nil
    end)
  end)

  it("reports rejections, or shows them", function()
    local host, received = support.start(), {}
    local counter = host:create("counter", { id = "c" }):wait()
    counter:input("conter")
    host:request("ping"):wait()
    runner.contains(runner.notices()[1], "conter")
    counter:on_rejected(function(err)
      table.insert(received, { err.kind, err.id, err.input, err.code })
    end)
    counter:input("conter")
    host:request("ping"):wait()
    same(received, { { "rejected", "c", "conter", codes.UNKNOWN_INPUT } })
  end)

  it("keeps numbers as they are", function()
    local host = support.start("example-host")
    local plain = host:create("example.plain", { parameters = { titles = { "a" } } }):wait()
    same(plain:call("addUp", { { 9007199254740991, -1 } }):wait(), 9007199254740990)
    same(plain:call("addUp", { { "9007199254740993", 2 } }):wait(), "18014398509481985")
    same(runner.raised(function()
      plain:call("addUp", { { 0 / 0 } })
    end):match("no such number"), "no such number")
    local not_a_table = "viewmodel_host: arguments must be a table, by name or in order, not 5"
    for _, method in ipairs({ "call", "input", "try_input" }) do
      runner.contains(
        runner.raised(function()
          plain[method](plain, "addUp", 5)
        end),
        not_a_table
      )
    end
    local encode = require("viewmodel_host.json").encode
    same(encode({ 0.1 + 0.2, -0.5, { a = {} } }), '[0.30000000000000004,-0.5,{"a":[]}]')
  end)

  it("leaves time for other things in a flood", function()
    local script = [[
      read line; echo '%s'
      read line; echo '{"jsonrpc":"2.0","id":2,"result":{"id":"c","revision":0,"state":{"n":0}}}'
      i=0
      while [ $i -lt 30000 ]; do
        i=$((i + 1))
        update='{"id":"c","revision":'$i',"events":[{"event":"e","value":'$i'}]}'
        echo '{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":['"$update"']}}'
      done
      read line]]
    local host = support.started({ command = support.scripted(script:format(support.INITIALIZED)) })
    local events, ticks = 0, 0
    host:create("counter", {
      id = "c",
      on_event = function(event)
        events = events + 1
        assert(event.value == events)
      end,
    })
    local timer = uv.new_timer()
    timer:start(0, 5, vim.schedule_wrap(function()
      ticks = ticks + (events < 30000 and 1 or 0)
    end))
    runner.eventually("all events", function()
      return events == 30000
    end)
    timer:close()
    assert(ticks > 3, ticks)
  end)
end)

describe("services", function()
  it("answer now, later, with an error, or not at all", function()
    local calls, received = {}, {}
    local host = support.start("viewmodel-host", {
      services = {
        items = function(arguments, call)
          table.insert(calls, { arguments.page, call })
          if #calls == 2 then
            error(viewmodel_host.ServiceError(503, "away"), 0)
          end
        end,
      },
    })
    local list = host:create("list", { id = "l" }):wait()
    list:on_event(function(event)
      table.insert(received, event.value)
    end)
    list:input("viewWillAppear")
    runner.eventually("the first call", function()
      return #calls == 1
    end)
    local call = calls[1][2]
    same({ calls[1][1], call.instance, call.service, call.cancelled }, { 1, list, "items", false })
    call:respond({ items = { { id = "a", name = "A" } }, pages = { currentPage = 1, nextPage = 2 } })
    list:until_state(function(state)
      return #state.items == 1
    end):wait()
    list:input("reachedBottom")
    runner.eventually("the error", function()
      return received[1] == "away"
    end)
    list:input("reload")
    runner.eventually("the third call", function()
      return #calls == 3
    end)
    local cancelled = false
    calls[3][2]:on_cancel(function()
      cancelled = true
    end)
    list:input("reload")
    runner.eventually("the fourth call", function()
      return cancelled and #calls == 4
    end)
    calls[3][2]:respond("too late")
    calls[4][2]:respond("nonsense")
    runner.eventually("the rejection", function()
      return #received == 2
    end)
    runner.contains(received[2], "does not fit")
    runner.contains(runner.notices()[1], "result: expected an object")
  end)

  it("answer what the fake host asks", function()
    local host = support.started({
      command = support.fake(support.root .. "/clients/conformance/transcripts/service-cancelled.transcript"),
      services = {
        items = function(arguments)
          local pages = { currentPage = 2, nextPage = vim.NIL }
          return arguments.page == 2 and { items = {}, pages = pages } or nil
        end,
      },
    })
    local list = host:create("list", { id = "l" }):wait()
    local loaded = false
    list:on_change(function(change)
      loaded = change.before.loading and not change.state.loading
    end)
    list:input("viewWillAppear")
    list:input("reload")
    runner.eventually("the second page", function()
      return loaded
    end)
    list:dispose():wait()
    same(host:close():wait(), 0)
  end)
end)

describe("what a host prints", function()
  it("is kept and shown by :ViewModelLog, and its log is shown without a listener", function()
    local nvim = child.start()
    local script = ([[read line; echo "a line" >&2; echo '%s'; read line
      echo '{"jsonrpc":"2.0","method":"host/log","params":{"level":"warning","message":"beware"}}'
      read line]]):format(support.INITIALIZED)
    nvim:lua(
      [[host = require("viewmodel_host").start({ command = ..., env = { A = "b" } })
      host.ready:wait()
      host:request("ping")]],
      support.scripted(script)
    )
    nvim:comes_to("return notices[1] and notices[1][1]", "viewmodel_host: beware")
    nvim:comes_to("return host:stderr()", { "a line" })
    nvim:type(":ViewModelLog<CR>")
    nvim:shows({ "a line" })
  end)

  it("stands beside the messages in a trace", function()
    local trace = support.folder() .. "/trace"
    vim.env.VIEWMODEL_HOST_TRACE = trace
    local host = support.start()
    vim.env.VIEWMODEL_HOST_TRACE = nil
    host:request("ping"):wait()
    host:close():wait()
    local marks = vim.tbl_map(function(line)
      return line:match("^%d+%-%d+%-%d+ [%d:.]+ (%S+)")
    end, vim.fn.readfile(trace))
    same(marks, { "#", "-->", "-->", "<--", "<--", "#" })
  end)
end)
