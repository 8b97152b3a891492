local child = require("child")
local row = require("viewmodel_find.row")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local uv = vim.uv or vim.loop

--- The lines of the finder's buffer of that name.
local SHOWN = [[
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buffer].filetype == "viewmodel-find-%s" then
      return vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
    end
  end
]]

--- The text beside the prompt.
local STATUS = [[
  local namespace = vim.api.nvim_create_namespace("viewmodel_find")
  local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
  return marks[1] and table.concat(vim.tbl_map(function(piece)
    return piece[1]
  end, marks[1][4].virt_text or {}))
]]

local function start()
  local nvim = child.start()
  nvim:lua([[vim.o.columns, vim.o.lines, vim.o.hidden = 120, 40, true]])
  nvim:lua(
    [[require("viewmodel_host").setup({ command = { ... } })]],
    support.built_host("viewmodel-host")
  )
  return nvim
end

--- A folder with files; each has its name as its text.
local function folder(...)
  local path = support.folder()
  for _, name in ipairs({ ... }) do
    vim.fn.mkdir(vim.fn.fnamemodify(path .. "/" .. name, ":h"), "p")
    vim.fn.writefile({ name }, path .. "/" .. name)
  end
  return path
end

local function lists(nvim, lines)
  nvim:comes_to(SHOWN:format("list"), lines)
end

local function find(nvim, path, lines)
  nvim:type(":ViewModelFind " .. path .. "<CR>")
  lists(nvim, lines)
end

--- Opens a finder from Lua; returns the process of its host.
local function open(nvim, options)
  nvim:lua("finder = require('viewmodel_find').open(...)", options)
  return nvim:lua("return finder.host.pid")
end

--- The file that is shown, from the folder on, when the finder has closed.
local function opens(nvim, path, name)
  nvim:comes_to([[return vim.fn.expand("%:p")]], uv.fs_realpath(path) .. "/" .. name)
  nvim:comes_to("return vim.api.nvim_get_mode().mode", "n")
  nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
end

