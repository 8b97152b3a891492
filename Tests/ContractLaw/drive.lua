-- Calls all members of the generated modules of a folder with the numbers of their arguments.
local folder = vim.env.FOLDER
local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end
local command = vim.json.decode(read(folder .. "/host.json"))
local host = require("viewmodel_host").start({ command = command })

local function numbers(count)
  local list = {}
  for number = 1, count do
    list[number] = number - 1
  end
  return list
end

local function drive()
  -- Names of Lua's metatables and of all classes.
  local own = { create = true, services = true, __index = true, __tostring = true, contract = true, view_model = true }
  for _, path in ipairs(vim.fn.glob(folder .. "/*.lua", true, true)) do
    if not path:match("/types%.lua$") then
      local class = assert(loadfile(path))()
      local described = vim.json.decode(class.contract).viewModels[1]
      local parameters, uses = {}, {}
      for index, parameter in ipairs(described.parameters) do
        parameters[parameter.name] = index - 1
      end
      for _, role in ipairs(described.uses) do
        uses[role.name] = "other"
      end
      local options = {}
      if next(parameters) then
        options.parameters = parameters
      end
      if next(uses) then
        options.uses = uses
      end
      local model = class.create(host, options):wait()
      local text = read(path)
      for name, list in text:gmatch("\nfunction [%w_]+:([%w_]+)%(([^)]*)%)") do
        local body = text:match("\nfunction [%w_]+:" .. name .. "%(.-\nend\n")
        if not own[name] and not body:find("self:on_event(", 1, true) then
          local count = select(2, list:gsub(", callback$", ""):gsub("^callback$", ""):gsub("[^,]+", ""))
          local request = model[name](model, unpack(numbers(count), 1, count));
          (request or host:request("ping")):wait()
        end
      end
    end
  end
end

local passed, problem = xpcall(drive, debug.traceback)
if not passed then
  io.stderr:write(tostring(problem) .. "\n")
  vim.cmd("cquit")
end
host:close()
vim.cmd("qall!")
