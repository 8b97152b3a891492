local runner = require("runner")
local describe, it, same = runner.describe, runner.it, runner.same

local int64 = require("viewmodel_host.int64")
local json = require("viewmodel_host.json")

describe("json", function()
  it("keeps what it reads", function()
    local texts = {
      "null",
      "true",
      "false",
      "[]",
      "{}",
      '""',
      "0",
      "-0",
      "0.1",
      "0.30000000000000004",
      "9007199254740992",
      "-9007199254740991",
      "1e-07",
      '{"a":null,"b":[],"c":{},"d":[null,[{}]]}',
      '"\\u0000\\u001f\\"\\\\/\\n"',
      '"äöü € 😀"',
    }
    for _, text in ipairs(texts) do
      same((json.encode(json.decode(text))), text)
    end
  end)

  it("keeps integers of 64 bits exact", function()
    if not int64.supported then
      runner.skip("this Nvim has no LuaJIT")
    end
    local text = '{"a":[9007199254740993,-9223372036854775808,9223372036854775807],'
      .. '"b":"12345678901234567890 \\" 9007199254740993",'
      .. '"c":{"9007199254740993":9007199254740994}}'
    local value = json.decode(text)
    same((json.encode(value)), text)
    same(tostring(value.a[1] + 1), "9007199254740994LL")
    same(type(json.decode("[9007199254740992]")[1]), "number")
    same(json.decode("9223372036854775808"), 2 ^ 63)
    local doubles = { 9007199254740994, 900719925474099300 }
    same(json.decode("[9007199254740993.5,90071992547409930e1]"), doubles)
  end)

  it("tells an empty object from an empty array", function()
    same(json.is_object(json.decode("{}")), true)
    same(json.is_array(json.decode("[]")), true)
    same(json.equal(json.decode("{}"), json.decode("[]")), false)
    same(json.equal(json.decode('{"a":[1,{}]}'), json.decode('{"a":[1,{}]}')), true)
    same(json.equal({ a = 1 }, { a = 1, b = 2 }), false)
    same(json.equal({ a = 1, b = 2 }, { a = 1 }), false)
    same(json.equal(1, true), false)
    same(json.is_object(json.copy(vim.empty_dict())), true)
    same(json.is_array(json.copy({})), true)
  end)

  it("refuses what has no form in JSON", function()
    local circle = {}
    circle[1] = circle
    local cases = {
      { 0 / 0, "the number" },
      { math.huge, "the number inf" },
      { -math.huge, "the number -inf" },
      { print, "a function" },
      { { 1, nil, 3 }, "holes" },
      { { 1, a = 2 }, '"a" beside items' },
      { { [true] = 1 }, "the key true" },
      { { a = { [1.5] = 1 } }, "the key 1.5" },
      { circle, "contains itself" },
      { "ok\255", "not UTF-8 at byte 3" },
      { { ["\192\128"] = 1 }, "not UTF-8 at byte 1" },
    }
    for _, case in ipairs(cases) do
      local problem = runner.raised(function()
        json.encode(case[1])
      end)
      runner.contains(problem, case[2])
    end
  end)

  it("knows UTF-8", function()
    local good = { "", "a", "é", "\u{7ff}\u{800}", "\u{d7ff}", "\u{10ffff}", "\239\191\191" }
    for _, text in ipairs(good) do
      same(require("viewmodel_host.scan").invalid_utf8(text), nil)
    end
    local bad = {
      "\128",
      "\194",
      "\224\159\191",
      "\237\160\128",
      "\240\143\191\191",
      "\244\144\128\128",
      "\245",
    }
    for _, text in ipairs(bad) do
      same(require("viewmodel_host.scan").invalid_utf8("é" .. text), 3)
    end
  end)

  it("counts the depth", function()
    same({ json.encode(1) }, { "1", 0 })
    same({ json.encode({ { a = { vim.NIL } }, {} }) }, { '[{"a":[null]},[]]', 3 })
  end)

  it("refuses to read what is no JSON", function()
    local cases = {
      { "", "Expected value" },
      { "{", "Expected" },
      { "[1,]", "Expected value" },
      { '{"a"}', "Expected colon" },
      { "nope", "Expected value" },
      { '"\\ud800"', "invalid unicode escape" },
      { "[NaN]", "invalid" },
      { "[-Infinity]", "invalid number" },
      { "[0x10]", "invalid number" },
      { "[1e400]", "out of range" },
      { '{"a":[-1E+999]}', "out of range" },
      { "[" .. ("9"):rep(310) .. "]", "out of range" },
      { '["é\255"]', "not UTF-8 at byte 5" },
      { '["\237\160\128"]', "not UTF-8 at byte 3" },
    }
    for _, case in ipairs(cases) do
      local value, problem = json.decode(case[1])
      same(value, nil, case[1])
      runner.contains(problem or "read", case[2])
      same(problem:find("%.lua"), nil)
    end
    same(json.decode("[1e308,1e-400]"), { 1e308, 0 })
  end)
end)
