--- `:checkhealth viewmodel_host`

local M = {}

local health = vim.health or require("health") -- the latter in Nvim 0.7
local start, ok = health.start or health.report_start, health.ok or health.report_ok
local info, problem = health.info or health.report_info, health.error or health.report_error

function M.check()
  start("viewmodel_host")
  local viewmodel_host = require("viewmodel_host")
  local command, source = viewmodel_host.command()
  info(("the command is: %s (from %s)"):format(table.concat(command, " "), source))
  local host
  local is_well, err = pcall(function()
    host = viewmodel_host.start({ on_died = function() end })
    local result = host.ready:wait(5000)
    ok(("%s %s speaks version %s"):format(result.host.name, result.host.version, result.protocolVersion))
    ok("it ends when it is closed, with exit status " .. host:close():wait(10000))
  end)
  if not is_well then
    problem(tostring(err))
  end
  if host then
    host:close()
  end
end

return M
