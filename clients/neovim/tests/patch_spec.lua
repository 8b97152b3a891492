local runner = require("runner")
local describe, it, same = runner.describe, runner.it, runner.same

local json = require("viewmodel_host.json")
local patch = require("viewmodel_host.patch")

local function applied(document, operations)
  return (json.encode(assert(patch.apply(json.decode(document), json.decode(operations)))))
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
      local state, problem = patch.apply(document, operations)
      same(state, nil)
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

--- What an operation on `/items` makes of a list, as RFC 6902 says it.
local function expect(items, operation)
  local token = operation.path:match("^/items/(.*)$")
  local index = token == "-" and #items + 1 or tonumber(token) + 1
  if operation.op == "add" then
    table.insert(items, index, operation.value)
  elseif operation.op == "remove" then
    table.remove(items, index)
  elseif operation.op == "replace" then
    items[index] = operation.value
  else
    table.insert(items, index, table.remove(items, tonumber(operation.from:match("%d+$")) + 1))
  end
end

--- A random operation for a list of so many items.
local function random_operation(count, number)
  local kind = math.random(count > 0 and 4 or 1)
  local at = ("/items/%d"):format(math.random(0, math.max(0, count - 1)))
  if kind == 1 then
    local place = math.random(5) == 1 and "/items/-" or ("/items/%d"):format(math.random(0, count))
    return { op = "add", path = place, value = { number = number } }
  elseif kind == 2 then
    return { op = "remove", path = at }
  elseif kind == 3 then
    return { op = "replace", path = at, value = number }
  end
  return { op = "move", from = at, path = ("/items/%d"):format(math.random(0, count - 1)) }
end

describe("a long list", function()
  it("becomes what its operations say, however many there are", function()
    math.randomseed(7)
    for _, size in ipairs({ 0, 1, 255, 256, 257, 1000, 3000 }) do
      local items = {}
      for index = 1, size do
        items[index] = index
      end
      local before = { items = items, other = 1 }
      local expected = vim.list_slice(items)
      local operations = {}
      for number = 1, 1500 do
        operations[number] = random_operation(#expected, number)
        expect(expected, operations[number])
      end
      local after = assert(patch.apply(before, operations))
      same(after.items, expected, "from " .. size)
      same(#before.items, size)
      same(before.items[size], size > 0 and size or nil)
    end
  end)

  it("is not changed by a patch that does not fit in the end", function()
    local items = {}
    for index = 1, 1000 do
      items[index] = { index }
    end
    local operations = {}
    for number = 1, 20 do
      operations[number] = { op = "remove", path = "/items/10" }
    end
    table.insert(operations, { op = "replace", path = "/items/980/0", value = 1 })
    local after, problem = patch.apply({ items = items }, operations)
    same(after, nil)
    runner.contains(problem, "operation 21: ")
    same(#items, 1000)
    operations[21].path = "/items/979/0"
    after = assert(patch.apply({ items = items }, operations))
    same(after.items[980], { 1 })
    same(items[1000], { 1000 })
  end)

  it("that is emptied and filled again stays a list", function()
    local items, operations = {}, {}
    for index = 1, 600 do
      items[index] = index
      operations[index] = { op = "remove", path = "/items/0" }
    end
    table.insert(operations, { op = "add", path = "/items/0", value = "only" })
    same(patch.apply({ items = items }, operations), { items = { "only" } })
    table.remove(operations)
    same(json.is_array(patch.apply({ items = items }, operations).items), true)
  end)
end)
