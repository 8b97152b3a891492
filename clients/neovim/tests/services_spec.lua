local runner = require("runner")
local support = require("support")
local describe, it, same = runner.describe, runner.it, runner.same

local SERVICES = support.root .. "/clients/conformance/transcripts/"

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

  it("answer what the fake host asks", function()
    local pages = {
      { items = { { id = "1", name = "ä" } }, pages = { currentPage = 1, nextPage = 2 } },
    }
    local host = support.started({
      command = support.fake(SERVICES .. "services.transcript"),
      services = {
        items = function(arguments, call)
          if arguments.page == 2 then
            return nil, { code = 1, message = "net", data = { retry = true } }
          elseif arguments.page == 2 ^ 53 - 1 then
            call:respond(nil)
            return
          end
          return arguments.page and pages[arguments.page] or {}
        end,
      },
    })
    local list = host:create("list", { id = "l" }):wait()
    list:input("viewWillAppear")
    for number, input in ipairs({ "paginate", "reload" }) do
      runner.eventually("page " .. number, function()
        return list.revision == 2 * number
      end)
      list:input(input)
    end
    runner.eventually("the end of reload", function()
      return list.revision == 5
    end)
    same(list:snapshot():wait().revision, 5)
    same(host:stop():wait(), 0)
  end)

  it("hear of what the host could not use", function()
    local refused = {}
    local host = support.started({
      command = support.fake(SERVICES .. "service-rejected.transcript"),
      services = {
        items = function()
          return { items = "none" }
        end,
      },
    })
    host:on_rejected(function(err)
      table.insert(refused, { err.kind, err.id, err.service or "none", err.code })
    end)
    local list = host:create("list", { id = "l" }):wait()
    list:call("viewWillAppear"):wait()
    runner.raised(function()
      host:create("list", { id = "m" }):wait()
    end)
    same(refused, {
      { "service_rejected", "service-1", "items", -32602 },
      { "service_rejected", "service-7", "none", -32600 },
    })
  end)

  it("are cancelled as the host says", function()
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
