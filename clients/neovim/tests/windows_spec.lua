local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

--- Rows as the host names them.
local function rows(first, last)
  local list = {}
  for id = first, last do
    table.insert(list, { id = id, name = "row " .. id })
  end
  return list
end

--- An instance with so many rows, and a window on them.
local function create(window, count)
  local host = support.start("example-host")
  local observe = { "count", { output = "rows", window = window } }
  local parameters = { count = count or 100 }
  return host:create("example.rows", { id = "r", parameters = parameters, observe = observe }):wait()
end

describe("a window", function()
  it("has some rows, and moves", function()
    local list = create({ limit = 2 })
    same(list.state, { count = 100, rows = { total = 100, offset = 0, items = rows(0, 1) } })
    same(list:move_window("rows", 50, 3):wait(), { total = 100, offset = 50, limit = 3 })
    same(list.state.rows, { total = 100, offset = 50, items = rows(50, 52) })
    local place
    list:move_window("rows", 2 ^ 53, 1, function(err, found)
      place = err or found
    end)
    runner.eventually("the callback", function()
      return place
    end)
    same(place, { total = 100, offset = 99, limit = 1 })
    list:observe({ { output = "rows", window = { offset = 1, limit = 1 } } }):wait()
    same(list.state, { rows = { total = 100, offset = 1, items = rows(1, 1) } })
  end)

  it("goes with its first row if it is anchored, and is there again after a restart", function()
    local list = create({ limit = 2, anchor = true })
    list:move_window("rows", 10, 2):wait()
    list:call("insert", { id = 1000, at = 0 }):wait()
    same(list.state.rows, { total = 101, offset = 11, items = rows(10, 11) })
    list.host:restart():wait()
    same(list.state.rows, { total = 100, offset = 10, items = rows(10, 11) })
    list:call("insert", { id = 1000, at = 0 }):wait()
    same(list.state.rows.offset, 11)
  end)

  it("that makes no sense is an error that says so", function()
    local list = create({ limit = 2 })
    local function problem(output, offset, limit)
      local err = runner.raised(function()
        list:move_window(output, offset, limit):wait()
      end)
      same(err.kind, "request_failed")
      return err.message
    end
    runner.contains(problem("rows", 0, -1), "params.limit")
    runner.contains(problem("rows", 0, 1e300), "params.limit")
    runner.contains(problem("rows", 1.5, 1), "params.offset")
    runner.contains(problem("rows", nil, 1), "params.offset")
    runner.contains(problem("rows", "1", 1), "params.offset")
    runner.contains(problem("count", 0, 1), "r does not observe count through a window")
    runner.contains(problem("cuont", 0, 1), "count")
    local err = runner.raised(function()
      list:observe({ { output = "rows", window = { limit = "all" } } }):wait()
    end)
    runner.contains(err.message, "params.observe[0].window.limit")
    same(list:move_window("rows", -7, 1):wait().offset, 0)
    same(list.state.rows.items, rows(0, 0))
  end)
end)

--- Another Nvim with a list buffer of so many rows, of which twenty are seen.
local function shown(count, window, options)
  local nvim = child.start()
  nvim:lua(
    [[
    vim.o.lines, vim.o.cmdheight, vim.o.laststatus = 21, 1, 0
    local command, count, window, options = ...
    host = require("viewmodel_host").start({ command = { command, "--clock", "virtual" } })
    rows = host:create("example.rows", {
      parameters = { count = count },
      observe = { { output = "rows", window = window } },
    }):wait()
    moves = 0
    local move_window = rows.move_window
    rows.move_window = function(...)
      moves = moves + 1
      return move_window(...)
    end
    options.format = function(row, index)
      return { { tostring(index), "Comment" }, " " .. row.name }
    end
    list = require("viewmodel_host").list_buffer(rows, "rows", options)
    vim.api.nvim_win_set_buf(0, list.buffer.number)
  ]],
    support.built_host("example-host"),
    count,
    window,
    options or vim.empty_dict()
  )
  return nvim
end

--- What the window of that Nvim shows: the first row, and the one that the cursor is on.
local VIEW = [[
  vim.cmd("redraw")
  return { vim.fn.getline("w0"), vim.fn.getline(".") }
]]

local function row(id)
  return ("%d row %d"):format(id, id)
end

