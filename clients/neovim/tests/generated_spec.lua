--- What `viewmodel-generate lua` writes: it passes luac and luacheck, and drives the list and the pager.

local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

--- Writes the modules of some ViewModels into a folder; of all when none is named.
local function generate(folder, ...)
  local command = { support.built_host("viewmodel-generate"), "lua", "--output", folder, ... }
  local said = vim.fn.system(vim.list_extend(command, { "--", support.built_host("example-host") }))
  assert(vim.v.shell_error == 0, said)
end

--- Modules of these ViewModels, by their names with `_` for a dot.
local function modules(...)
  local folder, found = support.folder(), {}
  generate(folder, ...)
  for _, name in ipairs({ ... }) do
    local module = name:gsub("%.", "_")
    found[module] = assert(loadfile(folder .. "/" .. module .. ".lua"))()
  end
  return found
end

local PAGES = { { "a", "b" }, { "c" } }

local function items(arguments)
  local page = arguments.page
  return {
    items = vim.tbl_map(function(name)
      return { id = name, name = name:upper() }
    end, PAGES[page]),
    pages = { currentPage = page, nextPage = page < #PAGES and page + 1 or vim.NIL },
  }
end

describe("what is generated", function()
  it("passes luac and luacheck, all of it", function()
    local folder = support.folder()
    generate(folder)
    local files = vim.fn.glob(folder .. "/*.lua", true, true)
    assert(#files > 50, #files)
    vim.list_extend(files, vim.fn.glob(support.root .. "/Tests/Generated/lua/*.lua", true, true))
    for _, linter in ipairs({
      { "luac", "-p" },
      { "luacheck", "--no-config", "--std", "luajit", "--no-self" },
    }) do
      if vim.fn.executable(linter[1]) == 0 then
        runner.skip(("there is no %s (apt-get install %s)"):format(linter[1], "lua5.1 lua-check"))
      end
      local said = vim.fn.system(vim.list_extend(linter, files))
      assert(vim.v.shell_error == 0, said)
    end
  end)

  it("drives the list and the pager", function()
    local found = modules("list", "pager")
    local host = support.start("example-host", { services = found.list.services({ items = items }) })
    local list = found.list.create(host, { id = "l", parameters = { pageSize = 2 } }):wait()
    local shown = {}
    list:on_change(function(change)
      table.insert(shown, #change.state.items)
    end)
    list:viewWillAppear()
    runner.eventually("the first page", function()
      return #list.state.items == 2
    end)
    assert(vim.tbl_contains(shown, 2))
    local pager
    found.pager.create(host, { parameters = { selectedId = "b" }, uses = { list = list } }, function(err, created)
      assert(not err, err)
      pager = created
    end)
    runner.eventually("the pager", function()
      return pager ~= nil
    end)
    same({ pager.state.index, pager.state.hasPrevious, pager.state.hasNext }, { 1, true, false })
    pager:willTransitionTo(0)
    runner.eventually("the first item", function()
      return pager.state.index == 0
    end)
    list:dispose():wait()
    same(pager.instance.closed, "l, which it uses as list, was disposed")
  end)

  it("has events, and what an input returns", function()
    local found = modules("example.form", "example.plain", "example.names")
    local host = support.start("example-host")
    local form, received = found.example_form.create(host):wait(), nil
    form:on_message(function(message)
      received = message
    end)
    form:addTag("new")
    runner.eventually("the event", function()
      return received == "Added new"
    end)
    local plain = found.example_plain.create(host, { parameters = { titles = { "a" } } }):wait()
    plain:add({ id = 7, title = "b" })
    same(plain:addUp({ 1, 2, 3 }):wait(), 6)
    same(#plain.state.items, 2)
    -- Lua's own words are no names.
    local names = found.example_names.create(host, { parameters = { id = "x", self = 1 } }):wait()
    local odd = { class = 1, list = { "a" }, ["the answer"] = "a|b" }
    names:end_(2, "it's \"so\"", odd)
    names.instance
      :until_state(function(state)
        return state.class == 2
      end)
      :wait()
    same(names:list({ 1 }, { x = "a|b" }, true):wait(), { odd })
  end)

  it("is refused by a host that has changed, which says how", function()
    local Counter = modules("counter").counter
    Counter.contract = Counter.contract:gsub('"name":"plusButtonDidTap"', '"name":"reset"')
    local host = support.start("example-host")
    local err = runner.raised(function()
      Counter.create(host):wait()
    end)
    same(err.kind, "contract")
    same(err.message, "the host has changed: sent: counter: input reset is gone")
    same(vim.tbl_count(host.instances), 0)
  end)
end)
