import JSON
import OperatingSystem
import ViewModelHost

/// Runs the lines of a script, one after another, and answers each.
final class AttachedScript {
  private let host: AttachedHost
  /// How long a line may take, in seconds.
  private var timeout: Int
  private let calls = AttachedCalls()
  /// The answer to the line that is running, once it is known.
  private var reply: AttachReply?
  /// Whether a line is running.
  private var isBusy = false
  /// Evaluated after each line of the host while a line waits for a state or for news.
  private var condition: (() -> AttachReply?)?
  /// When the line that is running times out, in nanoseconds of ``Process/nanoseconds()``.
  private var deadline: Int64 = 0
  /// The request to cancel then.
  private var request: Int64?
  private var lastError = JSONValue.null

  /// - Parameter timeout: how long a line may take, in seconds.
  init(_ host: AttachedHost, timeout: Int) {
    self.host = host
    self.timeout = timeout
  }

  /// Runs until the script ends, or closes its end of `output`.
  func serve(_ input: LineReader, _ output: LineSender) throws -> ExitStatus {
    let wakeup = try Wakeup()
    Process.catchTermination()
    Process.reportTermination(to: wakeup.writing)
    while !Process.isTerminationRequested {
      if !isBusy, output.waitingCount < Self.waitingLimit, let line = input.next() { begin(line) }
      if let reply = condition?() { finish(reply) }
      if isBusy, reply == nil, Process.nanoseconds() >= deadline { timeOut() }
      if let reply {
        output.append(reply.line)
        if let error = reply.error { lastError = error }
        (self.reply, isBusy, condition, request) = (nil, false, nil, nil)
        output.flush()
        continue
      }
      let isFull = output.waitingCount >= Self.waitingLimit
      if !isBusy && !isFull && input.hasEnded { break }
      let readsInput = !isBusy && !isFull
      var entries = [Poll.Entry(output.descriptor, output.waitingCount > 0 ? .write : .hangUp)]
      entries.append(Poll.Entry(wakeup.descriptor, .read))
      if readsInput { entries.append(Poll.Entry(input.descriptor, .read)) }
      entries += host.interests
      let limit = host.hasServices ? Self.serviceInterval : Int.max
      Poll.wait(
        &entries, milliseconds: isBusy ? min(timeLeft, limit) : host.hasServices ? limit : nil)
      if output.waitingCount > 0 {
        output.flush()
      } else if entries[0].isReady {
        break
      }
      if readsInput && entries[2].isReady { input.read() }
      host.exchange()
    }
    while output.waitingCount > 0 && !Process.isTerminationRequested {
      _ = Poll.wait(for: [
        Poll.Entry(output.descriptor, .write), Poll.Entry(wakeup.descriptor, .read),
      ])
      output.flush()
    }
    host.close(because: .failed(.closedByScript, "the script has ended"))
    return .success
  }

  /// While more bytes than this are unread by the script, no command begins.
  private static let waitingLimit = 1024 * 1024
  /// How often running services are polled, in milliseconds.
  private static let serviceInterval = 20

  private var timeLeft: Int { Int(max(0, (deadline - Process.nanoseconds()) / 1_000_000 + 1)) }

  private func finish(_ reply: AttachReply) { if isBusy { self.reply = reply } }

  private func timeOut() {
    let number = request
    finish(.failed(.timeout, "the time is over"))
    if let number { host.notify("$/cancelRequest", ["id": .integer(number)]) }
  }

  /// - Returns: a handler that finishes the current line with the result of a request.
  private func answered(
    _ form: @escaping (JSONValue) -> AttachReply = AttachReply.json
  ) -> (AttachedHost.AttachResult) -> Void {
    let line = deadline
    return { [weak self] result in
      // Ignore the answer to a line that has timed out.
      guard let self, isBusy, line == deadline else { return }
      switch result {
      case .success(let value): finish(form(value))
      case .failure(let failure): finish(failure)
      }
    }
  }

  private func begin(_ line: String) {
    isBusy = true
    startTime()
    var words = AttachWords(line)
    do throws(AttachReply) {
      let name = words.isEmpty ? "" : try words.next("a command")
      guard let command = Self.commands[name] else {
        throw .failed(
          .usage, "there is no command \(name); viewmodel-host attach --help lists them")
      }
      if host.isInTurn && !Self.inTurn.contains(name) {
        throw .failed(.usage, "\(name) waits for the host, which gets the turn with send")
      }
      try command(self, &words)
      try words.end()
    } catch {
      reply = error
    }
  }

