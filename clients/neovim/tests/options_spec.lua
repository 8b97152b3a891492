local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

--- A host of shell that says in its log what its arguments are.
local function says_its_arguments()
  local script = [[read line; echo '%s'; printf '%%s' "$*" >"$0"; cat >/dev/null]]
  local file = support.folder() .. "/arguments"
  return { "sh", "-c", script:format(support.INITIALIZED), file }, file
end

describe("a recording", function()
  it("is asked for by an argument of the host", function()
    local command, file = says_its_arguments()
    local given = vim.deepcopy(command)
    local host = support.started({ command = command, record = "/somewhere/session" })
    host.ready:wait()
    runner.eventually("the arguments", function()
      return vim.fn.filereadable(file) == 1 and support.read(file) == "--record /somewhere/session"
    end)
    same(command, given)
  end)

  it("may be what setup() says", function()
    local command, file = says_its_arguments()
    require("viewmodel_host").setup({ command = command, record = "~/sessions" })
    runner.finally(function()
      require("viewmodel_host").setup()
    end)
    support.started({}).ready:wait()
    runner.eventually("the arguments", function()
      local expected = "--record " .. vim.env.HOME .. "/sessions"
      return vim.fn.filereadable(file) == 1 and support.read(file) == expected
    end)
  end)

  it("is a transcript", function()
    local file = support.folder() .. "/session.transcript"
    local host = support.started({ command = support.built_host("viewmodel-host"), record = file })
    host:create("counter", { id = "c" }):wait():call("plusButtonDidTap"):wait()
    same(host:stop():wait(), 0)
    runner.contains(support.read(file), '"input":"plusButtonDidTap"')
  end)
end)

describe("a trace", function()
  --- The lines without their times, which have the form that the manual says.
  local function traced(file)
    return vim.tbl_map(function(line)
      local text = line:match("^%d%d%d%d%-%d%d%-%d%d %d%d:%d%d:%d%d%.%d%d%d (.*)$")
      return text or "no time: " .. line
    end, vim.fn.readfile(file))
  end

  it("has what was sent and what came, in order", function()
    local file = support.folder() .. "/new/trace"
    local host = support.start("viewmodel-host", { trace = file })
    host.ready:wait()
    host:create("counter", { id = "c" }):wait():input("plusButtonDidTap"):wait()
    same(host:stop():wait(), 0)
    local lines = traced(file)
    local shapes = vim.tbl_map(function(line)
      local mark, text = line:match("^(%S+) (.*)$")
      return mark .. " " .. (text:match('"method":"([^"]*)"') or text:match('"id":%d+') or text)
    end, lines)
    same(vim.list_slice(shapes, 2), {
      "--> initialize",
      '<-- "id":1',
      "--> viewModel/create",
      '<-- "id":2',
      "--> viewModel/input",
      "<-- viewModel/update",
      "# end, exit status 0, signal 0",
    })
    runner.contains(lines[1], "# start ")
    runner.contains(lines[1], "--clock virtual")
  end)

  it("is written where the environment says, unless start() says otherwise", function()
    local folder = support.folder()
    vim.env.VIEWMODEL_HOST_TRACE = folder .. "/trace"
    runner.finally(function()
      vim.env.VIEWMODEL_HOST_TRACE = nil
    end)
    support.start("viewmodel-host", { trace = false }):stop():wait()
    same(vim.fn.readdir(folder), {})
    support.start("viewmodel-host", { trace = folder .. "/other" }):stop():wait()
    same(vim.fn.readdir(folder), { "other" })
    support.start():stop():wait()
    same(vim.fn.readdir(folder), { "other", "trace" })
  end)

  it("goes on in the same file after a restart", function()
    local file = support.folder() .. "/trace"
    local host = support.start("viewmodel-host", { trace = file })
    host:ping():wait()
    host:restart():wait()
    host:stop():wait()
    local starts = vim.tbl_filter(function(line)
      return line:find("^# start")
    end, traced(file))
    same(#starts, 2)
  end)

  it("is shown by :ViewModelLog", function()
    local file = support.folder() .. "/trace"
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    nvim:type(":ViewModelLog<CR>")
    nvim:comes_to("return #notices", 1)
    runner.contains(nvim:lua("return notices[1][1]"), "setup({ trace = true })")
    nvim:lua([[require("viewmodel_host").setup({ trace = ... })]], file)
    nvim:lua([[
      local host = require("viewmodel_host").start()
      host:ping():wait()
      host:stop():wait()
    ]])
    nvim:type(":ViewModelLog<CR>")
    nvim:comes_to("return vim.fn.bufname()", file)
    runner.contains(table.concat(nvim:lines(), "\n"), '"method":"ping"')
    same(nvim:lua("return vim.bo.readonly"), true)
  end)

  it("goes to standard error where there is no screen", function()
    local script = ([[
      vim.opt.runtimepath:prepend(%q)
      local host = require("viewmodel_host").start({ command = %q, trace = "-" })
      host:ping():wait(600000)
      host:stop():wait(600000)
      vim.cmd("qall!")
    ]]):format(support.client, support.built_host("viewmodel-host"))
    local file = support.folder() .. "/script.lua"
    vim.fn.writefile(vim.split(script, "\n"), file)
    local printed =
      vim.fn.system({ "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile " .. file })
    runner.contains(printed, '--> {')
    runner.contains(printed, '"method":"ping"')
  end)

  it("that cannot be written is an error", function()
    local problem = runner.raised(function()
      support.start("viewmodel-host", { trace = support.folder() })
    end)
    runner.contains(problem, "viewmodel_host: cannot write the trace: EISDIR")
  end)
end)

describe("a program that is no host", function()
  it("is named when it answers with what it was sent", function()
    local host = support.started({ command = "/bin/cat" })
    local told
    host:on_died(function(err)
      told = err
    end)
    local err = runner.raised(function()
      host:create("counter"):wait()
    end)
    same(err.message, "/bin/cat is no viewmodel-host: it answered with what it was sent")
    same(rawequal(err, told), true)
  end)

  it("is named when it ends at once", function()
    local host = support.started({ command = "true" })
    host:on_died(function() end)
    local err = runner.raised(function()
      host.ready:wait()
    end)
    same({ err.kind, err.exit_status }, { "host_died", 0 })
    same(err.message, "the host ended (exit status 0)")
  end)
end)

describe("a host", function()
  it("is not in the process group of Nvim, which a terminal interrupts", function()
    local host = support.start()
    host.ready:wait()
    local group = vim.fn.system({ "ps", "-o", "pgid=", "-p", tostring(host.pid) })
    same(tonumber(group), host.pid)
  end)

  it("and what it has are shown in short", function()
    local host = support.start()
    local counter = host:create("counter", { id = "c", observe = { "count" } }):wait()
    local state = '{"count":0}'
    same(tostring(counter), "<viewmodel_host.Instance c of counter, revision 0: " .. state .. ">")
    local reply = counter:call("plusButtonDidTap")
    same(tostring(reply), "<viewmodel_host.Reply to c.plusButtonDidTap, waiting>")
    reply:wait()
    same(tostring(reply), "<viewmodel_host.Reply to c.plusButtonDidTap, done>")
    local running = ("<viewmodel_host.Host %s, process %d, running>"):format(host.program, host.pid)
    same(tostring(host), running)
    counter:dispose():wait()
    same(tostring(counter), "<viewmodel_host.Instance c of counter, closed: it was disposed>")
    host:stop():wait()
    runner.contains(host, "host_closed>")
  end)
end)
