--- What setup() sets. Nothing has to be set.

local M = {}

---@class viewmodel_host.Config
---@field command? string|string[] the host's program, or that with its arguments; left out, it is $VIEWMODEL_HOST, or `viewmodel-host` on the PATH
---@field folder? string what `:ViewModelList` shows without an argument; left out, the working directory

---@type viewmodel_host.Config
M.options = {}

local KNOWN = {
  command = { string = true, table = true },
  folder = { string = true },
}

---@param options? viewmodel_host.Config
function M.setup(options)
  for key, value in pairs(options or {}) do
    local kinds = KNOWN[key]
    if not kinds then
      error(("viewmodel_host: setup() knows no option %s"):format(vim.inspect(key)), 0)
    elseif not kinds[type(value)] then
      local problem = "viewmodel_host: %s is a %s, not %s"
      local expected = table.concat(vim.tbl_keys(kinds), " or a ")
      error(problem:format(key, expected, vim.inspect(value)), 0)
    end
  end
  M.options = vim.deepcopy(options or {})
end

--- The command of a host, as a list.
---@param given? string|string[]
---@return string[]
function M.command(given)
  local command = given or M.options.command or vim.env.VIEWMODEL_HOST
  if command == nil or command == "" then
    command = "viewmodel-host"
  end
  if type(command) == "string" then
    return { (command:gsub("^~/", (vim.env.HOME or "~") .. "/")) }
  elseif type(command) ~= "table" or type(command[1]) ~= "string" then
    error("viewmodel_host: a command is a program, or a list of it and its arguments", 0)
  end
  return command
end

--- The folder that is listed, without a slash at its end.
---@param given? string
---@return string
function M.folder(given)
  local folder = given or M.options.folder or vim.fn.getcwd()
  return (vim.fn.fnamemodify(folder, ":p"):gsub("(.)/$", "%1"))
end

return M