describe("the finder", function()
  it("finds what is typed, and opens it", function()
    local nvim, path = start(), folder("readme.md", "rest", "src/other")
    local pid = open(nvim, { folder = path })
    lists(nvim, { "> readme.md", "  rest", "  src/other" })
    nvim:comes_to(STATUS, "3/3")
    nvim:type("rm")
    lists(nvim, { "> readme.md" })
    nvim:comes_to(STATUS, "1/3")
    nvim:type("<BS>")
    lists(nvim, { "> rest", "  readme.md", "  src/other" })
    nvim:type("<C-n>")
    lists(nvim, { "  rest", "> readme.md", "  src/other" })
    nvim:type("<Down><C-j><C-p>")
    lists(nvim, { "  rest", "> readme.md", "  src/other" })
    nvim:type("<Up><CR>")
    opens(nvim, path, "rest")
    runner.eventually("the host ends with the finder", function()
      return uv.kill(pid, 0) ~= 0
    end)
    same(nvim:lua("return notices"), {})
  end)

  it("opens files whatever they are called", function()
    local names = { "#", "$HOME", "%", "+x", "-x", "[a]*.c", "\\x2d", "a\nb", "a b|c", "~", "~root" }
    local nvim, path = start(), folder(unpack(names))
    for _, name in ipairs(names) do
      nvim:lua([[require("viewmodel_find").open({ folder = ... })]], path)
      nvim:comes_to(STATUS, "11/11")
      nvim:type(("<C-n>"):rep(vim.fn.index(names, name)) .. "<CR>")
      nvim:comes_to("return vim.api.nvim_get_mode().mode", "n")
      nvim:shows({ (name:gsub("\n", "\0")) }) -- as writefile() has it
      same(nvim:lua("return vim.api.nvim_buf_get_name(0)"), uv.fs_realpath(path) .. "/" .. name)
    end
    same(nvim:lua("return notices"), {})
    same(row.bytes("caf\\xE9 \\x5Cx2d \\x \\"), "caf\233 \\x2d \\x \\")
  end)

  it("opens several, each where the key says", function()
    local nvim, path = start(), folder("a", "b", "c")
    find(nvim, path, { "> a", "  b", "  c" })
    nvim:type("<Tab>")
    lists(nvim, { " +a", "> b", "  c" })
    nvim:type("<C-n><Tab><S-Tab>")
    nvim:comes_to(STATUS, "3/3 (1)")
    nvim:type("<C-n><Tab><C-v>")
    nvim:comes_to(
      [[return vim.tbl_map(function(window)
        return vim.fn.fnamemodify(vim.fn.bufname(vim.api.nvim_win_get_buf(window)), ":t")
      end, vim.api.nvim_list_wins())]],
      { "a", "c", "" }
    )
    same(nvim:lua([[return vim.fn.expand("%:t")]]), "a")
  end)

  it("highlights what matches, and shows the head of the file", function()
    local nvim, path = start(), folder("übung/mm", "z")
    vim.fn.writefile(vim.fn["repeat"]({ "line" }, 50), path .. "/z")
    nvim:lua("vim.o.lines = 20")
    find(nvim, path, { "> z", "  übung/mm" })
    local expected = vim.fn["repeat"]({ "line" }, 20)
    expected[21] = "…"
    nvim:comes_to(SHOWN:format("preview"), expected)
    nvim:type("ngm")
    lists(nvim, { "> übung/mm" })
    nvim:comes_to(SHOWN:format("preview"), { "übung/mm" })
    local marks = nvim:lua([[
      local namespace = vim.api.nvim_create_namespace("viewmodel_find")
      for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        if vim.bo[buffer].filetype == "viewmodel-find-list" then
          return vim.tbl_map(function(mark)
            return { mark[3], mark[4].end_col, mark[4].hl_group }
          end, vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true }))
        end
      end
    ]])
    same(marks, {
      { 0, 2, "ViewModelFindPointer" },
      { 6, 8, "ViewModelFindMatch" }, -- "ng" behind "> übu", of which ü has two bytes
      { 9, 10, "ViewModelFindMatch" },
    })
    nvim:type("<C-u>")
    lists(nvim, { "> z", "  übung/mm" })
  end)

  it("scrolls through more than it shows", function()
    local nvim, names = start(), {}
    for number = 1, 200 do
      names[number] = ("%03d"):format(number)
    end
    local path = folder(unpack(names))
    nvim:type(":ViewModelFind " .. path .. "<CR>")
    nvim:comes_to(STATUS, "200/200")
    local function top(name)
      local code = SHOWN:format("list"):gsub("return (vim.api[^\n]*)", "return (%1)[1]")
      nvim:comes_to(code, name)
    end
    top("> 001")
    local rows = nvim:lua(SHOWN:format("list"):gsub("return (vim.api[^\n]*)", "return #%1"))
    nvim:type("<PageDown>")
    top("  002")
    nvim:type(("<PageDown>"):rep(20))
    top(("  %03d"):format(200 - rows + 1))
    nvim:type(("<C-p>"):rep(rows))
    top(("> %03d"):format(200 - rows))
    nvim:type("00")
    top("> 001")
    nvim:type("<CR>")
    opens(nvim, path, "001")
  end)

  it("goes with the size of the screen", function()
    local nvim, path = start(), folder("a", "b", "c", "d", "e", "f", "g", "h")
    find(nvim, path, { "> a", "  b", "  c", "  d", "  e", "  f", "  g", "  h" })
    same(nvim:lua("return #vim.api.nvim_list_wins()"), 4)
    nvim:lua("vim.o.columns, vim.o.lines = 60, 12; vim.cmd('doautocmd VimResized')")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 3)
    lists(nvim, { "> a", "  b", "  c", "  d" })
    nvim:type("<C-n><C-n><C-n><C-n>")
    lists(nvim, { "  b", "  c", "  d", "> e" })
    nvim:lua("vim.o.columns, vim.o.lines = 120, 40; vim.cmd('doautocmd VimResized')")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 4)
    nvim:type("<C-p>")
    lists(nvim, { "  a", "  b", "  c", "> d", "  e", "  f", "  g", "  h" })
    nvim:type("<CR>")
    opens(nvim, path, "d")
  end)

  it("says what is wrong", function()
    local nvim = start()
    nvim:type(":ViewModelFind /no/such/folder<CR>")
    nvim:comes_to(
      "return notices[1] and notices[1][1]:match('/no/.*')",
      "/no/such/folder: No such file or directory"
    )
    nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
    -- Nvim ignores `startinsert` as long as it is still in Insert mode.
    nvim:comes_to("return vim.api.nvim_get_mode().mode", "n")
    nvim:lua([[require("viewmodel_find").open({ command = { "no-such-program" } })]])
    nvim:comes_to(STATUS, "no-such-program: command not found 0/0")
    nvim:type("<CR>") -- there is nothing to accept
    nvim:type("x")
    nvim:shows({ "x" })
  end)

  it("continues with another host when its own dies", function()
    local nvim, path = start(), folder("a", "b", "bb")
    local pid = open(nvim, { folder = path })
    lists(nvim, { "> a", "  b", "  bb" })
    for _, step in ipairs({ { "b", "> b", "  bb" }, { "<BS>a", "> a" } }) do
      local found = vim.list_slice(step, 2)
      nvim:type(step[1])
      lists(nvim, found)
      uv.kill(pid, "sigkill")
      nvim:comes_to("return finder.host.pid ~= ...", true, pid)
      pid = nvim:lua("return finder.host.pid")
      nvim:comes_to(STATUS, #found .. "/3")
      lists(nvim, found)
    end
    nvim:type("<C-u>bb")
    lists(nvim, { "> bb" })
    nvim:type("<CR>")
    opens(nvim, path, "bb")
    runner.eventually("the host ends with the finder", function()
      return uv.kill(pid, 0) ~= 0
    end)
    same(nvim:lua("return notices"), {})
  end)

  it("says why when the host dies again at once", function()
    local nvim, starts = start(), support.folder() .. "/starts"
    local script = ([[echo >> %s; read line; echo '%s'; read line; echo "no luck" >&2; exit 3]])
    script = script:format(starts, support.INITIALIZED)
    nvim:lua([[require("viewmodel_host").setup({ command = ... })]], support.scripted(script))
    nvim:type(":ViewModelFind<CR>x")
    lists(nvim, { "the host ended (exit status 3): no luck" })
    same(#vim.fn.readfile(starts), 2)
    nvim:type("y<C-n><Tab><CR><Esc>")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
    same(nvim:lua("return notices"), {})
  end)

  it("continues where it was closed, fills the quickfix list, and has other keys", function()
    local nvim, path = start(), folder("a", "b1", "b2")
    nvim:lua([[require("viewmodel_find").setup({ keys = { ["<C-s>"] = { "close" }, ["<Esc>"] = false } })]])
    find(nvim, path, { "> a", "  b1", "  b2" })
    nvim:type("b")
    lists(nvim, { "> b1", "  b2" })
    nvim:type("<C-s>")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
    nvim:type(":ViewModelFind!<CR>")
    lists(nvim, { "> b1", "  b2" })
    nvim:type("<Tab><Tab><C-q>")
    nvim:comes_to("return vim.tbl_map(function(one) return vim.fn.bufname(one.bufnr) end, vim.fn.getqflist())", {
      path .. "/b1",
      path .. "/b2",
    })
  end)

  it("finds lines, and hands over what was accepted", function()
    local nvim = start()
    nvim:lua([[require("viewmodel_find").open({
      lines = { "one", "two\nlines", "three" },
      query = "t",
      on_accept = function(texts, how)
        accepted = { texts, how }
      end,
    })]])
    lists(nvim, { "> three", "  two␊lines" })
    -- Lines that are no files have no preview.
    same(nvim:lua("return #vim.api.nvim_list_wins()"), 3)
    nvim:type("<C-n><C-t>")
    nvim:comes_to("return accepted", { { "two\nlines" }, "tab" })
    nvim:lua([[require("viewmodel_find").open({ command = { "seq", "3" } })]])
    lists(nvim, { "> 1", "  2", "  3" })
  end)
end)

describe("a row", function()
  --- Highlights are given as they are on the wire, and expected as the texts that they cover.
  local function fits(text, ranges, width, expected, covered, is_path)
    local shown, highlights = row.fit(text, ranges, width, is_path)
    same(shown, expected)
    local texts = vim.tbl_map(function(highlight)
      return shown:sub(highlight[1] + 1, highlight[2])
    end, highlights)
    same(texts, covered)
    assert(vim.fn.strdisplaywidth(shown) <= width, shown)
  end

  it("that fits is shown whole", function()
    fits("", {}, 5, "", {})
    fits("abcde", { { 0, 1 }, { 3, 5 } }, 5, "abcde", { "a", "de" })
    fits("日本", { { 1, 2 } }, 4, "日本", { "本" })
  end)

  it("that does not fit shows what matches", function()
    fits("abcdefgh", {}, 5, "abcd…", {})
    fits("abcdefgh", { { 1, 3 } }, 5, "abcd…", { "bc" })
    fits("abcdefgh", { { 6, 8 } }, 5, "…efgh", { "gh" })
    fits("abcdefgh", { { 0, 1 }, { 5, 6 } }, 5, "…def…", { "f" })
    fits("日本日本", { { 3, 4 } }, 5, "…日本", { "本" })
    fits("日本日本", {}, 4, "日…", {})
    fits("日本", {}, 1, "…", {})
  end)

  it("of a file shows its name", function()
    local function file(text, ranges, width, expected, covered)
      fits(text, ranges, width, expected, covered, true)
    end
    file("a/b.txt", { { 0, 1 } }, 7, "a/b.txt", { "a" })
    file("one/two/name.txt", { { 0, 1 } }, 12, "…wo/name.txt", {})
    file("one/two/name.txt", { { 4, 6 }, { 8, 9 } }, 12, "…wo/name.txt", { "w", "n" })
    file("one/日本/n.txt", { { 4, 5 } }, 9, "…本/n.txt", {})
    file("one/two/name.txt", { { 8, 10 } }, 7, "…wo/na…", { "na" }) -- it does not fit
    file("one/two/", {}, 5, "…two/", {})
  end)

  it("has no control characters", function()
    fits("a\27[1m\127\194\155b", { { 6, 7 } }, 20, "a␛[1m␡�b", { "�" })
    fits("a\226\128\174gpj.exe", { { 2, 3 } }, 20, "a�gpj.exe", { "g" })
    fits("e\204\129x", { { 2, 3 } }, 20, "e\204\129x", { "x" })
  end)
end)
