local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

--- Kills a host's process, and waits until that is told.
local function kill(host)
  local died
  local off = host:on_died(function(err)
    died = err
  end);
  (vim.uv or vim.loop).kill(host.pid, "sigkill")
  runner.eventually("that the death is told", function()
    return died
  end)
  off()
  return died
end

describe("a restart", function()
  it("creates the instances again, with all that they were created with", function()
    local host, told = support.start("example-host"), {}
    local form = host:create("example.form", { id = "f" }):wait()
    local preview = host:create("example.preview", { id = "p", uses = { form = form } }):wait()
    local counter = host:create("counter", { observe = { "count" } }):wait()
    local gone = host:create("counter"):wait()
    gone:dispose():wait()
    counter:observe({ "isEven" }):wait()
    preview:on_change(function(change)
      table.insert(told, { change.before.text, change.state.text, change.restarted })
    end)
    form:call("rename", { name = "Ada" }):wait()

    local input = counter:input("plusButtonDidTap")
    local before = host.pid
    same(kill(host).kind, "host_died")
    same(input.done, true)
    local err = runner.raised(function()
      form:call("rename", { name = "nobody hears" }):wait()
    end)
    same({ err.kind, err.signal }, { "host_died", 9 })
    same(preview.state, { text = "Ada" })

    same(host:restart():wait().protocol_version, "1")
    same(host.pid ~= before, true)
    same(host:is_running(), true)
    same(preview.state, { text = "nobody" })
    same(counter.state, { isEven = true })
    same({ form.revision, preview.revision, counter.revision }, { 0, 0, 0 })
    same(vim.tbl_count(host.instances), 3)
    form:call("rename", { name = "Grace" }):wait()
    same(told, {
      { "nobody", "Ada", false },
      { "Ada", "nobody", true },
      { "nobody", "Grace", false },
    })
  end)

  it("can be asked for at any time", function()
    local host = support.start()
    local user = host:create("user"):wait()
    local call = user:call("fetch", { userId = 1 })
    local first = host:restart()
    local second = host:restart()
    same(second:wait().name, "viewmodel-host")
    same({ call.error.kind, first.error.kind }, { "host_closed", "host_closed" })
    runner.contains(call.error, "the host was restarted")
    user:input("fetch", { userId = 2 })
    host:advance(1000):wait()
    same(user.state.user.id, 2)

    host:stop():wait()
    host:restart(function(err, info)
      same({ err, info.name }, { nil, "viewmodel-host" })
    end)
    same(user:snapshot():wait().state, { user = vim.NIL })
  end)

  it("closes what cannot be created again", function()
    local folder = support.folder()
    local starts = folder .. "/starts"
    local transcripts = support.root .. "/clients/conformance/transcripts/"
    local command = support.fake(transcripts .. "restart.transcript", "die=4")
    vim.list_extend(command, { transcripts .. "restart-fails.transcript" })
    table.insert(command, 3, "--starts")
    table.insert(command, 4, starts)
    local host, told = support.started({ command = command }), {}
    local died
    host:on_died(function(err)
      died = err
    end)
    local list = host
      :create("list", { id = "l", parameters = { folder = "/tmp", pageSize = 2 } })
      :wait()
    local pager = host
      :create("pager", {
        id = "p",
        parameters = { selectedId = "1" },
        uses = { list = list },
        observe = { "index" },
        on_closed = function(reason)
          table.insert(told, reason)
        end,
      })
      :wait()
    list:on_change(function(change)
      table.insert(told, { change.state.loading, change.restarted })
    end)
    local call = pager:call("willTransitionTo", { index = 1 })
    runner.eventually("the death", function()
      return died
    end)
    same(call.error.kind, "host_died")
    host:restart():wait()
    local reason = "pager could not be created: there is no item 1"
    same(told, {
      { true, false },
      { true, true },
      "it could not be created again: " .. reason,
    })
    same(vim.tbl_keys(host.instances), { "l" })
    same(pager.closed, told[3])
  end)

  it("that fails can be tried again", function()
    local folder = support.folder()
    local program = folder .. "/host"
    assert((vim.uv or vim.loop).fs_symlink(support.built_host("viewmodel-host"), program))
    local host = support.started({ command = { program, "--clock", "virtual" } })
    local counter = host:create("counter", { id = "c" }):wait()
    kill(host)
    vim.fn.delete(program)
    local err = runner.raised(function()
      host:restart():wait()
    end)
    same(err.kind, "host_missing")
    same(host:is_running(), false)
    same(counter.closed, nil)
    assert((vim.uv or vim.loop).fs_symlink(support.built_host("viewmodel-host"), program))
    host:restart():wait()
    counter:call("plusButtonDidTap"):wait()
    same(counter.state.count, 1)
  end)
end)

