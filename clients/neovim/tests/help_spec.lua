local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local function start(...)
  local nvim = child.start()
  nvim:lua([[require("viewmodel_host").setup({ command = { ... } })]], ...)
  return nvim
end

local function contains(lines, text)
  return vim.tbl_contains(lines, text)
end

describe(":ViewModelHelp", function()
  it("shows what the author wrote", function()
    -- Options are for serving.
    local nvim = start(support.built_host("viewmodel-host"), "--clock", "virtual")
    nvim:lua("vim.cmd(...)", "ViewModelHelp pager")
    local lines = nvim:lines()
    same(lines[1], "pager")
    same(contains(lines, "      The frontend is about to show an item."), true)
    same(contains(lines, "      index: which, from 0."), true)
    same(nvim:lua("return vim.bo.modifiable"), false)
  end)

  it("lists all, and K goes to one of them", function()
    local nvim = start(support.built_host("viewmodel-host"))
    nvim:lua("vim.cmd(...)", "ViewModelHelp")
    nvim:lua("vim.cmd(...)", "/^counter\\.kickstarter")
    nvim:lua("vim.cmd(...)", "normal! K")
    same(nvim:lines()[1], "counter.kickstarter")
  end)

  it("completes names", function()
    local nvim = start(support.built_host("viewmodel-host"))
    same(
      nvim:lua([[return vim.fn.getcompletion("ViewModelHelp page", "cmdline")]]),
      { "pager", "pager.article" }
    )
  end)

  it("says what is wrong", function()
    local nvim = start(support.built_host("viewmodel-host"))
    nvim:lua("vim.cmd(...)", "ViewModelHelp conter")
    local problem = "viewmodel_host: viewmodel-host: There is no ViewModel conter; did you mean counter?"
    same(nvim:lua("return notices[1][1]:sub(1, ...)", #problem), problem)
    nvim:lua([[require("viewmodel_host").setup({ command = "/no/such/host" })]])
    nvim:lua("vim.cmd(...)", "ViewModelHelp counter")
    same(
      nvim:lua("return notices[2][1]"),
      'viewmodel_host: "/no/such/host" cannot be run; :checkhealth viewmodel_host says more'
    )
  end)
end)
