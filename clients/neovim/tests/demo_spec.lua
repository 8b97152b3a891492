local child = require("child")
local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local uv = vim.uv or vim.loop

local HOST = [[require("viewmodel_host.demo").host()]]

--- A folder with files 01, 02, …
local function folder(count)
  local path = support.folder()
  for number = 1, count do
    vim.fn.writefile({}, ("%s/%02d"):format(path, number))
  end
  return path
end

--- A folder as the list shows it.
local function shown(path)
  return vim.fn.fnamemodify(path, ":~")
end

--- The lines that a list of such a folder shows.
local function expected(path, status, count)
  local lines = { shown(path) .. "  " .. status }
  for number = 1, count do
    table.insert(lines, ("%02d"):format(number))
  end
  return lines
end

local function start()
  local nvim = child.start()
  nvim:lua(
    [[require("viewmodel_host").setup({ command = { ..., "--clock", "virtual" } })]],
    support.built_host("viewmodel-host")
  )
  return nvim
end

local function advance(nvim, milliseconds)
  nvim:lua(("return %s:advance(...):wait()"):format(HOST), milliseconds)
end

describe("the list", function()
  it("shows a folder, and more of it when the cursor reaches the bottom", function()
    local nvim, path = start(), folder(45)
    vim.fn.mkdir(path .. "/00")
    vim.fn.writefile({}, path .. "/0\n1")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    local first = expected(path, "20 entries", 18)
    table.insert(first, 2, "0^@1")
    table.insert(first, 3, "00/")
    nvim:shows(first)
    same(nvim:cursor(), 2)

    nvim:lua("vim.defer_fn = function() end")
    nvim:type("5j")
    advance(nvim, 1000)
    same(#nvim:lines(), 21)
    nvim:type("G")
    nvim:comes_to("return vim.fn.line('$')", 41)
    same(nvim:cursor(), 21)
    nvim:type("G") -- not heard: within a second of the first
    nvim:comes_to("return vim.fn.line('.')", 41)
    advance(nvim, 500)
    same(#nvim:lines(), 41)
    advance(nvim, 500)
    nvim:type("kj")
    nvim:comes_to("return vim.fn.line('$')", 48)
    same(nvim:lines()[1], shown(path) .. "  47 entries")
    same(nvim:lua("return vim.b.viewmodel_status"), "47 entries")
    same(nvim:lua("return notices"), {})
  end)

  it("loads more at the bottom, even when the cursor came there too soon", function()
    local nvim, path = start(), folder(45)
    nvim:lua([[
      deferred = {}
      vim.defer_fn = function(callback, milliseconds)
        table.insert(deferred, { callback, milliseconds })
      end
      function run_deferred()
        local due = deferred
        deferred = {}
        for _, each in ipairs(due) do
          each[1]()
        end
      end
    ]])
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "20 entries", 20))
    nvim:type("G")
    nvim:shows(expected(path, "40 entries", 40))
    nvim:type("G")
    nvim:comes_to("return vim.fn.line('.')", 41)
    nvim:type("G")
    nvim:lua("for _, each in ipairs(deferred) do assert(each[2] > 1000) end")
    nvim:comes_to("return #deferred", 2)
    advance(nvim, 1000)
    same(#nvim:lines(), 41)
    nvim:lua("run_deferred()")
    nvim:shows(expected(path, "45 entries", 45))
    same(nvim:cursor(), 41)
    same(nvim:lua("return #deferred"), 0)
  end)

  it("shows the folder of setup(), or the working directory", function()
    local nvim, path = start(), folder(1)
    nvim:lua("vim.cmd('cd ' .. ...)", path)
    nvim:type(":ViewModelList<CR>")
    nvim:shows(expected(vim.fn.resolve(path), "1 entry", 1))
    nvim:lua([[
      local command = require("viewmodel_host.config").options.command
      require("viewmodel_host").setup({ command = command, folder = ... })
    ]], path .. "/")
    nvim:type(":ViewModelList<CR>")
    nvim:shows(expected(path, "1 entry", 1))
    nvim:type(":ViewModelList " .. path .. "/nothing<CR>")
    nvim:comes_to("return #notices", 1)
    nvim:shows({ shown(path) .. "/nothing  0 entries" })
  end)

  it("is loaded anew", function()
    local nvim, path = start(), folder(2)
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "2 entries", 2))
    nvim:type("j")
    vim.fn.writefile({}, path .. "/03")
    nvim:type("R")
    nvim:shows(expected(path, "3 entries", 3))
    same(nvim:cursor(), 3)
    vim.fn.delete(path .. "/02")
    vim.fn.delete(path .. "/03")
    nvim:type("R")
    nvim:shows(expected(path, "1 entry", 1))
    vim.fn.delete(path .. "/01")
    nvim:type("R")
    nvim:shows(expected(path, "0 entries", 0))
    vim.fn.delete(path, "rf")
    nvim:type("R")
    nvim:comes_to("return notices", {
      { path .. ": No such file or directory", vim.log.levels.ERROR },
    })
    nvim:shows(expected(path, "0 entries", 0))
  end)

  it("is loaded anew by :edit, and is not written", function()
    local nvim, path = start(), folder(2)
    nvim:lua("vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'before' })")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "2 entries", 2))
    local buffer = nvim:lua("return vim.api.nvim_get_current_buf()")
    vim.fn.writefile({}, path .. "/03")
    nvim:type(":e<CR>")
    nvim:shows(expected(path, "3 entries", 3))
    vim.fn.delete(path .. "/03")
    nvim:type(":edit!<CR>")
    nvim:shows(expected(path, "2 entries", 2))
    same(nvim:lua("return vim.api.nvim_get_current_buf()"), buffer)
    same(nvim:lua("return vim.bo.modifiable"), false)
    same(nvim:lua("return pcall(vim.cmd, 'write')"), false)
    nvim:type("j<CR>")
    nvim:shows({ "2 of 2", "", "  02", "", "[ previous   q back" })
    nvim:type(":e<CR>")
    nvim:type("q")
    nvim:shows(expected(path, "2 entries", 2))
    nvim:comes_to(("return vim.tbl_count(%s.instances)"):format(HOST), 1)
    nvim:type(":bdelete<CR>")
    nvim:shows({ "before" })
    nvim:comes_to("return #vim.api.nvim_list_bufs()", 1)
    same(nvim:lua("return notices"), {})
  end)

  it("says that it loads", function()
    local nvim, path = start(), folder(1)
    -- The host is stopped in its tracks before it can have loaded anything.
    nvim:lua('require("viewmodel_host.config").options.supervised = false')
    nvim:lua(("vim.loop.kill(%s.pid, 'sigstop')"):format(HOST))
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows({ shown(path) .. "  loading…" })
    nvim:lua(("vim.loop.kill(%s.pid, 'sigcont')"):format(HOST))
    nvim:shows(expected(path, "1 entry", 1))
  end)

  it("cannot be written in, and looks like Nvim's own", function()
    local nvim, path = start(), folder(1)
    vim.fn.mkdir(path .. "/sub")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    local lines = expected(path, "2 entries", 1)
    table.insert(lines, "sub/")
    nvim:shows(lines)
    nvim:type("ix<Esc>dd")
    nvim:shows(lines)
    local options = nvim:lua([[
      local options = {}
      for _, name in ipairs({ "buftype", "filetype", "modifiable", "swapfile", "buflisted" }) do
        options[name] = vim.bo[name]
      end
      return options
    ]])
    same(options, {
      buftype = "nowrite",
      filetype = "viewmodel-list",
      modifiable = false,
      swapfile = false,
      buflisted = false,
    })
    local groups = nvim:lua([[
      local namespace = vim.api.nvim_get_namespaces().viewmodel_host
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      return vim.tbl_map(function(mark)
        local group = mark[4].hl_group
        local linked = vim.fn.synIDtrans(vim.fn.hlID(group))
        return { mark[2], mark[3], mark[4].end_col, group, vim.fn.synIDattr(linked, "name") }
      end, marks)
    ]])
    local title = #shown(path)
    same(groups, {
      { 0, 0, title, "ViewModelHeader", "Title" },
      { 0, title + 2, title + 11, "ViewModelStatus", "Comment" },
      { 2, 0, 4, "ViewModelFolder", "Directory" },
    })
  end)

  it("is disposed with its buffer, and the host stops with the last", function()
    local nvim, path = start(), folder(1)
    nvim:lua("vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'before' })")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "1 entry", 1))
    nvim:type(":vertical ViewModelList " .. path .. "<CR>")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 2)
    nvim:shows(expected(path, "1 entry", 1))
    nvim:comes_to(("return vim.tbl_count(%s.instances)"):format(HOST), 2)
    local pid = nvim:lua(("return %s.pid"):format(HOST))
    nvim:type(":bwipeout<CR>")
    nvim:comes_to("return #vim.api.nvim_list_wins()", 1)
    nvim:comes_to(("return vim.tbl_count(%s.instances)"):format(HOST), 1)
    nvim:type("q")
    nvim:shows({ "before" })
    runner.eventually("the end of the host", function()
      return uv.kill(pid, 0) ~= 0
    end)
    nvim:comes_to("return #vim.api.nvim_list_bufs()", 1)
    same(nvim:lua("return notices"), {})
  end)

  it("survives the death of its host", function()
    local nvim, path = start(), folder(3)
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "3 entries", 3))
    uv.kill(nvim:lua(("return %s.pid"):format(HOST)), "sigkill")
    nvim:shows(expected(path, "the host ended; R starts it anew", 3))
    local told = "viewmodel_host: the host ended by SIGKILL; R starts it anew"
    same(nvim:lua("return notices"), { { told, vim.log.levels.ERROR } })
    nvim:type("G<CR>")
    nvim:comes_to("return notices[2]", { "the host ended; R starts it anew", vim.log.levels.WARN })
    vim.fn.writefile({}, path .. "/04")
    nvim:type("R")
    nvim:shows(expected(path, "4 entries", 4))
    same(#nvim:lua("return notices"), 2)
  end)

  it("says when there is no host, or no such ViewModel", function()
    local nvim = child.start({ VIEWMODEL_HOST = "/nonexistent/host" })
    nvim:type(":ViewModelList<CR>")
    nvim:comes_to("return #notices", 1)
    runner.contains(nvim:lua("return notices[1][1]"), "cannot start the host")
    nvim:lua(
      [[require("viewmodel_host").setup({ command = { "sh", "-c", ... } })]],
      ("read a; echo '%s'; read a;"):format(support.INITIALIZED)
        .. [[echo '{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"no list"}}'; read a]]
    )
    nvim:type(":ViewModelList<CR>")
    nvim:comes_to("return notices[2]", {
      "no list",
      vim.log.levels.ERROR,
    })
    nvim:shows({ "" })
  end)