describe("a death", function()
  it("is shown if nobody listens, once", function()
    local host = support.started({ command = support.scripted("echo sorry >&2; exit 3") })
    runner.eventually("it dies", function()
      return not host:is_running()
    end)
    same(runner.notices(), {
      "viewmodel_host: the host ended (exit status 3): sorry",
    })
    host:stop():wait()
  end)

  it("is not shown besides to who waits", function()
    local host = support.started({ command = support.scripted("echo sorry >&2; exit 3") })
    local err = runner.raised(function()
      host.ready:wait()
    end)
    same({ err.kind, err.exit_status, err.stderr }, { "host_died", 3, { "sorry" } })
    same(runner.notices(), {})
    host:stop():wait()
  end)

  it("is noticed when only the output ends, or only the process", function()
    support.kill_soon()
    for _, script in ipairs({
      "exec >&-; exec 2>&-; exec sleep 600",
      "sleep 30 & exit 5",
    }) do
      local host = support.started({ command = support.scripted(script) })
      local died
      host:on_died(function(err)
        died = err
      end)
      runner.eventually(script, function()
        return died
      end)
      same(died.kind, "host_died")
    end
  end)
end)

describe("a program", function()
  it("that is missing is told at once", function()
    local viewmodel_host = require("viewmodel_host")
    for command, reason in pairs({
      ["/nonexistent/host"] = "there is no such program",
      [support.client] = "it is not executable",
    }) do
      local err = runner.raised(function()
        viewmodel_host.start({ command = command })
      end)
      same(err.kind, "host_missing")
      runner.contains(err, reason)
      runner.contains(err, "VIEWMODEL_HOST")
      runner.contains(err, "Install its package")
    end
    local err = runner.raised(function()
      viewmodel_host.start({ command = "sh", cwd = "/nonexistent" })
    end)
    runner.contains(err, "there is no folder /nonexistent")
    runner.contains(
      runner.raised(function()
        viewmodel_host.start({ command = { 7 } })
      end),
      "a command is"
    )
    local refusals = { comand = 'knows no option "comand"', env = "env is a table" }
    for option, problem in pairs(refusals) do
      local refused = runner.raised(function()
        viewmodel_host.start({ [option] = 7 })
      end)
      runner.contains(refused, "start()")
      runner.contains(refused, problem)
    end
  end)

  it("is the one of start, of setup, of the plugin, of the environment, or on the PATH", function()
    local config = require("viewmodel_host.config")
    local viewmodel_host = require("viewmodel_host")
    local before, root = vim.env.VIEWMODEL_HOST, config.root
    runner.finally(function()
      vim.env.VIEWMODEL_HOST, config.root = before, root
      viewmodel_host.setup()
    end)
    vim.env.VIEWMODEL_HOST = nil
    same(config.command(), { "viewmodel-host" })
    vim.env.VIEWMODEL_HOST = "/some where/host"
    same(config.command(), { "/some where/host" })
    same(vim.fn.filereadable(config.root .. "/plugin/viewmodel_host.lua"), 1)
    config.root = vim.fn.tempname()
    local bundled = config.root .. "/bin/viewmodel-host"
    vim.fn.mkdir(config.root .. "/bin", "p")
    vim.fn.writefile({ "#!/bin/sh" }, bundled)
    same(config.command(), { "/some where/host" }) -- it is no program
    vim.fn.setfperm(bundled, "rwxr-xr-x")
    same(config.command(), { bundled })
    viewmodel_host.setup({ command = { "swift", "run" } })
    same(config.command(), { "swift", "run" })
    same(config.command("~/host"), { vim.env.HOME .. "/host" })
    local refusals = { commnd = "knows no option", folder = "folder is a string, not 7" }
    for option, problem in pairs(refusals) do
      local err = runner.raised(function()
        viewmodel_host.setup({ [option] = 7 })
      end)
      runner.contains(err, problem)
    end
  end)

  it("gets its variables and its folder", function()
    local folder = support.folder()
    local script = 'echo "$MARK $PWD ${HOME:+home}" >&2; exit 1'
    local host = support.started({
      command = support.scripted(script),
      cwd = folder,
      env = { MARK = "here" },
    })
    local err = runner.raised(function()
      host.ready:wait()
    end)
    runner.notices()
    same(err.stderr, { "here " .. vim.fn.resolve(folder) .. " home" })
  end)

  it("that makes no sense is ended", function()
    for line, problem in pairs({
      ["nope"] = "not JSON",
      ["7"] = "no message: 7",
      ['{"jsonrpc":"2.0","id":1}'] = "neither result nor error",
      ['{"jsonrpc":"2.0","id":1,"result":7}'] = "initialize: expected",
      ['{"jsonrpc":"2.0","id":1,"error":7}'] = 'initialize: expected "error" as object',
      ['{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"?"}}'] = "the host refuses this client: ?",
      ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'] = "could not read",
      ['{"jsonrpc":"2.0","method":7}'] = 'a message: expected "method" as string',
      ["{}"] = "neither a request nor an answer",
      ['{"jsonrpc":"2.0","id":7,"result":{}}'] = "an answer to 7, which was not asked",
      ['{"jsonrpc":"2.0","method":"viewModel/update"}'] = "viewModel/update: expected",
      ['{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[7]}}'] = "expected",
      [support.INITIALIZED:gsub('"1","host"', '"9","host"')] = "the host 9",
    }) do
      local script = "read line; echo '" .. line .. "'; cat >/dev/null"
      local host = support.started({ command = support.scripted(script) })
      local deaths = {}
      host:on_died(function(err)
        table.insert(deaths, err)
      end)
      local err = runner.raised(function()
        host.ready:wait()
      end)
      runner.contains(err, problem)
      host:stop():wait()
      same(#deaths, 1)
    end
  end)
end)
