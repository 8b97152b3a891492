--- The README's examples, the manuals' tags, :checkhealth.

local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local readme = support.read(support.client .. "/README.md")

--- The blocks of Lua in the README.
local blocks = {}
for block in readme:gmatch("\n```lua\n(.-)\n```") do
  table.insert(blocks, block)
  assert(#vim.split(block, "\n") <= 10, block)
end

local function start()
  return child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
end

describe("the README", function()
  it("has ten lines that print what it says", function()
    local printed = start():lua(
      [[
      printed = {}
      print = function(...)
        table.insert(printed, table.concat(vim.tbl_map(tostring, { ... }), " "))
      end
      assert(loadstring(...))()
      return printed
    ]],
      blocks[1]
    )
    local expected = {}
    for line in readme:match("\n```\n\n(    0 → 1.-)\n\n"):gmatch("    ([^\n]*)") do
      table.insert(expected, line)
    end
    same(printed, expected)
  end)

  it("has a counter that is called back, and a service", function()
    local nvim = start()
    nvim:lua("assert(loadstring(...))()", blocks[2])
    nvim:comes_to("return vim.fn.maparg('+', 'n') ~= ''", true)
    nvim:type("++")
    nvim:comes_to("return notices", { { "count: 1" }, { "count: 2" } })
    nvim:lua("assert(loadstring(... .. '\\n_G.host = host'))()", blocks[3])
    nvim:lua([[
      list = host:create("list"):wait()
      list:input("viewWillAppear")
    ]])
    nvim:comes_to("return list.state.items", { { id = "1", name = "page 1" } })
  end)

  it("has a typed counter", function()
    local nvim, folder = start(), support.folder()
    vim.fn.mkdir(folder .. "/lua/my_plugin/view_models", "p")
    local generate = { support.built_host("viewmodel-generate"), "lua", "counter", "--output" }
    table.insert(generate, folder .. "/lua/my_plugin/view_models")
    vim.fn.system(vim.list_extend(generate, { "--", support.built_host("viewmodel-host") }))
    nvim:lua("vim.opt.runtimepath:append(...)", folder)
    nvim:lua("print = function(count) printed = count end; assert(loadstring(...))()", blocks[4])
    nvim:comes_to("return printed", 1)
  end)

  it("names all that is public, and the kinds of errors", function()
    for _, class in ipairs({ "host", "instance", "request" }) do
      local code = support.read(("%s/lua/viewmodel_host/%s.lua"):format(support.client, class))
      for comment, name in code:gmatch("(%-%-%-[^\n]*)\nfunction %u%w+:([%l_]+)%(") do
        if not comment:find("@private") then
          runner.contains(readme, name)
        end
      end
    end
    local errors = support.read(support.client .. "/lua/viewmodel_host/errors.lua")
    for kind in errors:gmatch('\'"([%w_]+)"\'') do
      runner.contains(readme, "`" .. kind .. "`")
    end
  end)

  it("has an example that shows a folder", function()
    local nvim = start()
    nvim:lua("vim.cmd('cd ' .. ... .. '/examples'); vim.cmd('luafile list.lua')", support.client)
    nvim:shows({ "1 entries, from 0 on; ] and [ for more, q to close", "  list.lua" })
  end)
end)

describe("the error codes", function()
  it("are those of the protocol", function()
    local protocol = support.read(support.root .. "/protocol.md")
    local expected = {}
    for code, name in protocol:match("### Error codes(.-)\n##"):gmatch("\n| (%-%d+) | ([^|]+) |") do
      expected[name:upper():gsub(" ", "_")] = tonumber(code)
    end
    same(require("viewmodel_host").codes, expected)
  end)
end)

describe("the manuals", function()
  it("have tags that are found", function()
    local folder, tags = support.folder() .. "/doc", {}
    local pages = { "/doc/viewmodel_host.txt", "/find/doc/viewmodel_find.txt" }
    vim.fn.mkdir(folder)
    for index, page in ipairs(pages) do
      vim.fn.writefile(vim.split(support.read(support.client .. page), "\n"), folder .. "/" .. index .. ".txt")
    end
    vim.cmd("helptags " .. vim.fn.fnameescape(folder))
    for _, line in ipairs(vim.fn.readfile(folder .. "/tags")) do
      tags[line:match("^[^\t]+")] = true
    end
    for _, page in ipairs(pages) do
      local manual = support.read(support.client .. page)
      for tag in manual:gmatch("|([^%s|]+)|") do
        local known = tags[tag] or #vim.fn.getcompletion(tag, "help") > 0
        assert(known, tag)
      end
      for _, line in ipairs(vim.split(manual, "\n")) do
        assert(vim.fn.strdisplaywidth(line) <= 80, "wider than 80: " .. line)
      end
    end
  end)
end)

describe(":checkhealth", function()
  it("says that all is well, or what is wrong", function()
    local nvim = start()
    local function reports(words)
      nvim:type(":checkhealth viewmodel_host<CR>")
      runner.eventually(words, function()
        return table.concat(nvim:lines(), "\n"):find(words, 1, true)
      end)
    end
    reports("with exit status 0")
    runner.contains(table.concat(nvim:lines(), "\n"), "(from $VIEWMODEL_HOST)")
    nvim:lua([[require("viewmodel_host").setup({ command = "/no/such/host" })]])
    reports("cannot start the host /no/such/host")
    nvim:lua([[require("viewmodel_host").setup({ command = { "sh", "-c", "exit 3" } })]])
    reports("the host ended (exit status 3)")
  end)
end)
