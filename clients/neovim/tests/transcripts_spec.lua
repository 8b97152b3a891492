local runner = require("runner")
local support = require("support")
local transcripts = require("transcripts")
local describe, it, same = runner.describe, runner.it, runner.same

local json = require("viewmodel_host.json")
local transport = require("viewmodel_host.transport")

--- A transcript's lines as they are, through the transport.
local function replay(transcript)
  local lines, ended = {}, nil
  local process = assert(transport.spawn(transcripts.command(transcript), {}, {
    run_due = function() end,
    on_line = function(line)
      table.insert(lines, line)
    end,
    on_end = function(exit_status)
      ended = exit_status
    end,
  }))
  local last
  for index, line in ipairs(transcript.lines) do
    last = line.mark == "-->" and index or last
  end
  local compared = 0
  for index, line in ipairs(transcript.lines) do
    if line.mark == "-->" then
      process:write(line.text .. "\n")
    else
      runner.eventually(transcript.name .. ": " .. line.text, function()
        return #lines > compared or ended
      end)
      compared = compared + 1
      local found = lines[compared] or "nothing"
      if found ~= line.text and not json.equal(json.decode(found), line.message) then
        same(found, line.text, transcript.name)
      end
    end
    if index == last then
      process:close()
    end
  end
  runner.eventually("the end of the host", function()
    return ended
  end)
  same({ ended, #lines }, { 0, compared }, transcript.name)
  return compared
end

describe("the transcripts", function()
  it("come line by line through the transport", function()
    local compared = 0
    for _, transcript in ipairs(transcripts.all()) do
      compared = compared + replay(transcript)
    end
    assert(compared > 1000, compared)
  end)

  it("leave the mirrors as the host is", function()
    local compared, changes, events, answered, played = 0, 0, 0, 0, 0
    for _, transcript in ipairs(transcripts.all()) do
      local player = transcripts.player(transcript, transcripts.command(transcript))
      player:play(function()
        compared = compared + player:compare()
      end)
      for _, change in ipairs(player.changes) do
        same(change.resynced, false, transcript.name)
      end
      played = played + 1
      changes = changes + #player.changes
      events = events + #player.events
      answered = answered + vim.tbl_count(player.asked)
      player.host:stop():wait()
    end
    assert(played > 150, played)
    assert(compared > 1000, compared)
    assert(changes > 300, changes)
    assert(events > 30, events)
    assert(answered > 100, answered)
  end)

  it("name the error codes that this client names", function()
    local protocol = support.read(support.root .. "/protocol.md")
    local expected = {}
    for code, name in protocol:match("## Errors(.-)\n## "):gmatch("\n| (%-%d+) | ([^|]+) |") do
      expected[name:upper():gsub(" ", "_")] = tonumber(code)
    end
    same(vim.tbl_count(expected) > 15, true)
    local found = vim.deepcopy(require("viewmodel_host").codes)
    for name, code in pairs(expected) do
      same(found[name], code, name)
    end
  end)
end)
