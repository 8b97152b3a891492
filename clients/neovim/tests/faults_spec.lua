local runner = require("runner")
local support = require("support")
local transcripts = require("transcripts")
local describe, it, same = runner.describe, runner.it, runner.same

local json = require("viewmodel_host.json")
local patch = require("viewmodel_host.patch")

local FOLDER = support.root .. "/Tests/Transcripts/"
local SERVICES = support.root .. "/clients/conformance/transcripts/"

local PLAYED = {
  FOLDER .. "counter.transcript",
  FOLDER .. "call.transcript",
  FOLDER .. "user.transcript",
  FOLDER .. "dispose.transcript",
  SERVICES .. "services.transcript",
  SERVICES .. "service-cancelled.transcript",
  SERVICES .. "service-rejected.transcript",
}

local FATAL = {
  { name = "die=%d", kind = "host_died", signal = 9 },
  { name = "half=%d", kind = "host_died", signal = 9 },
  { name = "exit=%d:7", kind = "host_died", signal = 0, exit_status = 7 },
  { name = "garbage=%d", kind = "protocol_error" },
}

--- The states at a transcript's end, from its lines alone: those of instances that live then.
local function expected_states(transcript)
  local states = {}
  local function follow(mark, message)
    local params, result = message.params or {}, message.result
    if mark == "-->" and message.method == "viewModel/dispose" then
      states[params.id] = nil
    elseif mark == "<--" and message.method == "viewModel/update" then
      for _, update in ipairs(params.updates) do
        local state = states[update.id] -- none if the same batch disposed it
        states[update.id] = state and patch.apply(state, update.patch or {})
      end
    elseif mark == "<--" and json.is_object(result) and result.state then
      states[result.id] = states[result.id] or result.state -- created; a snapshot says what is known
    end
  end
  for _, line in ipairs(transcript.lines) do
    local parts = json.is_array(line.message) and line.message or { line.message }
    for _, part in ipairs(parts) do
      follow(line.mark, part)
    end
  end
  return states
end

local function states(player)
  local found = {}
  for id, instance in pairs(player.instances) do
    if not instance.closed then
      found[id] = instance.state
    end
  end
  return found
end

--- Plays a transcript against the fake host with faults.
local function play(path, ...)
  local transcript = transcripts.read(path)
  local player = transcripts.player(transcript, support.fake(path, ...))
  local host = player.host
  runner.finally(function()
    host:stop():wait()
  end)
  local deaths = {}
  host:on_died(function(err)
    table.insert(deaths, err)
  end)
  local ok, problem = pcall(function()
    player:play_in_step()
    host:ping():wait()
  end)
  return { ok = ok, problem = problem, host = host, player = player, deaths = deaths }
end

--- Plays a transcript to its end, and compares the states.
local function whole(path, ...)
  local played = play(path, ...)
  if not played.ok then
    error(played.problem, 0)
  end
  local host = played.host
  same(states(played.player), expected_states(transcripts.read(path)), path)
  same(host:stop():wait(), 0)
  same(played.deaths, {})
  return played
end

--- How many lines the host writes in a transcript.
local function written(path)
  local count = 0
  for _, line in ipairs(transcripts.read(path).lines) do
    count = count + (line.mark == "<--" and 1 or 0)
  end
  return count
end