  private func startTime() {
    deadline = Process.nanoseconds() + Int64(timeout) * 1_000_000_000
  }

  // MARK: Commands

  /// The commands that do not wait for the host, which a turn may contain.
  private static let inTurn: Set = [
    "turn", "send", "input", "begin", "notify", "get", "json", "revision", "instances", "done",
    "cancel", "news", "error", "pid", "timeout", "close",
  ]

  private typealias Body = (AttachedScript, inout AttachWords) throws(AttachReply) -> Void

  private static let commands: [String: Body] = [
    "create": { script, words throws(AttachReply) in try script.create(&words) },
    "input": { script, words throws(AttachReply) in
      let input = try script.input(&words)
      script.host.notify("viewModel/input", input)
      script.finish(script.host.ending ?? .done)
    },
    "call": { script, words throws(AttachReply) in
      let input = try script.input(&words)
      script.request = script.host.ask(
        "viewModel/call", input, script.answered { .json($0["value"] ?? .null) })
    },
    "begin": { script, words throws(AttachReply) in
      let input = try script.input(&words)
      if let ending = script.host.ending { throw ending }
      let number = script.calls.begin(input, on: script.host)
      script.finish(.json(.integer(number)))
    },
    "end": { script, words throws(AttachReply) in
      let number = try words.number("the number of a call")
      try script.calls.check(number)
      script.request = number
      script.condition = { [calls = script.calls] in calls.end(number) }
    },
    "done": { script, words throws(AttachReply) in
      let number = try words.number("the number of a call")
      try script.calls.check(number)
      script.finish(.json(.bool(script.calls.isDone(number))))
    },
    "cancel": { script, words throws(AttachReply) in
      let number = try words.number("the number of a call")
      try script.calls.check(number)
      script.host.notify("$/cancelRequest", ["id": .integer(number)])
      script.finish(.done)
    },
    "get": { script, words throws(AttachReply) in
      script.finish(.plain(try script.value(&words)))
    },
    "json": { script, words throws(AttachReply) in
      script.finish(.json(try script.value(&words)))
    },
    "wait": { script, words throws(AttachReply) in try script.wait(&words) },
    "revision": { script, words throws(AttachReply) in
      let instance = try script.instance(try words.next("ID"))
      script.finish(.json(.integer(instance.known.revision)))
    },
    "instances": { script, _ throws(AttachReply) in
      var all: JSONObject = [:]
      for (id, one) in script.host.instances.sorted(by: { $0.value.number < $1.value.number }) {
        all[id.text] = ["revision": .integer(one.known.revision), "state": one.known.state]
      }
      script.finish(.json(.object(all)))
    },
    "observe": { script, words throws(AttachReply) in
      let id = try script.living(&words)
      script.host.observe(id, try words.json("the outputs"), script.answered())
    },
    "window": { script, words throws(AttachReply) in
      let id = try script.living(&words)
      let output = try words.next("OUTPUT")
      let (offset, limit) = (try words.number("OFFSET"), try words.number("LIMIT"))
      script.host.ask(
        "viewModel/window",
        [
          "id": .string(id), "output": .string(output), "offset": .integer(offset),
          "limit": .integer(limit),
        ], script.answered())
    },
    "snapshot": { script, words throws(AttachReply) in
      let id = try script.living(&words)
      script.host.ask("viewModel/snapshot", ["id": .string(id)], script.answered())
    },
    "dispose": { script, words throws(AttachReply) in
      script.host.dispose(try script.living(&words), script.answered())
    },
    "request": { script, words throws(AttachReply) in
      let method = try words.next("METHOD")
      let params = words.isEmpty ? [:] : try words.json("the params")
      script.request = script.host.ask(method, params, script.answered())
    },
    "notify": { script, words throws(AttachReply) in
      let method = try words.next("METHOD")
      let params = words.isEmpty ? [:] : try words.json("the params")
      script.host.notify(method, params)
      script.finish(script.host.ending ?? .done)
    },
    "turn": { script, _ throws(AttachReply) in
      script.host.beginTurn()
      script.finish(.done)
    },
    "send": { script, _ throws(AttachReply) in
      script.host.endTurn()
      script.finish(script.host.ending ?? .done)
    },
    "news": { script, words throws(AttachReply) in try script.news(&words) },
    "timeout": { script, words throws(AttachReply) in
      let seconds = try words.number("SECONDS")
      guard 1...86_400 ~= seconds else { throw .failed(.usage, "SECONDS: 1 to 86400") }
      script.timeout = Int(seconds)
      script.finish(.done)
    },
    "pid": { script, _ throws(AttachReply) in
      if let ending = script.host.ending { throw ending }
      script.finish(.json(.integer(Int64(script.host.process?.id ?? 0))))
    },
    "error": { script, _ throws(AttachReply) in script.finish(.json(script.lastError)) },
    "restart": { script, _ throws(AttachReply) in
      script.host.close(because: .failed(.closedByScript, "the host was stopped"))
      script.startTime()
      let line = script.deadline
      script.host.restart {
        guard script.isBusy, line == script.deadline else { return }
        script.finish(
          script.host.ending ?? .json(.integer(Int64(script.host.process?.id ?? 0))))
      }
    },
    "close": { script, _ throws(AttachReply) in
      script.host.close(because: .failed(.closedByScript, "the host was stopped"))
      script.finish(.done)
    },
  ]

