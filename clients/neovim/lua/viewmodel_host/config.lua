--- What setup() sets. Nothing has to be set.

local M = {}

---@class viewmodel_host.Config
---@field command? string|string[] the host's program, or that with its arguments; left out, it is `bin/viewmodel-host` of this plugin, $VIEWMODEL_HOST, or `viewmodel-host` on the PATH
---@field record? string a file or folder in which each host records its session
---@field supervised? boolean true: another process goes on when a host's ends
---@field trace? string|boolean a file for what is sent and received; true: see |:ViewModelLog|
---@field folder? string what `:ViewModelList` shows without an argument; left out, the working directory

---@type viewmodel_host.Config
M.options = {}

local OPTIONS = {
  command = "string or table",
  record = "string",
  supervised = "boolean",
  trace = "string or boolean",
  folder = "string",
}

--- Raises an error for options that are not known, or mistyped.
---@param where string
---@param options table<string, any>
---@param known table<string, string> the types of each, as in "string or table"
function M.check(where, options, known)
  for key, value in pairs(options) do
    local kinds = known[key]
    if not kinds then
      local names = vim.tbl_keys(known)
      table.sort(names)
      local problem = 'viewmodel_host: %s knows no option "%s"; it knows %s'
      error(problem:format(where, tostring(key), table.concat(names, ", ")), 0)
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

--- The plugin's folder.
M.root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")

--- The program that was put into the plugin's folder, if one was.
local function bundled()
  local program = M.root .. "/bin/viewmodel-host"
  return vim.fn.executable(program) == 1 and program or nil
end

local function from_home(path)
  return (path:gsub("^~/", (vim.env.HOME or "~") .. "/"))
end

--- The command of a host, as a list, and where it comes from.
---@param given? string|string[]
---@return string[] command
---@return string source for people
function M.command(given)
  local command, source = given, "start()"
  if command == nil then
    command, source = M.options.command, "setup()"
  end
  if command == nil then
    command, source = bundled(), "the plugin's folder"
  end
  if command == nil then
    command, source = vim.env.VIEWMODEL_HOST, "$VIEWMODEL_HOST"
  end
  if command == nil or command == "" then
    command = "viewmodel-host"
    source = "the default, as neither setup() nor $VIEWMODEL_HOST names one"
  end
  if type(command) == "string" then
    return { from_home(command) }, source
  elseif type(command) ~= "table" or type(command[1]) ~= "string" then
    error("viewmodel_host: a command is a program, or a list of it and its arguments", 0)
  end
  return command, source
end

--- Where `trace = true` writes.
---@return string
function M.default_trace()
  local ok, folder = pcall(vim.fn.stdpath, "log") -- since Nvim 0.8
  return (ok and folder or vim.fn.stdpath("cache")) .. "/viewmodel_host.log"
end

--- The file of the trace, if there is to be any; "-" is standard error.
---@param given? string|boolean
---@return string|nil
function M.trace(given)
  local trace = given
  if trace == nil then
    trace = M.options.trace
  end
  if trace == nil then
    trace = vim.env.VIEWMODEL_HOST_TRACE
  end
  if trace == true then
    return M.default_trace()
  end
  if trace == "-" then
    return trace
  end
  return trace and trace ~= "" and vim.fn.fnamemodify(trace, ":p") or nil
end

--- The file or folder of recordings, if there is to be any.
---@param given? string
---@return string|nil
function M.record(given)
  local path = given or M.options.record
  return path and vim.fn.fnamemodify(path, ":p") or nil
end

--- Whether a host is supervised.
---@param given? boolean
---@return boolean
function M.supervised(given)
  if given == nil then
    given = M.options.supervised
  end
  return given == true
end

--- The folder that is listed, without a slash at its end.
---@param given? string
---@return string
function M.folder(given)
  local folder = given or M.options.folder or vim.fn.getcwd()
  return (vim.fn.fnamemodify(folder, ":p"):gsub("(.)/$", "%1"))
end

return M