describe("a list buffer", function()
  it("scrolls through a list of any length", function()
    local nvim = shown(100000, { limit = 30 })
    nvim:comes_to(VIEW, { row(0), row(0) })
    for page = 1, 20 do
      -- The next page is there before it is gone to.
      nvim:comes_to("return not list.moving and vim.fn.line('$') >= vim.fn.line('w$') + 20", true)
      nvim:type("<C-f>")
      nvim:comes_to(VIEW, { row(18 * page), row(18 * page) })
    end
    same(nvim:lua("local row, index = list:row() return { row.id, index }"), { 360, 360 })
    for line = 1, 50 do
      -- The row above is there before it is gone to: who is quicker than the host has to press the key again.
      nvim:comes_to("return vim.fn.line('.') > 1", true)
      nvim:type("k")
      nvim:comes_to("return vim.fn.getline('.')", row(360 - line))
    end
    same(nvim:lua("return moves") < 30, true)
    same(#nvim:lines(), 100)
  end)

  it("goes to the last row, the first, and any", function()
    local nvim = shown(100000, { limit = 30 })
    nvim:type("G")
    nvim:comes_to(VIEW, { row(99980), row(99999) })
    nvim:type("k")
    nvim:comes_to(VIEW, { row(99980), row(99998) })
    nvim:type("5001G")
    nvim:comes_to("return vim.fn.getline('.')", row(5000))
    nvim:type("gg")
    nvim:comes_to(VIEW, { row(0), row(0) })
    nvim:lua("list:go_to(70000) list:move(5) list:move(-2)")
    nvim:comes_to("return vim.fn.getline('.')", row(70003))
    nvim:lua("list:go_to(-5)")
    nvim:comes_to(VIEW, { row(0), row(0) })
    same(nvim:lua("return list:total()"), 100000)
    same(nvim:lua("return notices"), {})
  end)

  it("keeps what is seen in its place when rows come and go above", function()
    local nvim = shown(1000, { limit = 30, anchor = true })
    nvim:type("501G")
    nvim:comes_to("return vim.fn.getline('.')", row(500))
    nvim:type("zt10j")
    nvim:comes_to("return vim.fn.getline('.')", row(510))
    nvim:comes_to("vim.cmd('redraw') return vim.fn.winline()", 11)
    nvim:lua("rows:call('insert', { id = 2000, at = 0 }):wait()")
    nvim:comes_to(VIEW, { "501 row 500", "511 row 510" })
    nvim:lua("rows:call('insert', { id = 2001, at = 495 }):wait()")
    nvim:comes_to(VIEW, { "502 row 500", "512 row 510" })
    nvim:lua("rows:call('remove', { at = 512, count = 1 }):wait()")
    nvim:comes_to(VIEW, { "502 row 500", "512 row 511" })
    nvim:lua("rows:call('remove', { at = 0, count = 400 }):wait()")
    nvim:comes_to(VIEW, { "102 row 500", "112 row 511" })
    nvim:lua("rows:call('remove', { at = 0, count = 1000 }):wait()")
    nvim:comes_to(VIEW, { "", "" })
    same(nvim:lua("return list:row()"), vim.NIL)
  end)

  it("has lines above the first row", function()
    local nvim = shown(1000, { limit = 30 })
    nvim:lua([[
      list.options.header = function() return { { { "rows: ", "Title" }, tostring(list:total()) } } end
      list:render()
    ]])
    nvim:comes_to(VIEW, { "rows: 1000", row(0) })
    nvim:type("G")
    nvim:comes_to("return vim.fn.getline('.')", row(999))
    nvim:type("gg")
    nvim:comes_to(VIEW, { "rows: 1000", row(0) })
    nvim:type("k")
    nvim:comes_to("return { list:row() }", {})
  end)

  it("is of a list that is observed through a window", function()
    local list = create({ limit = 1 })
    local function raised(output, options)
      return runner.raised(function()
        require("viewmodel_host").list_buffer(list, output, options)
      end)
    end
    same(raised("count"), "viewmodel_host: r does not observe count through a window: it is 100")
    same(raised("rows", { margin = -1 }), "viewmodel_host: list_buffer(): margin is a number of rows, not -1")
    runner.contains(raised("rows", { margins = 1 }), 'list_buffer() knows no option "margins"')
  end)
end)
