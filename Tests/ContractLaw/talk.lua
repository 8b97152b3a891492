-- Holds the conversations of a file with the generated modules of a folder, and writes what came of them.
local folder = vim.env.FOLDER
local json = require("viewmodel_host.json")
local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end
local host = require("viewmodel_host").start({ command = json.decode(read(folder .. "/host.json")) })

local function talk()
  local said = assert(io.open(folder .. "/said", "w"))
  for _, step in ipairs(json.decode(read(vim.env.TALK))) do
    local path = folder .. "/" .. step.viewModel .. ".lua"
    local model = assert(loadfile(path))().create(host):wait()
    local returned = {}
    for _, call in ipairs(step.calls) do
      local given, count = {}, #call.arguments
      for place, argument in ipairs(call.arguments) do
        given[place] = argument.value
      end
      local text = json.encode(model[call.input](model, unpack(given, 1, count)):wait())
      table.insert(returned, text)
    end
    local state = json.encode(model.state)
    said:write("[[" .. table.concat(returned, ",") .. "]," .. state .. "]\n")
  end
  said:close()
end

local passed, problem = xpcall(talk, debug.traceback)
if not passed then
  io.stderr:write(tostring(problem) .. "\n")
  vim.cmd("cquit")
end
host:stop()
vim.cmd("qall!")
