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

  it("may be long", function()
    local buffer, piece = lines.new(), ("x"):rep(65536)
    for _ = 1, 100 do
      same(#buffer:feed(piece), 0)
    end
    same(#buffer:feed("\n")[1], 6553600)
  end)

  it("that are over the limit are not kept, and end the stream", function()
    local buffer = lines.new(10)
    same(buffer:feed("short\n12345678"), { "short" })
    same(buffer:feed("90"), {})
    same(buffer.is_over, false)
    same(buffer:feed("x"), {})
    same({ buffer.is_over, buffer.parts }, { true, {} })
    same(buffer:feed("x\nshort\n"), {})
  end)
end)