end)

describe("undo and redo", function()
  local function page(place, item, keys)
    return { place, "", "  " .. item, "", keys }
  end

  it("are keys of the list and the pager", function()
    if vim.fn.has("linux") == 0 then
      runner.skip("hosts are supervised on Linux only")
    end
    local nvim, path = start(), folder(45)
    nvim:lua("vim.defer_fn = function() end")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "20 entries", 20))
    nvim:type("G")
    nvim:shows(expected(path, "40 entries", 40))
    nvim:type("u")
    nvim:shows(expected(path, "20 entries", 20))
    same(nvim:cursor(), 21) -- at the bottom, which would load the page once more
    nvim:type("<C-r>")
    nvim:shows(expected(path, "40 entries", 40))
    nvim:type("gg3G<CR>")
    nvim:shows(page("3 of 40", "03", "[ previous   ] next   q back"))
    nvim:type("]")
    nvim:shows(page("4 of 40", "04", "[ previous   ] next   q back"))
    nvim:type("u")
    nvim:shows(page("3 of 40", "03", "[ previous   ] next   q back"))
    nvim:type("<C-r>")
    nvim:shows(page("4 of 40", "04", "[ previous   ] next   q back"))
    nvim:type("q")
    nvim:shows(expected(path, "40 entries", 40))
    nvim:type("u") -- the pager was there before the input
    nvim:shows(page("3 of 40", "03", "[ previous   ] next   q back"))
    nvim:type("u") -- and is not before the page was loaded
    nvim:shows(expected(path, "20 entries", 20))
    nvim:comes_to("return #vim.api.nvim_list_bufs()", 2) -- that of Nvim, and the list
    nvim:type("u") -- the first page nobody has asked for
    nvim:comes_to("return #notices", 1)
    runner.contains(nvim:lua("return notices[1][1]"), "nothing to undo")
    nvim:type("<C-r>") -- the page, and the pager that followed it
    nvim:shows(page("3 of 40", "03", "[ previous   ] next   q back"))
    same(#nvim:lua("return notices"), 1)
  end)

  it("show what a host says that cannot", function()
    local nvim, path = start(), folder(1)
    nvim:lua('require("viewmodel_host.config").options.supervised = false')
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "1 entry", 1))
    nvim:type("u")
    nvim:comes_to("return #notices", 1)
    runner.contains(nvim:lua("return notices[1][1]"), "needs a host that was started with --supervised")
    nvim:shows(expected(path, "1 entry", 1))
  end)
