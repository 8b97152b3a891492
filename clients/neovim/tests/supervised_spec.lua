local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local codes = require("viewmodel_host").codes

describe("a supervised host", function()
  it("loses no more than the input that crashes it", function()
    local host = support.started({
      command = support.built_host("example-host"),
      supervised = true,
      log = "off",
    })
    local told = {}
    host:on_restarted(function(crash)
      table.insert(told, crash)
    end)
    local counter = host:create("counter"):wait()
    counter:call("plusButtonDidTap"):wait()
    local crash = host:create("example.crash"):wait()
    local ok, err = pcall(function()
      crash:input("fatalError"):wait()
    end)
    same(ok, false)
    same(err.code, codes.CRASHED)
    runner.contains(err.message, "Fatal error: boom")
    same(err.data.line, 11)
    counter:call("plusButtonDidTap"):wait()
    same(counter.state.count, 2)
    same(#told, 1)
    runner.contains(told[1].reason, "Fatal error: boom")
    runner.contains(told[1].file, "CrashViewModel.swift")
    same(told[1].line, 11)
    same(host:stop():wait(), 0)
  end)

  it("loses nothing by a kill", function()
    local host = support.started({ command = support.built_host("viewmodel-host"), supervised = true })
    local told = {}
    host:on_restarted(function(crash)
      table.insert(told, crash.reason)
    end)
    local counter = host:create("counter"):wait()
    counter:call("plusButtonDidTap"):wait()
    local path = ("/proc/%d/task/%d/children"):format(host.pid, host.pid)
    vim.loop.kill(tonumber(support.read(path):match("%d+")), "sigkill")
    counter:call("plusButtonDidTap"):wait()
    same(counter.state.count, 2)
    same(told, { "ended by SIGKILL" })
  end)

  it("is asked for in setup(), and shows that it was restarted", function()
    local script = [[
      read line
      case "$1 $line" in "--supervised "*'"restarts":true'*) ;; *) exit 3 ;; esac
      echo '%s'
      echo '{"jsonrpc":"2.0","method":"host/restarted","params":{"reason":"ended by SIGILL","milliseconds":3}}'
      cat >/dev/null]]
    local command = { "sh", "-c", script:format(support.INITIALIZED), "host" }
    require("viewmodel_host").setup({ command = command, supervised = true })
    local notices, notify = {}, vim.notify
    vim.notify = function(text)
      table.insert(notices, text)
    end
    runner.finally(function()
      vim.notify = notify
      require("viewmodel_host").setup()
    end)
    support.started({}).ready:wait()
    runner.eventually("the notice", function()
      return #notices > 0
    end)
    same(notices, { "viewmodel_host: the host goes on in another process: ended by SIGILL" })
  end)
end)

local function counted(count)
  return { count = count, isEven = count % 2 == 0 }
end

--- The code with which a reply fails.
local function code_of(reply)
  local ok, err = pcall(reply.wait, reply)
  same(ok, false)
  same(err.kind, "request_failed")
  return err.code
end

describe("undo and redo", function()
  it("bring the state back", function()
    local host = support.started({ command = support.built_host("viewmodel-host"), supervised = true })
    local counter = host:create("counter", { id = "c" }):wait()
    local counts = {}
    counter:on_change(function(change)
      table.insert(counts, change.state.count)
    end)
    counter:call("plusButtonDidTap"):wait()
    counter:call("plusButtonDidTap"):wait()
    local undone = host:undo():wait()
    same(undone.opened, {})
    same({ counter.state, counter.revision }, { counted(1), 3 })
    local turns = host:turns():wait()
    same(#turns.turns, 3)
    same(turns.turns[3], {
      turn = undone.turn,
      cause = "line",
      messages = { { method = "viewModel/call", id = "c", input = "plusButtonDidTap" } },
      step = true,
    })
    same(turns.turns[2].step, false)
    same(#turns.undone, 1)
    same(#host:turns(1):wait().turns, 1)
    host:redo():wait()
    same(counter.state, counted(2))
    same(code_of(host:redo()), codes.INVALID_REQUEST)
    same(host:rewind(undone.turn):wait().turn, undone.turn)
    same(counts, { 1, 2, 1, 2, 1 })
  end)

  it("bring instances back, and close those that were not there", function()
    local host = support.started({ command = support.built_host("viewmodel-host"), supervised = true })
    local first = host:create("counter", { id = "first" }):wait()
    local resynced = {}
    first:on_change(function(change)
      table.insert(resynced, change.resynced)
    end)
    first:call("plusButtonDidTap"):wait()
    local second = host:create("counter", { id = "second" }):wait()
    second:call("plusButtonDidTap"):wait()
    first:dispose():wait()
    local opened = host:undo():wait().opened
    same(#opened, 1)
    same(rawequal(opened[1], first), true)
    same({ first.closed, first.state }, { nil, counted(1) })
    first:call("plusButtonDidTap"):wait()
    same(first.state, counted(2))
    same(resynced, { false, true, false })
    host:undo():wait()
    local reason
    second:on_closed(function(why)
      reason = why
    end)
    host:undo():wait()
    runner.contains(reason, "gone back")
    same(vim.tbl_keys(host.instances), { "first" })
    local ok, err = pcall(function()
      second:call("plusButtonDidTap"):wait()
    end)
    same({ ok, err.kind }, { false, "instance_closed" })
  end)

  it("bring an instance that nobody has any more back as a new one", function()
    local host = support.started({ command = support.built_host("viewmodel-host"), supervised = true })
    local counter = host:create("counter", { id = "c" }):wait()
    counter:call("plusButtonDidTap"):wait()
    counter:call("plusButtonDidTap"):wait()
    counter:dispose():wait()
    host.gone["c"] = nil -- as the collector would
    local back = host:undo():wait().opened[1]
    same({ back.id, back.name, back.state }, { "c", "counter", counted(1) })
    back:call("plusButtonDidTap"):wait()
    same(back.state, counted(2))
    same(counter.state, counted(2))
    same(counter.closed, "it was disposed")
  end)

  it("fail when there is nothing, or no supervision", function()
    local host = support.started({ command = support.built_host("viewmodel-host"), supervised = true })
    same(code_of(host:undo()), codes.INVALID_REQUEST)
    same(code_of(host:rewind(99)), codes.INVALID_PARAMS)
    local other = support.started({ command = support.built_host("viewmodel-host") })
    for _, method in ipairs({ "undo", "redo", "turns" }) do
      same(code_of(other[method](other)), codes.METHOD_NOT_FOUND, method)
    end
    same(code_of(other:rewind(1)), codes.METHOD_NOT_FOUND)
  end)
end)

describe("a try", function()
  it("says what an input would do, and nothing is done", function()
    local host = support.start("example-host")
    local counter = host:create("counter"):wait()
    local trial = counter:try("plusButtonDidTap"):wait()
    same(trial.crashed, nil)
    same(#trial.messages, 1)
    same(trial.messages[1].method, "viewModel/update")
    same(trial.messages[1].params.updates[1].revision, 1)
    same({ counter.state.count, counter.revision }, { 0, 0 })
    trial = counter:try("plusButtonDidTap", { by = 2 }):wait()
    same(trial.messages[1].method, "viewModel/rejected")
    trial = host:create("example.crash"):wait():try("fatalError"):wait()
    same(trial.messages, {})
    runner.contains(trial.crashed.reason, "Fatal error: boom")
    same(trial.crashed.line, 11)
  end)
end)
