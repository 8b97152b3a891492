local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local uv = vim.uv or vim.loop

--- Whether a process runs; one that has ended and that nobody has asked about does not.
local function runs(pid)
  if uv.kill(pid, 0) ~= 0 then
    return false
  end
  local file = io.open(("/proc/%d/stat"):format(pid))
  if not file then
    return true -- there is no /proc
  end
  local state = (file:read("*a") or ""):match("^.*%) (%a)") -- nil if it has ended meanwhile
  file:close()
  return state ~= nil and state ~= "Z"
end

--- A Nvim with a host and, started after it in every way that Nvim has, other processes that live on.
local function start()
  local nvim = child.start()
  local pids = nvim:lua([[
    local viewmodel_host = require("viewmodel_host")
    host = viewmodel_host.start({ command = { ..., "--clock", "virtual" } })
    host:create("user"):wait():input("fetch", { 7 })
    local others = {}
    others[1] = vim.fn.jobpid(vim.fn.jobstart({ "sleep", "600" }, { detach = true }))
    local detached = { args = { "600" }, detached = true }
    others[2] = select(2, vim.loop.spawn("sleep", detached, function() end))
    others[3] = tonumber(vim.fn.system("setsid sleep 600 >/dev/null 2>&1 & echo $!"))
    local pipe = io.popen("sleep 600 >/dev/null & echo $!")
    others[4] = pipe:read("*n")
    return { host.pid, others }
  ]], support.built_host("viewmodel-host"))
  runner.finally(function()
    for _, pid in ipairs(pids[2]) do
      uv.kill(pid, "sigkill")
    end
  end)
  return nvim, pids[1], pids[2]
end

local function check_end(host, others)
  runner.eventually("the end of the host", function()
    return not runs(host)
  end)
  for number, pid in ipairs(others) do
    same(runs(pid), true, "the other process " .. number)
  end
end

describe("the host ends with Nvim", function()
  it("when that is killed", function()
    local nvim, host, others = start()
    same(runs(host), true)
    uv.kill(nvim.pid, "sigkill")
    check_end(host, others)
  end)

  it("when that is ended by a signal", function()
    local nvim, host, others = start()
    uv.kill(nvim.pid, "sigterm")
    check_end(host, others)
  end)

  it("when that is left", function()
    local nvim, host, others = start()
    nvim:type(":qall!<CR>")
    check_end(host, others)
  end)
end)

describe("a host that hangs", function()
  it("is killed when it is stopped", function()
    support.kill_soon()
    local script = "read line; echo '" .. support.INITIALIZED .. "'; exec sleep 600"
    local host = support.started({ command = support.scripted(script) })
    host.ready:wait()
    host:stop():wait()
    same(runs(host.pid), false)
  end)
end)
