--- The end of a host, and what comes after it: restarts, supervision, undo.

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

describe("the end", function()
  it("is reported once, and shown without a listener", function()
    local host, received = support.start(), {}
    local counter = host:create("counter"):wait()
    local off = host:on_died(function(err)
      table.insert(received, err.message)
    end)
    uv.kill(host.pid, "sigkill")
    local err = runner.raised(function()
      host:request("ping"):wait()
    end)
    same({ err.kind, err.signal, err.message }, { "died", "SIGKILL", "the host ended by SIGKILL" })
    runner.eventually("the news", function()
      return #received == 1
    end)
    same(runner.raised(function()
      counter:input("plusButtonDidTap")
    end).kind, "died")
    off()
    host:restart():wait()
    uv.kill(host.pid, "sigkill")
    local shown = {}
    runner.eventually("the notice", function()
      vim.list_extend(shown, runner.notices())
      return #shown == 1
    end)
    same({ shown, received }, { { "viewmodel_host: the host ended by SIGKILL" }, { "the host ended by SIGKILL" } })
  end)

  it("has a reason when a ViewModel traps", function()
    local died
    local host = support.started({
      command = support.built_host("example-host"),
      env = { SWIFT_BACKTRACE = "enable=no" },
      on_died = function(err)
        died = err
      end,
    })
    host:create("example.crash"):wait():input("fatalError")
    runner.eventually("the end", function()
      return died
    end)
    runner.contains(died.message, "the host ended by SIG")
    runner.contains(died.reason, "Fatal error: boom")
  end)

  it("of a program that is missing, or is something else, is reported", function()
    local err = runner.raised(function()
      viewmodel_host.start({ command = "/no/such/host" })
    end)
    same(err.kind, "not_found")
    runner.contains(err.message, "cannot start the host /no/such/host: ENOENT")
    runner.contains(err.message, "VIEWMODEL_HOST")
    err = runner.raised(function()
      viewmodel_host.start({ command = "cat", cwd = "/no/such/folder" })
    end)
    same(err.message, "cannot start the host cat: its working directory does not exist: /no/such/folder")
    for command, words in pairs({ cat = "answered with what it was sent", ["echo hello"] = ": hello" }) do
      local host = support.started({ command = support.scripted(command), on_died = function() end })
      err = runner.raised(function()
        host.ready:wait()
      end)
      same(err.kind, "protocol")
      runner.contains(err.message, "sh is no viewmodel-host")
      runner.contains(err.message, words)
    end
  end)

  it("comes by close, whatever the host does", function()
    support.kill_soon()
    local host = support.started({ command = support.scripted("trap '' TERM; while :; do sleep 1; done") })
    same(runner.raised(function()
      host.ready:wait(50)
    end).kind, "timeout")
    local status = host:close():wait()
    same({ status, uv.kill(host.pid, 0) ~= 0 }, { 0, true })
    same(runner.raised(function()
      host:request("ping"):wait()
    end).kind, "closed")
  end)

  it("of Nvim is that of its hosts", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    local pid = nvim:lua([[
      host = require("viewmodel_host").start()
      host.ready:wait()
      return host.pid
    ]])
    nvim:type(":qall!<CR>")
    runner.eventually("that no process is left", function()
      return uv.kill(pid, 0) ~= 0
    end)
  end)
end)

describe("a restart", function()
  it("creates all again, in order, with what was observed last", function()
    local host = support.start("example-host")
    local form = host:create("example.form", { id = "f" }):wait()
    local preview = host:create("example.preview", { id = "p", uses = { form = form } }):wait()
    local counter = host:create("counter", { observe = { "count" } }):wait()
    counter:observe({ "isEven" }):wait()
    form:call("rename", { name = "Ada" }):wait()
    local patches = {}
    preview:on_change(function(change)
      table.insert(patches, change.patch)
    end)
    host:close():wait()
    same(host:restart():wait().protocolVersion, "1")
    same({ preview.state, counter.state, patches }, { { text = "nobody" }, { isEven = true }, { vim.NIL } })
    form:call("rename", { name = "Grace" }):wait()
    same(preview.state, { text = "Grace" })
  end)

  it("sends what the fake host expects, and closes what cannot be created", function()
    local folder = support.root .. "/clients/conformance/transcripts/"
    local command = support.fake(folder .. "restart.transcript", "die=3")
    vim.list_extend(command, { folder .. "restart.transcript", folder .. "restart-fails.transcript" })
    vim.list_extend(command, { "--starts", support.folder() .. "/starts" })
    local host, reason = support.started({ command = command, on_died = function() end }), nil
    local list = host:create("list", { id = "l", parameters = { folder = "/tmp", pageSize = 2 } }):wait()
    local pager = host
      :create("pager", {
        id = "p",
        parameters = { selectedId = "1" },
        uses = { list = list },
        observe = { "index" },
        on_closed = function(why)
          reason = why
        end,
      })
      :wait()
    local function turn_over()
      return pager:call("willTransitionTo", { index = 1 }):wait()
    end
    same(runner.raised(turn_over).kind, "died")
    host:restart():wait()
    same(turn_over(), vim.NIL)
    same(host:close():wait(), 0)
    host:restart():wait()
    same({ list.closed, reason }, { nil, "pager could not be created: there is no item 1" })
    same(host:close():wait(), 0)
  end)
end)

describe("a supervised host", function()
  local function start(name)
    return support.started({ command = support.built_host(name or "viewmodel-host"), supervised = true, log = "off" })
  end

  it("loses no more than what ended its process", function()
    local host, received = start("example-host"), {}
    host:on_restarted(function(news)
      table.insert(received, news.reason)
    end)
    local counter = host:create("counter"):wait()
    local crash = host:create("example.crash"):wait()
    local err = runner.raised(function()
      crash:call("fatalError"):wait()
    end)
    same(err.code, codes.CRASHED)
    counter:call("plusButtonDidTap"):wait()
    same(counter.state.count, 1)
    runner.contains(received[1], "Fatal error: boom")
  end)

  it("has ended when its output has, and not with the process that was started", function()
    local host, died = start(), nil
    host:on_died(function(err)
      died = err
    end)
    local counter = host:create("counter"):wait()
    uv.kill(host.pid, "sigkill")
    runner.eventually("the end of the process", function()
      return host.process.exit_status
    end)
    counter:call("plusButtonDidTap"):wait()
    same({ counter.state.count, died }, { 1, nil })
    host:close():wait()
  end)

  it("undoes and redoes", function()
    local host = start()
    local counter = host:create("counter", { id = "c" }):wait()
    counter:call("plusButtonDidTap"):wait()
    local turn = host:undo():wait().turn
    same(counter.state, counted(0))
    same(#host:turns():wait().undone, 1)
    host:redo():wait()
    same(counter.state, counted(1))
    same(runner.raised(function()
      host:redo():wait()
    end).code, codes.INVALID_REQUEST)
    counter:dispose():wait()
    local opened = host:rewind(turn):wait().opened
    same({ #opened, opened[1] == counter, counter.closed, counter.state }, { 1, true, nil, counted(0) })
    local tried = counter:try_input("plusButtonDidTap"):wait()
    same(tried.messages[1].params.updates[1].patch[1].value, 1)
    same(counter.state, counted(0))
  end)
end)
