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
