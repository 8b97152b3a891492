local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local crash = require("viewmodel_host.crash")

local CRASHES = support.root .. "/clients/conformance/crashes/"

--- What is kept of a text that comes in pieces of so many bytes.
local function kept(text, size)
  local stderr = crash.stderr(function() end)
  for from = 1, #text, size do
    stderr:feed(text:sub(from, from + size - 1))
  end
  stderr:finish()
  return stderr:lines()
end

describe("standard error", function()
  it("tells why a host ended, as in all clients", function()
    local count = 0
    for _, row in ipairs(vim.fn.readfile(CRASHES .. "expected.tsv")) do
      local file, how, number, reason = row:match("^([^\t]+)\t(%a+) (%d+)\t?(.*)$")
      local text = support.read(CRASHES .. file)
      local exit_status = how == "exit" and tonumber(number) or 0
      local signal = how == "signal" and tonumber(number) or 0
      for _, size in ipairs({ 1, 100, 1000000 }) do
        local found = crash.reason(exit_status, signal, kept(text, size))
        same(found, reason ~= "" and reason or nil, row)
      end
      count = count + 1
    end
    assert(count > 10, count)
  end)

  it("keeps its last lines", function()
    same(kept("", 1), {})
    same(kept("a\r\nb", 1), { "a", "b" })
    local lines = {}
    for number = 1, 1000 do
      lines[number] = "line " .. number
    end
    same(kept(table.concat(lines, "\n") .. "\n", 7), vim.list_slice(lines, 801, 1000))
    same(kept(("long "):rep(10000), 999), { ("long "):rep(800) })
  end)

  it("keeps a report from its beginning on, however long it is", function()
    local reason = "main/boom.swift:2: Fatal error: boom"
    local lines = { "noise", reason, "*** Signal 4: Backtracing… done ***" }
    for number = 1, 3000 do
      table.insert(lines, "0x" .. number)
    end
    local text = table.concat(lines, "\n")
    local found = kept(("noise\n"):rep(5000) .. text, 4096)
    same(#found, 400)
    same(vim.list_slice(found, 20, 22), vim.list_slice(lines, 2, 4))
    same(crash.words(0, 4, found), "the host ended by SIGILL: " .. reason)
  end)
end)

describe("a host that crashes", function()
  local function host_with_crash()
    local host = support.start("example-host")
    if not vim.tbl_contains(host:list():wait(), "example.crash") then
      runner.skip("this example-host has no example.crash")
    end
    return host, host:create("example.crash"):wait()
  end

  it("says why, in one line", function()
    local host, crashing = host_with_crash()
    local told
    host:on_died(function(err)
      told = err
    end)
    local err = runner.raised(function()
      crashing:call("fatalError"):wait()
    end)
    same(rawequal(err, told), true)
    runner.contains(err.message, "the host ended by SIGILL: ExampleViewModels/CrashViewModel.swift:")
    runner.contains(err.message, "Fatal error: boom")
    same(err.message:find("\n"), nil)
    runner.contains(table.concat(err.stderr, "\n"), "Fatal error: boom")
    same(host:restart():wait().protocol_version, "1")
  end)

  it("is not taken for one that prints such words", function()
    local host, crashing = host_with_crash()
    crashing:call("say", { line = "*** Signal 4: Backtracing from 0x1" }):wait()
    crashing:call("say", { line = "main/boom.swift:2: Fatal error: boom" }):wait()
    host:ping():wait()
    host:on_died(function() end)
    vim.loop.kill(host.pid, "sigkill")
    local err = runner.raised(function()
      host:ping():wait()
      host:ping():wait()
    end)
    same(err.message, "the host ended by SIGKILL")
  end)
end)
