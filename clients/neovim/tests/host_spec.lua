local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local viewmodel_host = require("viewmodel_host")
local codes = viewmodel_host.codes

describe("a host", function()
  it("says what it is and what it has", function()
    local host = support.start()
    same(host.ready:wait().protocol_version, "1")
    same(host.info.name, "viewmodel-host")
    same(host.info.limits.depth, 512)
    same(vim.list_slice(host:list():wait(), 1, 1), { "counter" })
    local description = host:describe("user"):wait()
    same(description.inputs[1].name, "fetch")
    same(description.inputs[1].arguments[1].required, true)
    same(host:request("ping", {}):wait(), vim.empty_dict())
  end)

  it("is called back, in order, on the main loop", function()
    local host, told = support.start(), {}
    host:create("counter", { id = "c" }, function(err, counter)
      same(err, nil)
      same(vim.in_fast_event(), false)
      table.insert(told, "created " .. counter.id)
      counter:on_change(function(change)
        table.insert(told, ("%d → %d"):format(change.before.count, change.state.count))
        same(change.revision, counter.revision)
      end)
      counter:input("plusButtonDidTap", function(rejected)
        same(rejected, nil)
        table.insert(told, "input ended")
      end)
      counter:call("plusButtonDidTap", function(failed, value)
        same({ failed, value }, { nil, vim.NIL })
        table.insert(told, "call ended")
      end)
      table.insert(told, "sent")
    end)
    same(told, {})
    runner.eventually("the end of the call", function()
      return told[#told] == "call ended"
    end)
    same(told, { "created c", "sent", "0 → 1", "input ended", "1 → 2", "call ended" })
  end)

  it("answers what can be waited for", function()
    local host = support.start()
    local user = host:create("user", { id = "u" }):wait()
    same(user.state, { user = vim.NIL })
    local call = user:call("fetch", { userId = 7 })
    local now
    host:advance(1000, function(_, milliseconds)
      now = milliseconds
    end)
    same(call:wait(), vim.NIL)
    same(user.state, { user = { id = 7 } })
    host:ping():wait()
    same(now, 1000)
    local input = user:input("fetch", { 8 })
    same(input.done, false)
    host:advance(1000):wait()
    same(input.done, true)
    same(user.state.user.id, 8)
    local snapshot = user:snapshot():wait()
    same(snapshot, { id = "u", revision = 2, state = { user = { id = 8 } } })
  end)

  it("gives up a call", function()
    local host = support.start()
    local user = host:create("user"):wait()
    local call = user:call("fetch", { userId = 7 })
    call:cancel()
    local err = runner.raised(function()
      call:wait()
    end)
    same({ err.kind, err.code }, { "cancelled", codes.CANCELLED })
    call:cancel()
    same(host:ping():wait(), vim.empty_dict())
  end)

  it("takes a batch as one turn", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    local changes, created = {}, nil
    counter:on_change(function(change)
      table.insert(changes, change.state.count)
    end)
    host:batch(function()
      counter:input("plusButtonDidTap")
      counter:input("plusButtonDidTap")
      created = host:create("counter", { id = "second" })
      runner.contains(
        runner.raised(function()
          created:wait()
        end),
        "nothing in it can be waited for"
      )
    end)
    same(created:wait().id, "second")
    same(changes, { 2 })
  end)

  it("sends nothing of a batch that raises an error", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    local input, created
    local err = runner.raised(function()
      host:batch(function()
        input = counter:input("plusButtonDidTap")
        created = host:create("counter")
        error("oops")
      end)
    end)
    runner.contains(err, "oops")
    for _, reply in ipairs({ input, created }) do
      local given_up = runner.raised(function()
        reply:wait()
      end)
      same(given_up.kind, "cancelled")
    end
    local too_many = runner.raised(function()
      host:batch(function()
        for _ = 1, 5001 do
          counter:input("plusButtonDidTap")
        end
      end)
    end)
    runner.contains(too_many, "a batch of more than 5000 messages")
    same(counter:snapshot():wait().state.count, 0)
    host:batch(function() end)
  end)

  it("has an instance that a batch creates before a call of the batch has ended", function()
    local host = support.start()
    local user = host:create("user"):wait()
    local first, fetched, changes = nil, nil, {}
    host:batch(function()
      first = host:create("counter", {
        id = "c",
        on_change = function(change)
          table.insert(changes, change.state.count)
        end,
      })
      fetched = user:call("fetch", { userId = 1 })
    end)
    same(first:wait().state.count, 0)
    host:request("viewModel/call", { id = "c", input = "plusButtonDidTap" }):wait()
    same(changes, { 1 })
    same(fetched.done, false)
    host:advance(1000):wait()
    fetched:wait()
  end)

  it("observes what it is asked to", function()
    local host = support.start()
    local counter = host:create("counter", { observe = { "count" } }):wait()
    same(counter.state, { count = 0 })
    counter:observe({ "isEven" }):wait()
    same(counter.state, { isEven = true })
    counter:observe({}):wait()
    same(counter.state, vim.empty_dict())
    same(require("viewmodel_host.json").is_object(counter.state), true)
  end)

  it("tells which inputs were rejected", function()
    local host = support.start()
    local counter = host:create("counter", { id = "c" }):wait()
    local err = runner.raised(function()
      counter:input("bogus"):wait()
    end)
    same({ err.kind, err.code, err.id, err.input }, {
      "input_rejected",
      codes.UNKNOWN_INPUT,
      "c",
      "bogus",
    })
    same(err.data.inputs[1], "plusButtonDidTap")
    runner.contains(err, "c.bogus: counter has no input bogus")

    counter:input("bogus")
    host:ping():wait()
    same(#runner.notices(), 1)

    local told = {}
    local off = counter:on_rejected(function(rejected)
      table.insert(told, "instance " .. rejected.input)
    end)
    host:on_rejected(function(rejected)
      table.insert(told, "host " .. rejected.input)
    end)
    counter:input("bogus")
    host:ping():wait()
    off()
    counter:input("worse")
    host:ping():wait()
    same(told, { "instance bogus", "host bogus", "host worse" })
  end)

  it("tells what requests failed", function()
    local host = support.start()
    local err = runner.raised(function()
      host:create("conter"):wait()
    end)
    same({ err.kind, err.code, err.method }, {
      "request_failed",
      codes.UNKNOWN_VIEWMODEL,
      "viewModel/create",
    })
    same(viewmodel_host.is_error(err), true)
    local user = host:create("user"):wait()
    err = runner.raised(function()
      user:call("fetch", { userId = "7" }):wait()
    end)
    same({ err.code, err.data.path }, { codes.INVALID_PARAMS, "/arguments/userId" })
  end)

  it("disposes and closes", function()
    local host = support.start("example-host")
    local form = host:create("example.form", { id = "f" }):wait()
    local preview = host:create("example.preview", { id = "p", uses = { form = form } }):wait()
    local told = {}
    for _, instance in ipairs({ form, preview }) do
      instance:on_closed(function(reason)
        table.insert(told, instance.id .. ": " .. reason)
      end)
    end
    form:call("rename", { name = "Ada" }):wait()
    same(preview.state, { text = "Ada" })
    form:dispose():wait()
    same(told, { "p: f, which it uses as form, was disposed", "f: it was disposed" })
    same(form.closed, "it was disposed")
    same(host.instances, {})
    form:dispose():wait()
    for _, ask in ipairs({ "call", "input", "snapshot" }) do
      local err = runner.raised(function()
        preview[ask](preview, ask ~= "snapshot" and "x" or nil):wait()
      end)
      same({ err.kind, err.id }, { "instance_closed", "p" })
    end
  end)

  it("tells events after the change of their turn", function()
    local host, told = support.start("example-host"), {}
    local form = host:create("example.form"):wait()
    form:on_event(function(event)
      table.insert(told, { event.name, event.value, #form.state.tags })
    end)
    form:on_event("nothing", function()
      error("an event of another name")
    end)
    form:on_event("message", function(event)
      table.insert(told, event.value)
    end)
    form:on_change(function(change)
      table.insert(told, change.state.tags)
    end)
    form:call("addTag", { tag = "new" }):wait()
    same(told, { { "new" }, { "message", "Added new", 1 }, "Added new" })
    same(runner.notices(), {
      "viewmodel_host: example.form has no event nothing; it has message",
    })
  end)

  it("applies a turn whole before it calls back", function()
    local host, told = support.start("example-host"), {}
    local form = host:create("example.form", { id = "f" }):wait()
    local preview = host:create("example.preview", { uses = { form = "f" } }):wait()
    for _, instance in ipairs({ form, preview }) do
      instance:on_change(function()
        table.insert(told, { form.state.name, preview.state.text })
      end)
    end
    form:call("rename", { name = "Ada" }):wait()
    same(told, { { "Ada", "Ada" }, { "Ada", "Ada" } })
  end)

  it("tells what failed inside a ViewModel", function()
    local host, told = support.start("example-host"), {}
    local division = host:create("example.division", { id = "d" }):wait()
    division:input("divide", { by = 0 }):wait()
    same(#runner.notices(), 1)
    host:on_failed(function(failure)
      table.insert(told, { failure.id, failure.code })
    end)
    division:input("divide", { by = 4 }):wait()
    division:input("divide", { by = 0 }):wait()
    same(told, { { "d", codes.OUTPUT_FAILED } })
    same(division.state.quotient, 0.25)
  end)

  it("logs to who listens", function()
    local host, told = support.start("viewmodel-host", { log = "warning" }), {}
    host:on_log(function(line)
      table.insert(told, line)
    end)
    host.connection:notify("window/didFocus")
    host:ping():wait()
    local message = "Ignored the unknown notification window/didFocus"
    same(told, { { level = "warning", message = message } })
  end)

  it("refuses what the host could not read, and goes on", function()
    local host = support.start()
    local counter = host:create("counter"):wait()
    local deep = {}
    for _ = 1, 600 do
      deep = { deep }
    end
    local cases = {
      { { x = 0 / 0 }, "has no form in JSON" },
      { { x = "\255" }, "not UTF-8" },
      { deep, "deeper than the 512" },
      { { x = ("x"):rep(17 * 1024 * 1024) }, "reads at most 16777216" },
      { "text", "arguments are a table" },
    }
    for _, case in ipairs(cases) do
      local problem = runner.raised(function()
        counter:call("plusButtonDidTap", case[1])
      end)
      runner.contains(problem, case[2])
    end
    counter:call("plusButtonDidTap", {}):wait()
    same(counter.state.count, 1)
  end)

  it("refuses options that are none", function()
    local host = support.start()
    for option, value in pairs({ di = "c", id = 7, on_change = 7, observe = "count" }) do
      local problem = runner.raised(function()
        host:create("counter", { [option] = value })
      end)
      runner.contains(problem, "viewmodel_host: create()")
      runner.contains(problem, option)
    end
    local problem = runner.raised(function()
      host:ping(7)
    end)
    runner.contains(problem, "a callback is a function, not 7")
  end)

  it("is stopped", function()
    local host = support.start()
    local user = host:create("user"):wait()
    local call = user:call("fetch", { userId = 1 })
    same(host:is_running(), true)
    local stopping = host:stop()
    same(host:is_running(), false)
    runner.eventually("that the call fails", function()
      return call.done
    end)
    same(call.error.kind, "host_closed")
    same(stopping:wait(), 0)
    same(host:stop():wait(), 0)
    local err = runner.raised(function()
      user:call("fetch", { userId = 1 }):wait()
    end)
    same(err.kind, "host_closed")
    user:dispose():wait()
    same(host.instances, {})
  end)
end)
