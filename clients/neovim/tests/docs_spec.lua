local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

--- The blocks of a language in the README.
local function blocks(language)
  local found = {}
  local text = support.read(support.client .. "/README.md")
  for block in text:gmatch("\n```" .. language .. "\n(.-)\n```") do
    table.insert(found, block)
  end
  return found
end

describe("the README", function()
  it("has ten lines that print what it says", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    local printed = nvim:lua(
      [[
      printed = {}
      print = function(...)
        table.insert(printed, table.concat(vim.tbl_map(tostring, { ... }), " "))
      end
      assert(loadstring(...))()
      return printed
    ]],
      blocks("lua")[1]
    )
    local text = support.read(support.client .. "/README.md")
    local expected = {}
    for line in text:match("\n```\n\n(    0 → 1.-)\n\n"):gmatch("    ([^\n]*)") do
      table.insert(expected, line)
    end
    same(printed, expected)
    same(#vim.split(blocks("lua")[1], "\n"), 10)
  end)

  it("has a counter that is called back", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    nvim:lua("assert(loadstring(...))()", blocks("lua")[2])
    nvim:comes_to("return vim.fn.maparg('+', 'n') ~= ''", true)
    nvim:type("++")
    nvim:comes_to("return notices", { { "count: 1" }, { "count: 2" } })
  end)

  it("has a service", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    nvim:lua("assert(loadstring(... .. '\\n_G.host = host'))()", blocks("lua")[3])
    nvim:lua([[
      host:create("list", function(err, created)
        assert(not err, err)
        list = created
        list:input("viewWillAppear")
      end)
    ]])
    nvim:comes_to("return list and list.state.items", { { id = "1", name = "page 1" } })
  end)

  it("has a list that is seen through a window", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    local folder = support.folder()
    for number = 100, 999 do
      vim.fn.writefile({}, ("%s/%d"):format(folder, number))
    end
    local code = blocks("lua")[4]:gsub("/usr/share/doc", folder)
    nvim:lua("assert(loadstring(... .. '\\n_G.buffer = buffer'))()", code)
    nvim:comes_to("return vim.fn.getline(2)", "     2 101")
    nvim:comes_to("return buffer:total()", 900)
    nvim:type("G")
    nvim:comes_to("return vim.fn.getline('.')", "   900 999")
    same(#nvim:lines() < 900, true)
  end)

  it("names all that is public", function()
    local readme = support.read(support.client .. "/README.md")
    local manual = support.read(support.client .. "/doc/viewmodel_host.txt")
    for _, module in ipairs({ "requests", "instance", "host", "reply", "services", "list_buffer" }) do
      local path = ("%s/lua/viewmodel_host/%s.lua"):format(support.client, module)
      local comment, count = "", 0
      for _, line in ipairs(vim.fn.readfile(path)) do
        local method = line:match("^function %w+:([%w_]+)%(")
        if line:find("^%-%- What follows is for the other modules") then
          break
        end
        local internal = { settle = true, names = true, requested = true, cancel_all = true }
        if method and not comment:find("@private") and not internal[method] then
          count = count + 1
          runner.contains(readme, method)
          runner.contains(manual, ":" .. method .. "(")
        end
        comment = line:find("^%-%-%-") and comment .. line or ""
      end
      assert(count > 0, module)
    end
    for _, code in ipairs(vim.tbl_keys(require("viewmodel_host").codes)) do
      runner.contains(manual, code)
    end
    local errors = support.read(support.client .. "/lua/viewmodel_host/errors.lua")
    for kind in errors:gmatch('\'"([%w_]+)"\'') do
      runner.contains(readme, "`" .. kind .. "`")
      runner.contains(manual, "*viewmodel_host-" .. kind .. "*")
    end
  end)
end)

describe("the error codes", function()
  it("are those of the protocol", function()
    local protocol = support.read(support.root .. "/protocol.md")
    local expected = {}
    for code, name in protocol:match("### Error codes(.-)\n##"):gmatch("\n| (%-%d+) | ([^|]+) |") do
      expected[name:upper():gsub(" ", "_")] = tonumber(code)
    end
    same(vim.tbl_count(expected) > 15, true)
    local found = vim.deepcopy(require("viewmodel_host").codes)
    for name, code in pairs(expected) do
      same(found[name], code, name)
    end
  end)
end)

describe("the manual", function()
  it("has tags that are found, and no others", function()
    local folder = support.folder()
    vim.fn.mkdir(folder .. "/doc")
    local manual = support.read(support.client .. "/doc/viewmodel_host.txt")
    vim.fn.writefile(vim.split(manual, "\n"), folder .. "/doc/viewmodel_host.txt")
    vim.cmd("helptags " .. vim.fn.fnameescape(folder .. "/doc"))
    local tags = {}
    for _, line in ipairs(vim.fn.readfile(folder .. "/doc/tags")) do
      tags[line:match("^[^\t]+")] = true
    end
    assert(vim.tbl_count(tags) > 40, vim.tbl_count(tags))
    same(tags["viewmodel_host"] and tags[":ViewModelList"], true)
    for tag in manual:gmatch("|([^%s|]+)|") do
      if tag:find("viewmodel_host", 1, true) or tag:find("ViewModel", 1, true) then
        same(tags[tag], true, tag)
      else
        same(#vim.fn.getcompletion(tag, "help") > 0, true, tag)
      end
    end
    for _, line in ipairs(vim.split(manual, "\n")) do
      assert(vim.fn.strdisplaywidth(line) <= 78, "wider than 78: " .. line)
    end
  end)

  it("opens with :help", function()
    local nvim = child.start()
    nvim:lua("vim.cmd('helptags ' .. ... .. '/doc')", support.client)
    nvim:type(":help viewmodel_host<CR>")
    nvim:comes_to("return vim.bo.filetype .. vim.fn.expand('%:t')", "helpviewmodel_host.txt")
  end)
end)

describe(":checkhealth", function()
  it("tells that all is well", function()
    local nvim = child.start({ VIEWMODEL_HOST = support.built_host("viewmodel-host") })
    nvim:type(":checkhealth viewmodel_host<CR>")
    runner.eventually("the report", function()
      return table.concat(nvim:lines(), "\n"):find("speaks version 1", 1, true)
    end)
    local report = table.concat(nvim:lines(), "\n")
    for _, line in ipairs({ "found at ", "its ViewModels: counter", "with exit status 0" }) do
      runner.contains(report, line)
    end
    runner.contains(report, "(from $VIEWMODEL_HOST)")
    same(report:find("ERROR", 1, true), nil)
  end)

  it("tells what is wrong, and what helps", function()
    local nvim = child.start({ VIEWMODEL_HOST = "/nonexistent/host" })
    nvim:type(":checkhealth viewmodel_host<CR>")
    runner.eventually("the report", function()
      return table.concat(nvim:lines(), "\n"):find("swift build", 1, true)
    end)
    nvim:lua([[require("viewmodel_host").setup({ command = { "sh", "-c", "exit 3" } })]])
    nvim:type(":checkhealth viewmodel_host<CR>")
    runner.eventually("the report", function()
      return table.concat(nvim:lines(), "\n"):find("the host ended (exit status 3)", 1, true)
    end)
    same(nvim:lua("return notices"), {})
  end)
end)
