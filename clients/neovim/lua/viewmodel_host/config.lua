--- What setup() sets. Nothing has to be set.

local M = {}

---@class viewmodel_host.Config
---@field command? string|string[] the host's program, or that with its arguments; left out, it is $VIEWMODEL_HOST, or `viewmodel-host` on the PATH
---@field folder? string what `:ViewModelList` shows without an argument; left out, the working directory

---@type viewmodel_host.Config
M.options = {}

local OPTIONS = { command = "string or table", folder = "string" }

--- Raises an error for options that are not known, or mistyped.
---@param where string
---@param options table<string, any>
---@param known table<string, string> the types of each, as in "string or table"
function M.check(where, options, known)
  for key, value in pairs(options) do
    local kinds = known[key]
    if not kinds then
      error(("viewmodel_host: %s knows no option %s"):format(where, vim.inspect(key)), 0)
    elseif not vim.tbl_contains(vim.split(kinds, " or "), type(value)) then
      local problem = "viewmodel_host: %s: %s is a %s, not %s"
      error(problem:format(where, key, kinds, vim.inspect(value)), 0)
    end
  end
end

---@param options? viewmodel_host.Config
function M.setup(options)
  M.check("setup()", options or {}, OPTIONS)
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
