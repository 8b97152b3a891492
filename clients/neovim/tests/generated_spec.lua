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

--- A folder with those modules.
local function generated(...)
  local folder = support.folder()
  generate(folder, ...)
  return folder
end

--- One of the modules.
local function module(folder, name)
  return assert(loadfile(folder .. "/" .. name .. ".lua"))()
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
    local folder = generated()
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
    local folder = generated("list", "pager")
    local List, Pager = module(folder, "list"), module(folder, "pager")
    local host = support.start("example-host", { services = List.services({ items = items }) })
    local list = List.create(host, { id = "l", parameters = { pageSize = 2 } }):wait()
    local shown = {}
    local off = list:on_change(function(change)
      table.insert(shown, #change.state.items)
    end)
    list:viewWillAppear()
    runner.eventually("the first page", function()
      return #list.state.items == 2
    end)
    assert(vim.tbl_contains(shown, 2))
    off()
    local pager
    Pager.create(host, { parameters = { selectedId = "b" }, uses = { list = list } }, function(err, created)
      assert(not err, err)
      pager = created
    end)
    runner.eventually("the pager", function()
      return pager ~= nil
    end)
    same({ pager.state.index, pager.state.hasPrevious, pager.state.hasNext }, { 1, true, false })
    pager:willTransitionTo(0):wait()
    same(pager.state.index, 0)
    local err = runner.raised(function()
      pager:willTransitionTo(9):wait()
    end)
    same(err.kind, "input_rejected")
    list:changeItem({ id = "b", name = "B2" }):wait()
    same(pager.state.items[2].name, "B2")
    list:dispose():wait()
    same(pager.instance.closed, "l, which it uses as list, was disposed")
  end)

  it("tells of events, and of what an input returns", function()
    local folder = generated("list", "example.plain")
    local List, Plain = module(folder, "list"), module(folder, "example_plain")
    local host = support.start("example-host", {
      services = List.services({
        items = function()
          return nil, { code = 1, message = "no network" }
        end,
      }),
    })
    local list = List.create(host, function(err)
      assert(not err, err)
    end):wait()
    local told
    list:on_error(function(message)
      told = message
    end)
    list:viewWillAppear():wait()
    runner.eventually("the event", function()
      return told ~= nil
    end)
    runner.contains(told, "no network")
    local plain = Plain.create(host, { parameters = { titles = { "a" } } }):wait()
    plain:add({ id = 7, title = "b" }):wait()
    plain:add({ id = 8, title = "c" }, true):wait()
    same(
      vim.tbl_map(function(item)
        return item.title
      end, plain.state.items),
      { "c", "a", "b" }
    )
    same(plain:addUp({ 1, 2, 3 }):wait(), 6)
  end)

  it("names an argument that is not what it has to be, where it stands", function()
    local folder = generated("list", "pager", "example.shapes", "counter")
    local Pager, Shapes = module(folder, "pager"), module(folder, "example_shapes")
    local host = support.start("example-host")
    local list = module(folder, "list").create(host):wait()
    local pager = Pager.create(host, { parameters = { selectedId = "b" }, uses = { list = list } }):wait()
    local shapes = Shapes.create(host):wait()
    local here = debug.getinfo(1, "S").short_src
    for _, mistake in ipairs({
      {
        function()
          pager:willTransitionTo("1")
        end,
        'pager.willTransitionTo: index: expected an integer, found "1"',
      },
      {
        function()
          pager:willTransitionTo(1.5)
        end,
        "pager.willTransitionTo: index: expected an integer, found 1.5",
      },
      {
        function()
          pager:willTransitionTo(2 ^ 60)
        end,
        "expected an integer, found 1152921504606846976, which may have been rounded: write it with LL",
      },
      {
        function()
          pager:willTransitionTo()
        end,
        "pager.willTransitionTo: index is missing; it is an integer",
      },
      {
        function()
          shapes:draw({ circle = { radius = 1 } }, "middle")
        end,
        'example.shapes.draw: level: expected "low" or "high", found "middle"',
      },
      {
        function()
          shapes:draw({ "circle" })
        end,
        'example.shapes.draw: shape: expected an object, found { "circle" }',
      },
      {
        function()
          Pager.create(host, { parameters = { selectId = "b" }, uses = { list = list } })
        end,
        "pager.create: parameters: there is no selectId; it takes selectedId",
      },
      {
        function()
          Pager.create(host, { parameters = { selectedId = 7 }, uses = { list = list } })
        end,
        "pager.create: parameters: selectedId: expected a string, found 7",
      },
      {
        function()
          Pager.create(host, { parameters = { selectedId = "b" } })
        end,
        "pager.create: uses.list is missing; it is an instance",
      },
      {
        function()
          module(folder, "list").services({ item = items })
        end,
        "list.services: there is no item; it takes items",
      },
    }) do
      local problem = runner.raised(mistake[1])
      runner.contains(problem, mistake[2])
      runner.contains(problem, here .. ":")
    end
    shapes:draw({ circle = { radius = 1 } }, "low"):wait()
    same(shapes.state.shapes, { { circle = { radius = 1 } } })
  end)

  it("keeps integers of 64 bits", function()
    local host = support.start("example-host")
    local plain = module(generated("example.plain"), "example_plain")
      .create(host, { parameters = { titles = {} } })
      :wait()
    plain:add({ id = 9007199254740993LL, title = "a" }):wait()
    same(tostring(plain.state.items[1].id), "9007199254740993LL")
    same(tostring(plain:addUp({ 9007199254740993LL, 2 }):wait()), "9007199254740995LL")
  end)

  it("has other names for what Lua names itself", function()
    local Names = module(generated("example.names"), "example_names")
    local names = Names.create(support.start("example-host"), { parameters = { id = "x", self = 1 } }):wait()
    local odd = { class = 1, list = { "a" }, ["the answer"] = "a|b" }
    names:end_(2, "it's \"so\"", odd):wait()
    same({ names.state.class, names.state["2 words-or.more"], names.state.odd }, { 2, 2, odd })
    same(names:list({ 1 }, { x = "a|b" }, true):wait(), { odd })
    names:_2_words_or_more():wait()
    same(names.state.class, 0)
  end)

  it("is refused by a host that has changed, which says how", function()
    local Counter = module(generated("counter"), "counter")
    Counter.contract = Counter.contract:gsub('"name":"plusButtonDidTap"', '"name":"reset"')
    local host = support.start("example-host")
    for _ = 1, 2 do
      local err = runner.raised(function()
        Counter.create(host):wait()
      end)
      same(err.kind, "contract_broken")
      same(err.message, "the host has changed: sent: counter: input reset is gone")
    end
    same(vim.tbl_count(host.instances), 0)
  end)

  it("runs as the README says", function()
    local code
    for block in support.read(support.client .. "/README.md"):gmatch("\n```lua\n(.-)\n```") do
      code = block:find("my_plugin.view_models", 1, true) and block or code
    end
    local folder = support.folder()
    vim.fn.mkdir(folder .. "/lua/my_plugin/view_models", "p")
    local path = folder .. "/lua/my_plugin/view_models"
    generate(path)
    vim.opt.runtimepath:append(folder)
    local printed, env = {}, vim.env.VIEWMODEL_HOST
    runner.finally(function()
      vim.opt.runtimepath:remove(folder)
      vim.env.VIEWMODEL_HOST = env
    end)
    vim.env.VIEWMODEL_HOST = support.built_host("viewmodel-host")
    local run = assert(loadstring(code))
    setfenv(
      run,
      setmetatable({
        print = function(value)
          table.insert(printed, value)
        end,
      }, { __index = _G })
    )
    run()
    same(printed, { 1, false })
  end)

  it("begins its names with a prefix, and has the hash of its contract", function()
    local folder = generated("counter", "--prefix", "my-plugin")
    local text = support.read(folder .. "/counter.lua")
    runner.contains(text, "---@class MyPlugin.CounterViewModel: viewmodel_host.Typed")
    local schema = vim.fn.system({ support.built_host("example-host"), "schema", "counter" })
    runner.contains(text, "from the contract " .. vim.json.decode(schema).hash .. ".")
  end)
end)
