local runner = require("runner")
local describe, it, same = runner.describe, runner.it, runner.same

local lines = require("viewmodel_host.lines")

describe("lines", function()
  local text = 'one\n\n{"ü":"€😀"}\r\n  \nlast\n'
  local expected = { "one", '{"ü":"€😀"}\r', "last" }

  it("are the same however the bytes are cut", function()
    for size = 1, #text do
      local buffer, found = lines.new(), {}
      for from = 1, #text, size do
        vim.list_extend(found, buffer:feed(text:sub(from, from + size - 1)))
      end
      same(found, expected, "pieces of " .. size)
    end
  end)

  it("wait for their end", function()
    local buffer = lines.new()
    same(buffer:feed("half"), {})
    same(buffer:feed(""), {})
    same(buffer:feed(" of it\nmore"), { "half of it" })
  end)

  it("have no limit", function()
    local buffer, piece = lines.new(), ("x"):rep(65536)
    for _ = 1, 100 do
      same(#buffer:feed(piece), 0)
    end
    same(#buffer:feed("\n")[1], 6553600)
  end)
end)
