--- How long it takes from a key until its matches are drawn, in a Nvim with a terminal of its own:
---
---     nvim --headless -u NONE -c 'luafile clients/neovim/benchmark_find.lua'
---
--- $FIND_FOLDER is the folder that is found in (/ if it is not set), or $FIND_COMMAND a shell command whose lines are.
--- It types words, a key each 50 ms, while the folder is walked, and again when it is done; it ends when all words
--- have been typed twice. $VIEWMODEL_HOST is the host; a release build is what people use.

local WORDS = { "conf", "main", "test", "read", "inde", "libc", "swif", "json" }
local PAUSE_MILLISECONDS = 50
local PATIENCE_MILLISECONDS = 600000

local file = debug.getinfo(1, "S").source:sub(2)
local client = vim.fn.fnamemodify(file, ":p:h")
local uv = vim.uv or vim.loop

--- Starts another Nvim with this file, and prints what it has measured.
local function main()
  local result = vim.fn.tempname()
  local job = vim.fn.jobstart({ "nvim", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile " .. file }, {
    pty = true,
    width = 120,
    height = 40,
    env = { FIND_RESULT = result, TERM = "xterm-256color" },
  })
  vim.fn.jobwait({ job }, PATIENCE_MILLISECONDS)
  vim.fn.jobstop(job)
  local ok, lines = pcall(vim.fn.readfile, result)
  for _, line in ipairs(ok and lines or { "it has not ended" }) do
    io.stdout:write(line, "\n")
  end
  vim.cmd("qall!")
end

--- Whether the rows are those of a query: what is highlighted in the first has its length, as each word is fuzzy.
local function is_of(state, query)
  local first = state.matches.items[1]
  local count = 0
  for _, range in ipairs(first and first.ranges or {}) do
    count = count + range[2] - range[1]
  end
  return first ~= nil and count == #query
end

local function summary(what, times, candidates)
  table.sort(times)
  local function at(part)
    return times[math.max(1, math.ceil(#times * part))] or 0
  end
  local line = "%s: %d keys, median %.1f ms, 9 of 10 within %.1f ms, the slowest %.1f ms; %d candidates at the end"
  return line:format(what, #times, at(0.5), at(0.9), at(1), candidates)
end

--- Types the words once, and gives the milliseconds for each key to `done`.
local function type_words(finder, done)
  local keys, times, pending = {}, {}, nil
  for _, word in ipairs(WORDS) do
    for length = 1, #word do
      table.insert(keys, { word:sub(length, length), word:sub(1, length) })
    end
    table.insert(keys, { "<C-u>", "" })
  end
  local off
  local function next_key()
    local key = table.remove(keys, 1)
    if not key then
      off()
      return done(times)
    end
    vim.defer_fn(function()
      pending = { query = key[2], start = uv.hrtime(), is_measured = key[2] ~= "" }
      vim.api.nvim_input(key[1])
    end, PAUSE_MILLISECONDS)
  end
  off = finder.finder:on_change(function(change)
    if not pending or not is_of(change.state, pending.query) then
      return
    end
    vim.cmd("redraw")
    if pending.is_measured then
      times[#times + 1] = (uv.hrtime() - pending.start) / 1e6
    end
    pending = nil
    next_key()
  end)
  next_key()
end

local function measure()
  vim.opt.runtimepath:prepend(client)
  vim.cmd("runtime plugin/viewmodel_host.lua")
  local command = vim.env.FIND_COMMAND
  local finder = require("viewmodel_host.find").open({
    folder = vim.env.FIND_FOLDER or "/",
    command = command and { "sh", "-c", command } or nil,
  })
  local lines = {}
  local function state()
    return finder.finder and finder.finder.state
  end
  local function finish()
    vim.fn.writefile(lines, vim.env.FIND_RESULT)
    vim.cmd("qall!")
  end
  --- Goes on when something holds, without keeping Nvim from its work.
  local function when(holds, go_on)
    if holds() then
      return go_on()
    end
    vim.defer_fn(function()
      when(holds, go_on)
    end, 10)
  end
  when(function()
    return state() and state().candidates > 0
  end, function()
    type_words(finder, function(times)
      local what = state().isSearching and "while it is walked" or "while it is walked, and shortly after"
      table.insert(lines, summary(what, times, state().candidates))
      when(function()
        return not state().isSearching
      end, function()
        type_words(finder, function(later)
          table.insert(lines, summary("with the walk done", later, state().candidates))
          finish()
        end)
      end)
    end)
  end)
end

if vim.env.FIND_RESULT then
  vim.schedule(measure)
else
  main()
end