--- The host's end was told exactly once, and all that waits has failed with the same.
local function check_death(played, kind, where)
  runner.eventually("that the death is told", function()
    return #played.deaths > 0
  end)
  same(#played.deaths, 1, where)
  same(played.deaths[1].kind, kind, where)
  same(played.host:is_running(), false)
  local err = runner.raised(function()
    played.host:ping():wait()
  end)
  same(rawequal(err, played.deaths[1]), true, where)
  for id, reply in pairs(played.player.calls) do
    same(reply.done, true, where .. " " .. tostring(id))
  end
end

describe("against the fake host", function()
  for index, path in ipairs(PLAYED) do
    local name = vim.fn.fnamemodify(path, ":t:r")

    it(name .. " is played whole", function()
      for _, fault in ipairs({ "", "drip", "long", "interleave", "noise" }) do
        whole(path, fault ~= "" and fault or nil)
      end
      whole(path, "drip", "interleave", "noise")
    end)

    it(name .. " is cut off by a death", function()
      -- All faults at every line take long: each transcript has another of them at each line, and
      -- those after the first two at every other line.
      local step = index > 2 and 2 or 1
      for count = 1, written(path) - 1, step do
        local fault = FATAL[(math.floor(count / step) + index) % #FATAL + 1]
        local where = ("%s, %s after %d lines"):format(name, fault.name, count)
        local played = play(path, fault.name:format(count))
        check_death(played, fault.kind, where)
        local err = played.deaths[1]
        same({ err.signal, err.exit_status }, { fault.signal, fault.exit_status }, where)
        if fault.exit_status == 7 then
          same(err.stderr, { "last words" })
          runner.contains(err, "the host ended (exit status 7): last words")
        end
      end
    end)

    if index == 1 then
      it("another version is not begun with", function()
        local played = play(path, "version")
        check_death(played, "version_mismatch", name)
        local err = played.deaths[1]
        same({ err.client, err.host }, { { "1" }, { "2" } })
        runner.contains(err, "this client speaks 1, the host 2")
      end)
    end
  end

  it("a mirror finds back into step", function()
    for _, path in ipairs({ PLAYED[1], PLAYED[3], PLAYED[5] }) do
      local resynced = 0
      for gap = 0, 2 do
        local played = whole(path, "gap=" .. gap)
        for _, change in ipairs(played.player.changes) do
          resynced = resynced + (change.resynced and 1 or 0)
        end
      end
      assert(resynced > 0, path)
    end
  end)
end)

describe("services", function()
  it("answer with what they return, raise or say later", function()
    local asked, told = {}, {}
    local page = { items = { { id = "1", name = "one" } }, pages = { currentPage = 1 } }
    local answers = {
      function()
        return page
      end,
      function()
        return nil, { code = 1, message = "returned" }
      end,
      function()
        error({ code = 2, message = "raised" })
      end,
      function()
        error("raised as text", 0)
      end,
      function(_, call)
        call:fail("said")
      end,
      function()
        return print
      end,
      function(_, call)
        vim.schedule(function()
          call:respond(page)
        end)
      end,
    }
    local host = support.start("viewmodel-host", {
      services = {
        items = function(arguments, call)
          table.insert(asked, { arguments.page, call.service, call.instance })
          return answers[#asked](arguments, call)
        end,
      },
    })
    local list = host:create("list", { id = "l" }):wait()
    list:on_event("error", function(event)
      table.insert(told, event.value)
    end)
    list:on_change(function(change)
      if change.before.loading and not change.state.loading then
        table.insert(told, #change.state.items)
      end
    end)
    list:input("viewWillAppear")
    for count = 1, #answers do
      runner.eventually("the end of load " .. count, function()
        return not list.state.loading and #asked == count
      end)
      if count < #answers then
        list:input("reload"):wait()
      end
    end
    same(asked[#answers], { 1, "items", "l" })
    same(told, {
      1,
      0,
      "returned",
      0,
      "raised",
      0,
      "raised as text",
      0,
      "said",
      0,
      "viewmodel_host: a function has no form in JSON",
      1,
    })
  end)

  it("that nobody answers keep a ViewModel from being created", function()
    local host = support.start()
    local err = runner.raised(function()
      host:create("list.article"):wait()
    end)
    same(err.code, require("viewmodel_host").codes.SERVICE_MISSING)
    same(err.data.service, "items")
  end)

  it("are cancelled, and rejected, as the host says", function()
    local played = whole(SERVICES .. "service-rejected.transcript")
    same(#played.player.refused, 2)
    local first, second = unpack(played.player.refused)
    same({ first.kind, first.id, first.service, first.code }, {
      "service_rejected",
      "service-1",
      "items",
      -32602,
    })
    same({ second.id, second.service }, { "service-7", nil })

    local heard, late
    local path = SERVICES .. "service-cancelled.transcript"
    local host = support.started({
      command = support.fake(path),
      services = {
        items = function(arguments, call)
          if arguments.page == 2 then
            vim.schedule(function()
              late:respond("dropped: it was cancelled")
              call:respond({ items = {}, pages = { currentPage = 2, nextPage = vim.NIL } })
              call:respond("dropped: it was answered")
            end)
            return
          end
          late = call
          call:on_cancel(function()
            heard = { call.id, call.service, call.instance, call.cancelled }
            call:on_cancel(function()
              table.insert(heard, "at once")
            end)
          end)
        end,
      },
    })
    local list = host:create("list", { id = "l" }):wait()
    list:input("viewWillAppear")
    list:input("reload")
    runner.eventually("the answer", function()
      return list.revision == 3
    end)
    same(heard, { "service-1", "items", "l", true, "at once" })
    list:dispose():wait()
  end)

  it("whose rejection nobody hears of are shown", function()
    local path = SERVICES .. "service-rejected.transcript"
    local services = {
      items = function()
        return { items = "none" }
      end,
    }
    local host = support.started({ command = support.fake(path), services = services })
    host:create("list", { id = "l" }):wait():call("viewWillAppear"):wait()
    local err = runner.raised(function()
      host:create("list", { id = "m" }):wait()
    end)
    same(err.code, require("viewmodel_host").codes.SERVICE_MISSING)
    local notices = runner.notices()
    same(#notices, 2)
    runner.contains(notices[1], "the answer of the service items to service-1: result.items:")
  end)
end)
