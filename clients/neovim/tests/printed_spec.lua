local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

describe("what a ViewModel prints", function()
  it("is shown by :ViewModelLog, and by the host", function()
    local nvim = child.start()
    nvim:lua(
      [[
        host = require("viewmodel_host").start({ command = { ... } })
        talker = host:create("example.crash"):wait()
        talker:call("say", { line = "hello" }):wait()
      ]],
      support.built_host("example-host")
    )
    nvim:comes_to("return host:stderr()", { "hello" })
    nvim:type(":vertical ViewModelLog<CR>")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 2)
    runner.contains(nvim:lines()[1], " 2> hello")
    nvim:type("q")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
    nvim:lua([[talker:call("say", { line = "bye" }); host:stop():wait()]])
    nvim:type(":ViewModelLog<CR>")
    nvim:comes_to("return #vim.api.nvim_buf_get_lines(0, 0, -1, true)", 2)
    runner.contains(nvim:lines()[2], " 2> bye")
    same(nvim:lua("return notices"), {})
  end)

  it("stands in the trace", function()
    local file = support.folder() .. "/trace"
    local host = support.start("example-host", { trace = file })
    host:create("example.crash"):wait():call("say", { line = "hello" }):wait()
    host:stop():wait()
    runner.contains(support.read(file), " 2> hello\n")
  end)

  it("is kept, its last lines", function()
    local script = "read line; echo '%s'; seq 1 2000 >&2; printf end >&2"
    local host = support.started({ command = support.scripted(script:format(support.INITIALIZED)) })
    host:on_died(function() end)
    runner.eventually("it ends", function()
      return not host:is_running()
    end)
    local lines, printed = host:stderr(), require("viewmodel_host.trace").printed()
    same({ #lines, lines[1], lines[200] }, { 200, "1802", "end" })
    same(#printed, 200)
    runner.contains(printed[200], " 2> end")
  end)

  it("is told from what a crash reports", function()
    local host = support.start("example-host")
    local crashing = host:create("example.crash"):wait()
    crashing:call("say", { line = "soon" }):wait()
    crashing:input("fatalError")
    runner.eventually("it ends", function()
      return not host:is_running()
    end)
    local notices = runner.notices()
    same(#notices, 1)
    runner.contains(notices[1], "Fatal error: boom")
    local printed = table.concat(require("viewmodel_host.trace").printed(), "\n")
    runner.contains(printed, " 2> soon\n")
    same(printed:find("Backtrac"), nil)
    runner.contains(table.concat(host:stderr(), "\n"), "Backtrac")
  end)
end)

describe("a warning of the host", function()
  it("is shown once, if nobody listens to its log", function()
    local line = [[{"jsonrpc":"2.0","method":"host/log","params":{"level":"%s","message":"%s"}}]]
    local script = ([[read line; echo '%s'
      case $line in *'"log":"warning"'*) echo '%s'; echo '%s'; echo '%s' ;; esac]]):format(
      support.INITIALIZED,
      line:format("warning", "beware"),
      line:format("warning", "beware"),
      line:format("info", "hello")
    )
    local function messages(options, listen)
      options.command = support.scripted(script)
      local host, heard = support.started(options), {}
      host:on_died(function() end)
      if listen then
        host:on_log(function(entry)
          table.insert(heard, entry.message)
        end)
      end
      runner.eventually("it ends", function()
        return not host:is_running()
      end)
      return runner.notices(), heard
    end
    same({ messages({}) }, { { "viewmodel_host: beware" }, {} })
    same({ messages({}, true) }, { {}, { "beware", "beware", "hello" } })
    same({ messages({ log = "off" }) }, { {}, {} })
  end)
end)
