-- Holds the conversations of a file with the generated modules of a folder, and writes what came of them.
local folder = vim.env.FOLDER
local encode = require("viewmodel_host.json").encode
local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end
local host = require("viewmodel_host").start({ command = vim.json.decode(read(folder .. "/host.json")) })

local function talk()
  local said = assert(io.open(folder .. "/said", "w"))
  for _, step in ipairs(vim.json.decode(read(vim.env.TALK))) do
    local path = folder .. "/" .. step.viewModel .. ".lua"
    local model = assert(loadfile(path))().create(host):wait()
    local returned = {}
    for _, call in ipairs(step.calls) do
      local given, count = {}, #call.arguments
      for place, argument in ipairs(call.arguments) do
        given[place] = argument.value
      end
      -- A call gives a request; an input gives nothing, and has been handled when a request after it is answered.
      local request = model[call.input](model, unpack(given, 1, count))
      local value = (request or host:request("ping")):wait()
      table.insert(returned, request and value ~= nil and encode(value) or "null")
    end
    local state = encode(model.state)
    said:write("[[" .. table.concat(returned, ",") .. "]," .. state .. "]\n")
  end
  said:close()
end

local passed, problem = xpcall(talk, debug.traceback)
if not passed then
  io.stderr:write(tostring(problem) .. "\n")
  vim.cmd("cquit")
end
host:close()
vim.cmd("qall!")
