local runner = require("runner")
local describe, it, same = runner.describe, runner.it, runner.same

local json = require("viewmodel_host.json")
local patch = require("viewmodel_host.patch")

local function applied(document, operations)
  return (json.encode(patch.apply(json.decode(document), json.decode(operations))))
end

describe("patch", function()
  it("does what its operations say", function()
    local cases = {
      { '{"a":1}', "[]", '{"a":1}' },
      { '{"a":1}', '[{"op":"add","path":"/b","value":null}]', '{"a":1,"b":null}' },
      { '{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}' },
      { '{"a":[1]}', '[{"op":"add","path":"/a/-","value":{}}]', '{"a":[1,{}]}' },
      { '{"a":[]}', '[{"op":"add","path":"/a/0","value":[]}]', '{"a":[[]]}' },
      { '{"a":[1]}', '[{"op":"remove","path":"/a/0"}]', '{"a":[]}' },
      { '{"a":{"b":1}}', '[{"op":"remove","path":"/a/b"}]', '{"a":{}}' },
      { '{"a":{}}', '[{"op":"add","path":"/a/0","value":1}]', '{"a":{"0":1}}' },
      { '{"a":1}', '[{"op":"replace","path":"/a","value":false}]', '{"a":false}' },
      { '{"a":1}', '[{"op":"replace","path":"","value":[]}]', "[]" },
      { '{"a":[1,2,3]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', '{"a":[2,3,1]}' },
      { '{"a":{"b":1}}', '[{"op":"move","from":"/a/b","path":"/c"}]', '{"a":{},"c":1}' },
      { '{"a":1}', '[{"op":"move","from":"/a","path":"/a"}]', '{"a":1}' },
      { '{"a~/":{"":1}}', '[{"op":"replace","path":"/a~0~1/","value":2}]', '{"a~/":{"":2}}' },
      { '{"~1":1}', '[{"op":"remove","path":"/~01"}]', "{}" },
      { '{"a":1}', '[{"op":"test","path":"/a","value":1}]', '{"a":1}' },
      {
        '{"a":{"b":1}}',
        '[{"op":"replace","path":"/a/b","value":2},{"op":"copy","from":"/a","path":"/c"},'
          .. '{"op":"replace","path":"/c/b","value":3}]',
        '{"a":{"b":2},"c":{"b":3}}',
      },
    }
    for _, case in ipairs(cases) do
      same(applied(case[1], case[2]), case[3], case[2])
    end
  end)

  it("refuses what does not fit, and says which operation", function()
    local cases = {
      { '{"op":"remove","path":"/b"}', 'nothing at "/b"' },
      { '{"op":"remove","path":""}', "whole document" },
      { '{"op":"replace","path":"/b","value":1}', 'nothing at "/b"' },
      { '{"op":"replace","path":"/a/3","value":1}', "past the end" },
      { '{"op":"add","path":"/a/4","value":1}', "past the end" },
      { '{"op":"add","path":"/a/01","value":1}', "is not an index" },
      { '{"op":"add","path":"/a/-1","value":1}', "is not an index" },
      { '{"op":"add","path":"/a/99999999999999999999","value":1}', "past the end" },
      { '{"op":"remove","path":"/a/-"}', "is not an index" },
      { '{"op":"add","path":"/n/x","value":1}', "no object or array" },
      { '{"op":"add","path":"/n/x/y","value":1}', 'nothing at "/n/x/y"' },
      { '{"op":"add","path":"a","value":1}', "is not a JSON Pointer" },
      { '{"op":"add","path":"/~2","value":1}', "is not a JSON Pointer" },
      { '{"op":"add","path":"/~","value":1}', "is not a JSON Pointer" },
      { '{"op":"add","value":1}', "is not a JSON Pointer" },
      { '{"op":"add","path":"/x"}', "it has no value" },
      { '{"op":"move","from":"/o","path":"/o/x"}', "into itself" },
      { '{"op":"move","path":"/x"}', "is not a JSON Pointer" },
      { '{"op":"test","path":"/n","value":2}', "is another" },
      { '{"op":"jump","path":"/x"}', 'no operation "jump"' },
      { "7", "an operation is an object" },
    }
    local document = json.decode('{"a":[1,2,3],"n":1,"o":{"x":1}}')
    local before = json.encode(document)
    for _, case in ipairs(cases) do
      local operations = json.decode('[{"op":"replace","path":"/n","value":1},' .. case[1] .. "]")
      local problem = runner.raised(function()
        patch.apply(document, operations)
      end)
      runner.contains(problem, "operation 2: ")
      runner.contains(problem, case[2])
      same((json.encode(document)), before)
    end
  end)

  it("shares what it does not touch, and changes nothing in place", function()
    local before = json.decode('{"a":{"x":1},"b":{"y":[1,2]}}')
    local operations = json.decode([[[
      {"op":"replace","path":"/b/y/0","value":{"z":1}},
      {"op":"replace","path":"/b/y/0/z","value":2}]
    ]])
    local after = patch.apply(before, operations)
    same(rawequal(after.a, before.a), true)
    same((json.encode(before)), '{"a":{"x":1},"b":{"y":[1,2]}}')
    same((json.encode(after)), '{"a":{"x":1},"b":{"y":[{"z":2},2]}}')
    same(operations[1].value, { z = 1 })
  end)

  it("gives what a plain edit of a list gives", function()
    local state, seed = { list = {} }, 7
    local expected = {}
    local function random(limit)
      seed = (seed * 16807) % 2147483647
      return seed % limit
    end
    for value = 1, 500 do
      local at = random(#expected + 1)
      local operation
      if #expected < 3 or random(3) > 0 then
        operation = { op = "add", path = "/list/" .. at, value = value }
        table.insert(expected, at + 1, value)
      elseif at < #expected and random(2) == 0 then
        operation = { op = "remove", path = "/list/" .. at }
        table.remove(expected, at + 1)
      else
        local to = random(#expected)
        local from = random(#expected)
        operation = { op = "move", from = "/list/" .. from, path = "/list/" .. to }
        table.insert(expected, to + 1, table.remove(expected, from + 1))
      end
      state = patch.apply(state, { operation })
      same(state.list, expected)
    end
  end)
end)
