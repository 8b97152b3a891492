--- `:checkhealth viewmodel_host`

local M = {}

local health = vim.health or require("health") -- the latter in Nvim 0.7

local report = {
  start = health.start or health.report_start,
  ok = health.ok or health.report_ok,
  info = health.info or health.report_info,
  warn = health.warn or health.report_warn,
  error = health.error or health.report_error,
}

local TIMEOUT = 5000

local function check_nvim()
  report.start("Nvim")
  if vim.fn.has("nvim-0.7") == 0 then
    report.error("this Nvim is too old", { "install Nvim 0.7 or newer" })
  else
    report.ok("this Nvim is new enough")
  end
  if require("viewmodel_host.int64").supported then
    report.ok("integers beyond 2^53 are kept exact, by LuaJIT")
  else
    report.warn("without LuaJIT integers beyond 2^53 are rounded")
  end
end

local function check_command()
  report.start("The host's program")
  local config = require("viewmodel_host.config")
  local command, source = config.command()
  report.info(("the command is: %s (from %s)"):format(table.concat(command, " "), source))
  local trace, recordings = config.trace(), config.record()
  if trace then
    report.info(("messages are traced in %s (:ViewModelLog)"):format(trace))
  end
  if recordings then
    report.info("sessions are recorded in " .. recordings)
  end
  local path = vim.fn.exepath(command[1])
  if path == "" then
    report.error(("%q cannot be run"):format(command[1]), {
      "install its package, which needs no Swift: dpkg -i, or unpack the tar.gz",
      "or build it with: swift build -c release",
      "put it on the PATH or into the plugin's bin, or its path into $VIEWMODEL_HOST",
      "or give it to require('viewmodel_host').setup({ command = … })",
    })
    return false
  end
  report.ok("found at " .. path)
  return true
end

local function check_host()
  report.start("The host")
  local host
  local ok, problem = pcall(function()
    host = require("viewmodel_host").start()
    host:on_died(function() end) -- told below
    local info = host.ready:wait(TIMEOUT)
    local version = info.version and " " .. info.version or ""
    report.ok(("%s%s speaks version %s"):format(info.name, version, info.protocol_version))
    local names = host:list():wait(TIMEOUT)
    report.info("its ViewModels: " .. table.concat(names, ", "))
    for _, name in ipairs({ "list", "pager" }) do
      if not vim.tbl_contains(names, name) then
        report.warn((":ViewModelList does not work: there is no ViewModel %q"):format(name))
      end
    end
    local status = host:stop():wait(TIMEOUT)
    report.ok("it ends when it is told to, with exit status " .. tostring(status))
  end)
  if not ok then
    report.error(type(problem) == "table" and problem.message or tostring(problem))
  end
  if host then
    host:stop()
  end
end

function M.check()
  check_nvim()
  if check_command() then
    check_host()
  end
end

return M
