-- A folder in a buffer, seen through a window that goes with the cursor: :luafile clients/neovim/examples/list.lua

local ROWS = 100

local host = require("viewmodel_host").start()
local buffer = vim.api.nvim_create_buf(false, true)
vim.bo[buffer].bufhidden = "wipe"
vim.api.nvim_win_set_buf(0, buffer)

local function show(list)
  local items = list.state.items
  local lines = { ("%d entries, from %d on; ] and [ for more, q to close"):format(items.total, items.offset) }
  for _, item in ipairs(items.items) do
    table.insert(lines, "  " .. item.name)
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
end

host:create("list", {
  parameters = { folder = vim.fn.getcwd(), pageSize = 1000 },
  observe = { { output = "items", window = { offset = 0, limit = ROWS, anchor = true } } },
}, function(err, list)
  assert(not err, err)
  list:on_change(function()
    show(list)
  end)
  for key, step in pairs({ ["]"] = ROWS, ["["] = -ROWS }) do
    vim.keymap.set("n", key, function()
      list:move_window("items", list.state.items.offset + step, ROWS)
    end, { buffer = buffer, nowait = true })
  end
  vim.keymap.set("n", "q", "<Cmd>bdelete<CR>", { buffer = buffer, nowait = true })
  list:input("viewWillAppear")
end)

vim.api.nvim_create_autocmd("BufWipeout", {
  buffer = buffer,
  callback = function()
    host:close()
  end,
})
