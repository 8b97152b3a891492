local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

describe("callbacks", function()
  it("may wait, and order is kept", function()
    local host, told = support.start(), {}
    local counter = host:create("counter"):wait()
    counter:on_change(function(change)
      table.insert(told, change.state.count)
      if change.state.count == 1 then
        table.insert(told, counter:snapshot():wait().state.count)
      end
    end)
    counter:on_change(function(change)
      table.insert(told, "second " .. change.state.count)
    end)
    counter:input("plusButtonDidTap")
    counter:input("plusButtonDidTap")
    counter:input("plusButtonDidTap"):wait()
    host:ping():wait()
    same(told, { 1, "second 1", 2, "second 2", 3, "second 3", 3 })
  end)

  it("that raise an error are shown, and keep no other from its call", function()
    local host, told = support.start(), {}
    local counter = host:create("counter"):wait()
    counter:on_change(function()
      error("oops")
    end)
    counter:on_change(function(change)
      table.insert(told, change.state.count)
    end)
    counter:call("plusButtonDidTap"):wait()
    same(told, { 1 })
    local notices = runner.notices()
    same(#notices, 1)
    runner.contains(notices[1], "oops")
  end)

  it("end, each by itself", function()
    local host, told = support.start(), {}
    local counter = host:create("counter"):wait()
    local off
    counter:on_change(function()
      off()
    end)
    off = counter:on_change(function(change)
      table.insert(told, change.state.count)
    end)
    counter:call("plusButtonDidTap"):wait()
    same(told, {})
    runner.contains(
      runner.raised(function()
        counter:on_change(7)
      end),
      "on_change takes a function"
    )
  end)

  it("of a reply that has ended come, too", function()
    local host = support.start()
    local ping = host:ping()
    ping:wait()
    local called
    ping:on_done(function(err, result)
      called = { err == nil, result }
    end)
    same(called, nil)
    runner.eventually("the callback", function()
      return called
    end)
    same(called, { true, vim.empty_dict() })
  end)

  it("of one reply do not depend on each other", function()
    local host, told = support.start(), {}
    host
      :ping()
      :on_done(function()
        error("oops")
      end)
      :on_done(function()
        table.insert(told, "second")
      end)
      :wait()
    host:ping():wait()
    same(told, { "second" })
    runner.contains(runner.notices()[1], "oops")
  end)

  it("keep the states that they were given", function()
    local host, states = support.start("example-host"), {}
    local form = host:create("example.form"):wait()
    form:on_change(function(change)
      table.insert(states, change.state)
    end)
    for _, tag in ipairs({ "a", "b", "c" }) do
      form:call("addTag", { tag = tag }):wait()
    end
    same(#states, 3)
    for count, state in ipairs(states) do
      same(#state.tags, count)
    end
  end)
end)

describe("many updates", function()
  it("come one for each turn, in order, and reading waits for who is slow", function()
    local inputs, expected = 20000, 0
    local host = support.start("viewmodel-host", { merge_updates = false })
    local counter = host:create("counter"):wait()
    counter:on_change(function(change)
      expected = expected + 1
      assert(change.state.count == expected and change.revision == expected)
    end)
    for _ = 1, inputs do
      counter:input("plusButtonDidTap")
    end
    local ping = host:ping()
    -- Only what may interrupt Nvim anywhere is handled here: bytes arrive, callbacks wait.
    local paused = vim.wait(runner.PATIENCE, function()
      return host.transport.paused
    end, 5, true)
    same({ paused, expected }, { true, 0 })
    ping:wait()
    same(expected, inputs)
  end)

  it("are merged as the host likes otherwise", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    for _ = 1, 20000 do
      counter:input("plusButtonDidTap")
    end
    host:ping():wait()
    same(counter.state, { count = 20000, isEven = true })
  end)
end)

describe("where Nvim may be interrupted", function()
  it("inputs can be sent, but not waited for", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    local timer, problem = (vim.uv or vim.loop).new_timer(), nil
    timer:start(0, 0, function()
      timer:close()
      local input = counter:input("plusButtonDidTap")
      problem = runner.raised(function()
        input:wait()
      end)
    end)
    runner.eventually("the input", function()
      return counter.state.count == 1
    end)
    runner.contains(problem, "nothing can be waited for here")
  end)
end)

describe("a wait", function()
  it("ends with CTRL-C", function()
    local nvim = child.start()
    nvim:lua(
      [[
        -- Nobody lets the time pass that the fetch takes.
        local host = require("viewmodel_host").start({ command = { ..., "--clock", "virtual" } })
        reply = host:create("user"):wait():call("fetch", { userId = 1 })
      ]],
      support.built_host("viewmodel-host")
    )
    local code = "local _, err = pcall(reply.wait, reply, 3600000); kind = err.kind"
    vim.rpcnotify(nvim.channel, "nvim_exec_lua", code, {})
    -- Not all of them come while it waits.
    runner.eventually("the interrupt", function()
      nvim:type("<C-c>")
      local _, kind = pcall(nvim.lua, nvim, "return kind")
      return kind == "interrupted"
    end)
  end)

  it("ends after its time", function()
    local host = support.start()
    local user = host:create("user"):wait()
    local err = runner.raised(function()
      user:call("fetch", { userId = 1 }):wait(1)
    end)
    same(err.kind, "timeout")
    runner.contains(err, "waiting for user-1.fetch took longer than 1 ms")
  end)
end)
