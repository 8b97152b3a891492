--- The hosts that the tests start.

local runner = require("runner")

local M = {}

M.client = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h")
M.root = vim.fn.fnamemodify(M.client, ":h:h")

---@param path string
---@return string
function M.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local VARIABLES = {
  ["viewmodel-host"] = "VIEWMODEL_HOST",
  ["example-host"] = "EXAMPLE_HOST",
  ["viewmodel-generate"] = "VIEWMODEL_GENERATE",
}

--- The path of a built host. The test is skipped without one; with CI=true it fails.
---@param name string
---@return string
function M.built_host(name)
  local folder = M.root .. "/.build/"
  local places = { folder .. "release/" .. name, folder .. "debug/" .. name }
  if vim.env[VARIABLES[name]] then
    places = { vim.env[VARIABLES[name]] }
  end
  for _, path in ipairs(places) do
    if vim.fn.executable(path) == 1 then
      return path
    end
  end
  runner.skip(("there is no %s: build it, or set $%s"):format(name, VARIABLES[name]))
end

--- A built host with a virtual clock, that is stopped when the test ends.
---@param name? string
---@param options? viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.start(name, options)
  local command = { M.built_host(name or "viewmodel-host"), "--clock", "virtual" }
  return M.started(vim.tbl_extend("keep", options or {}, { command = command }))
end

--- A host of any command, that is stopped when the test ends.
---@param options viewmodel_host.StartOptions
---@return viewmodel_host.Host
function M.started(options)
  local host = require("viewmodel_host").start(options)
  runner.finally(function()
    host:close():wait()
  end)
  return host
end

--- The command of the fake host, which plays a transcript.
---@param transcript string its path
---@param ... string faults
---@return string[]
function M.fake(transcript, ...)
  if vim.fn.executable("python3") == 0 then
    runner.skip("there is no python3")
  end
  local command = { "python3", M.root .. "/clients/conformance/fake_host.py" }
  if vim.fn.filereadable(command[2]) == 0 then
    runner.skip("there is no clients/conformance/fake_host.py")
  end
  for _, fault in ipairs({ ... }) do
    vim.list_extend(command, { "--fault", fault })
  end
  return vim.list_extend(command, { transcript })
end

--- A host that is a shell script; it reads lines with `read` and writes with `echo`.
---@param script string
---@return string[]
function M.scripted(script)
  return { "sh", "-c", script }
end

--- What the fake hosts of shell answer to `initialize`.
M.INITIALIZED = [[{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1","host":{"name":"sh"}}}]]

--- Has hosts that do not end killed soon, for this test.
function M.kill_soon()
  local processes = require("viewmodel_host.process")
  local grace, mute = processes.GRACE, processes.MUTE_GRACE
  processes.GRACE, processes.MUTE_GRACE = 100, 100
  runner.finally(function()
    processes.GRACE, processes.MUTE_GRACE = grace, mute
  end)
end

--- A new empty folder, that is removed when the test ends.
---@return string
function M.folder()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, "p")
  runner.finally(function()
    vim.fn.delete(folder, "rf")
  end)
  return folder
end

return M