  private func create(_ words: inout AttachWords) throws(AttachReply) {
    var params: JSONObject = [:]
    if let id = try words.option("--id") { params["id"] = .string(id) }
    for name in ["parameters", "uses", "observe"] {
      if let value = try words.jsonOption("--\(name)") { params[name] = value }
    }
    params["name"] = .string(try words.next("NAME"))
    host.create(params, answered())
  }

  /// The params of an input of an open instance.
  private func input(_ words: inout AttachWords) throws(AttachReply) -> JSONValue {
    let id = try living(&words)
    var params: JSONObject = ["id": .string(id), "input": .string(try words.next("INPUT"))]
    if let arguments = try words.arguments() { params["arguments"] = arguments }
    return .object(params)
  }

  private func living(_ words: inout AttachWords) throws(AttachReply) -> String {
    let id = try words.next("ID")
    if let ending = host.ending { throw ending }
    _ = try instance(id)
    return id
  }

  private func instance(_ id: String) throws(AttachReply) -> AttachedHost.Instance {
    guard let instance = host.instances[ExactString(id)] else {
      throw .failed(.closed, "there is no instance \(id)")
    }
    return instance
  }

  /// A value in the state of an instance.
  private func value(_ words: inout AttachWords) throws(AttachReply) -> JSONValue {
    let id = try words.next("ID")
    let path = words.rest()
    guard let value = try instance(id).known.state.member(at: path) else {
      throw .failed(.request, "there is no \(path.joined(separator: " ")) in the state of \(id)")
    }
    return value
  }

  private func wait(_ words: inout AttachWords) throws(AttachReply) {
    let id = try words.next("ID")
    var path = words.rest()
    guard let last = path.popLast(), let equals = last.firstIndex(of: "=") else {
      throw .failed(.usage, "expected OUTPUT=JSON")
    }
    path.append(String(last[..<equals]))
    let wanted = AttachWords.value(String(last[last.index(after: equals)...]))
    condition = { [host, path] in
      guard let instance = host.instances[ExactString(id)] else {
        return .failed(.closed, "there is no instance \(id)")
      }
      if instance.known.state.member(at: path) == wanted { return .plain(wanted) }
      return host.ending
    }
  }

  private func news(_ words: inout AttachWords) throws(AttachReply) {
    guard host.options.keepsNews else {
      throw .failed(.usage, "the command news needs the option --news")
    }
    guard !words.isEmpty else { return finish(.json(host.takeNews())) }
    let seconds = try words.number("SECONDS")
    guard 0...86_400 ~= seconds else { throw .failed(.usage, "SECONDS: 0 to 86400") }
    let end = Process.nanoseconds() + seconds * 1_000_000_000
    deadline = end + 1_000_000
    condition = { [host] in
      guard host.hasNews || host.ending != nil || Process.nanoseconds() >= end else { return nil }
      return .json(host.takeNews())
    }
  }
}

extension JSONValue {
  /// The value at a path of keys and indices.
  fileprivate func member(at path: [String]) -> JSONValue? {
    path.reduce(Optional(self)) { value, key in
      switch value {
      case .object(let object)?: object[key]
      case .array(let elements)?:
        // A plain `nil` would become JSON's null.
        Int(key).flatMap { elements.indices ~= $0 ? elements[$0] : Optional<JSONValue>.none }
      default: nil
      }
    }
  }
}