end)

describe("a list without a host", function()
  it("says so once, and can be tried again", function()
    local nvim, path = child.start(), folder(2)
    local mismatch = "no common protocol version: this client speaks 1, the host 7"
    nvim:lua(
      [[require("viewmodel_host").setup({ command = { "sh", "-c", ... } })]],
      ("read a; echo '%s'; read a"):format((support.INITIALIZED:gsub('"1"', '"7"')))
    )
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows({ shown(path) .. "  " .. mismatch .. "; R tries again" })
    local told = ("viewmodel_host: %s; R tries again"):format(mismatch)
    same(nvim:lua("return notices"), { { told, vim.log.levels.ERROR } })
    nvim:type("R")
    nvim:comes_to("return #notices", 2)
    nvim:shows({ shown(path) .. "  " .. mismatch .. "; R tries again" })
    nvim:lua(
      HOST .. [[.options.command = { ..., "--clock", "virtual" }]],
      support.built_host("viewmodel-host")
    )
    nvim:type("R")
    nvim:shows(expected(path, "2 entries", 2))
    nvim:type("q")
    nvim:comes_to("return #vim.api.nvim_list_bufs()", 1)
    same(#nvim:lua("return notices"), 2)
  end)
end)

describe("the pager", function()
  local function page(place, item, keys)
    return { place, "", "  " .. item, "", keys }
  end

  it("goes from item to item, and has the list load more", function()
    local nvim, path = start(), folder(22)
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "20 entries", 20))
    nvim:type("ggk<CR>") -- the header is no item
    nvim:type("17G<CR>")
    nvim:shows(page("17 of 20", "17", "[ previous   ] next   q back"))
    same(nvim:lua("return vim.fn.bufname()"):match("%d+/(.*)"), "17")
    local buffers = nvim:lua("return #vim.api.nvim_list_bufs()")
    nvim:type("]")
    nvim:shows(page("18 of 20", "18", "[ previous   ] next   q back"))
    same(nvim:lua("return vim.fn.bufname()"):match("%d+/(.*)"), "18")
    same(nvim:lua("return #vim.api.nvim_list_bufs()"), buffers)
    nvim:type("[[")
    nvim:shows(page("16 of 20", "16", "[ previous   ] next   q back"))
    nvim:type("]]]]")
    nvim:shows(page("20 of 22", "20", "[ previous   ] next   q back"))
    nvim:type("]]]]")
    nvim:shows(page("22 of 22", "22", "[ previous   q back"))
    nvim:type("q")
    nvim:shows(expected(path, "22 entries", 22))
    same(nvim:cursor(), 23)
    nvim:comes_to(("return vim.tbl_count(%s.instances)"):format(HOST), 1)
    nvim:type("1G<CR>")
    nvim:shows(page("1 of 22", "01", "] next   q back"))
    nvim:type("[")
    nvim:type("ix<Esc>")
    nvim:shows(page("1 of 22", "01", "] next   q back"))
    same(nvim:lua("return notices"), {})
  end)

  it("asks for more again, when it was too soon", function()
    local nvim, path = start(), folder(45)
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "20 entries", 20))
    nvim:type("19G<CR>")
    nvim:shows(page("19 of 20", "19", "[ previous   ] next   q back"))
    nvim:type("]")
    nvim:shows(page("20 of 40", "20", "[ previous   ] next   q back"))
    nvim:type(("]"):rep(22))
    nvim:shows(page("40 of 40", "40", "[ previous   q back"))
    advance(nvim, 1000)
    nvim:type("]")
    nvim:shows(page("40 of 45", "40", "[ previous   ] next   q back"))
  end)

  it("is closed with its list", function()
    local nvim, path = start(), folder(2)
    nvim:lua("vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'before' })")
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "2 entries", 2))
    local list = nvim:lua("return vim.api.nvim_get_current_buf()")
    nvim:type("<CR>")
    nvim:shows(page("1 of 2", "01", "] next   q back"))
    nvim:type((":bwipeout %d<CR>"):format(list))
    nvim:shows({ "before" })
    nvim:comes_to("return #vim.api.nvim_list_bufs()", 1)
    same(nvim:lua("return notices"), {})
  end)

  it("survives the death of its host", function()
    local nvim, path = start(), folder(2)
    nvim:type(":ViewModelList " .. path .. "<CR>")
    nvim:shows(expected(path, "2 entries", 2))
    nvim:type("<CR>")
    nvim:shows(page("1 of 2", "01", "] next   q back"))
    uv.kill(nvim:lua(("return %s.pid"):format(HOST)), "sigkill")
    nvim:shows({ "the host ended; R starts it anew" })
    nvim:type("]")
    nvim:comes_to("return notices[2]", { "the host ended; R starts it anew", vim.log.levels.WARN })
    nvim:type("R")
    nvim:shows(page("1 of 2", "01", "] next   q back"))
    nvim:type("R")
    uv.kill(nvim:lua(("return %s.pid"):format(HOST)), "sigkill")
    nvim:shows({ "the host ended; R starts it anew" })
    nvim:type("q")
    nvim:shows(expected(path, "the host ended; R starts it anew", 2))
    nvim:type("R")
    nvim:shows(expected(path, "2 entries", 2))
    nvim:type("G<CR>")
    nvim:shows(page("2 of 2", "02", "[ previous   q back"))
  end)
end)
