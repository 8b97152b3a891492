import HostEngine
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelHost

/// A host that a script drives, with its instances, pending requests and news.
final class AttachedHost {
  struct Options {
    /// The program and its arguments; this program when empty.
    var command: [String] = []
    /// Shell commands by service.
    var services: [String: String] = [:]
    /// Whether news is kept until ``AttachedHost/takeNews()``. Otherwise failures go to standard
    /// error.
    var keepsNews = false
    var isSupervised = false
    var record: String?
    var logLevel = LogLevel.warning
  }

  struct Instance {
    var known: KnownInstance
    /// The params of `viewModel/create` that create it again.
    var creation: JSONObject
    /// Increases in the order of creation.
    let number: Int64
  }

  let options: Options
  private(set) var instances: [ExactString: Instance] = [:]
  /// Why requests fail; `nil` while the host serves.
  private(set) var ending: AttachReply?
  private(set) var process: ChildProcess?
  private var errors: HostErrors?
  private var toHost: LineSender?
  private var fromHost: LineReader?
  private var trace = AttachedTrace()
  /// Whether it has answered `initialize`.
  private var isGreeted = false
  private var lastID: Int64 = 0
  private var questions: [Int64: (AttachResult) -> Void] = [:]
  private var services: [(id: JSONValue, service: AttachedService)] = []
  private var news = AttachedNews()
  /// The messages of an open turn; `nil` when none is open.
  private var turn: [JSONValue]?

  typealias AttachResult = Result<JSONValue, AttachReply>

  init(_ options: Options) {
    self.options = options
    news.isKept = options.keepsNews
    start()
  }

  // MARK: Lifetime

  /// Starts a host, and sends `initialize`.
  func start() {
    (ending, turn) = (nil, nil)
    var arguments = Array(options.command.dropFirst())
    if options.isSupervised { arguments.append("--supervised") }
    if let record = options.record { arguments += ["--record", record] }
    let program = options.command.first ?? Process.executable
    do throws(SystemError) {
      guard let path = ProgramPath.find(program) else {
        throw SystemError(program, reason: "there is no such program")
      }
      let (process, errors) = try HostErrors.start(path, arguments, isGroup: true)
      (self.process, self.errors) = (process, errors)
      (toHost, fromHost) = (LineSender(process.input), LineReader(process.output))
    } catch {
      ending = .failed(
        .notFound,
        "cannot start the host \(program): \(error.reason). Install its package, put viewmodel-host on the PATH, "
          + "or give its command after --")
      return
    }
    trace.write("start \(([program] + arguments).joined(separator: " "))")
    var capabilities: JSONObject = [
      "services": .array(options.services.keys.sorted().map(JSONValue.string)),
      "log": .string(options.logLevel.rawValue),
    ]
    if options.isSupervised { capabilities["restarts"] = true }
    let params: JSONValue = [
      "protocolVersions": ["1"], "client": ["name": "attach"],
      "capabilities": .object(capabilities),
    ]
    isGreeted = false
    ask("initialize", params) { [weak self] result in
      self?.isGreeted = true
      guard case .failure(let failure) = result, let error = failure.error else { return }
      guard error["code"]?.integerValue == Int64(RPCError.Code.unsupportedVersion.rawValue) else {
        self?.isGreeted = false
        self?.breakOff(error.text("message"))
        return
      }
      self?.close(because: .refused(error, as: .version))
    }
  }

  /// Starts another host, and creates the instances again. Each gives news: a new state, or that it
  /// is closed.
  ///
  /// - Parameter then: called when the host has answered for all of them.
  func restart(_ then: @escaping () -> Void) {
    close(because: .failed(.closedByScript, "the host was stopped"))
    start()
    let again = instances.sorted { $0.value.number < $1.value.number }
    for (id, instance) in again {
      ask("viewModel/create", .object(instance.creation)) { [weak self] result in
        switch result {
        case .success(let created):
          self?.instances[id]?.known = KnownInstance(created) ?? instance.known
          self?.news.add([
            "news": "change", "id": .string(id.text), "revision": created["revision"] ?? 0,
            "patch": .null,
          ])
        case .failure(let failure): self?.forget(id.text, because: failure.text ?? "")
        }
      }
    }
    ask("ping", [:]) { _ in then() }
  }

  /// Closes the host's input, and kills the host if it has not ended within 5 s.
  func close(because reason: AttachReply) {
    guard let process, ending == nil else { return }
    toHost?.close()
    while let fromHost, !fromHost.hasEnded, fromHost.isReady(within: 5) {
      fromHost.read()
      while let line = fromHost.next(takesRest: false) { receive(line) }
    }
    if process.wait(seconds: 5) == nil { process.killGroup() }
    end(because: reason)
  }

  private func end(because reason: AttachReply) {
    guard ending == nil else { return }
    ending = reason
    for (_, service) in services { service.cancel() }
    services = []
    fromHost?.descriptor.close()
    trace.write("end: \(reason.text ?? "")")
    let open = questions.sorted { $0.key < $1.key }
    questions = [:]
    for (_, answer) in open { answer(.failure(reason)) }
  }

  // MARK: Sending

  /// Sends a request.
  ///
  /// - Returns: its id.
  @discardableResult
  func ask(
    _ method: String, _ params: JSONValue, _ answer: @escaping (AttachResult) -> Void
  ) -> Int64 {
    lastID += 1
    if let ending {
      answer(.failure(ending))
      return lastID
    }
    questions[lastID] = answer
    send(["jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": params])
    return lastID
  }

  func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Collects messages until ``endTurn()``.
  func beginTurn() { turn = turn ?? [] }

  /// Sends the collected messages as one line.
  func endTurn() {
    guard let messages = turn.take(), !messages.isEmpty else { return }
    send(.array(messages))
  }

  private func send(_ message: JSONValue) {
    if ending != nil { return }
    if turn != nil {
      turn?.append(message)
      return
    }
    let line = message.description
    toHost?.append(line)
    toHost?.flush()
    trace.write("--> ", line)
  }

  /// Creates an instance, and adds it to ``instances``.
  func create(_ params: JSONObject, _ answer: @escaping (AttachResult) -> Void) {
    var number: Int64 = 0
    number = ask("viewModel/create", .object(params)) { [weak self] result in
      if case .success(let created) = result, let known = KnownInstance(created) {
        var creation = params
        creation["id"] = created["id"]
        let instance = Instance(known: known, creation: creation, number: number)
        self?.instances[ExactString(created.text("id"))] = instance
      }
      answer(result)
    }
  }

  /// Observes other outputs, also after a restart.
  func observe(_ id: String, _ outputs: JSONValue, _ answer: @escaping (AttachResult) -> Void) {
    ask("viewModel/observe", ["id": .string(id), "observe": outputs]) { [weak self] result in
      if case .success = result { self?.instances[ExactString(id)]?.creation["observe"] = outputs }
      answer(result)
    }
  }

  /// Disposes an instance.
  func dispose(_ id: String, _ answer: @escaping (AttachResult) -> Void) {
    ask("viewModel/dispose", ["id": .string(id)]) { [weak self] result in
      if case .success = result { self?.instances[ExactString(id)] = nil }
      answer(result)
    }
  }

  /// Whether messages are collected until ``endTurn()``.
  var isInTurn: Bool { turn != nil }

  // MARK: Receiving

  /// Whether service commands run, whose ends have to be polled.
  var hasServices: Bool { !services.isEmpty }

  /// The descriptors to poll.
  var interests: [Poll.Entry] {
    guard ending == nil, let fromHost, let toHost else { return [] }
    var entries = [Poll.Entry(fromHost.descriptor, .read)]
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    return entries + services.flatMap(\.service.interests)
  }

  /// Reads and writes what is ready, without waiting.
  func exchange() {
    guard ending == nil, let fromHost else { return }
    toHost?.flush()
    for (index, (id, service)) in services.enumerated().reversed() {
      guard let result = service.exchange() else { continue }
      services.remove(at: index)
      respond(to: id, result)
    }
    guard fromHost.isReady(within: 0) else { return }
    fromHost.read()
    while ending == nil, let line = fromHost.next(takesRest: false) { receive(line) }
    if fromHost.hasEnded { handleExit() }
  }

  private func handleExit() {
    guard ending == nil, let process, let errors else { return }
    let end = process.wait(seconds: 2)
    if end == nil { process.killGroup() }
    toHost?.close()
    let words = end.map { errors.words(for: $0) } ?? "has closed its output"
    let reason = AttachReply.failed(.died, "the host \(words)")
    self.end(because: reason)
    news.add(["news": "died", "message": .string(reason.text ?? "")])
  }

  private func receive(_ line: String) {
    trace.write("<-- ", line)
    do {
      let message = try JSONValue(parsing: line)
      for message in message.arrayValue ?? [message] { try receive(message) }
    } catch {
      breakOff(String(line.prefix(80)))
    }
  }

  /// Kills a host that violates the protocol.
  private func breakOff(_ words: String) {
    process?.killGroup()
    toHost?.close()
    let program = options.command.first ?? Process.executable
    let what = isGreeted ? "the host broke the protocol" : "\(program) is no viewmodel-host"
    end(because: .failed(.protocolBroken, "\(what): \(words)"))
  }

  private func receive(_ message: JSONValue) throws {
    let params = message["params"] ?? .null
    switch message["method"]?.stringValue {
    case "viewModel/update": try update(params)
    case "viewModel/closed": forget(params.text("id"), because: params.text("reason"))
    case "service/call": serve(message["id"] ?? .null, params)
    case "$/cancelRequest": cancelService(params["id"] ?? .null)
    case "viewModel/rejected": news.add(failure: "rejected", params)
    case "viewModel/failed": news.add(failure: "failed", params)
    case "service/rejected":
      // A cancellation that crossed the answer is not news.
      if params["error"]?["code"] == -32800 { break }
      news.add(
        failure: "rejected", ["call": params["id"] ?? .null, "error": params["error"] ?? .null])
    case "host/resumed": open(params)
    case "host/log": news.add(log: params)
    case "host/restarted":
      errors?.forgetCrash()
      news.add(restart: params)
    case .some:
      if let id = message["id"] { respond(to: id, .failure(Self.unknown)) }
    case nil: try answer(message)
    }
  }

  private func answer(_ message: JSONValue) throws {
    if message["id"] == .null, let error = message["error"] {
      return news.add(failure: "rejected", ["error": error])
    }
    guard let id = message["id"]?.integerValue, let question = questions.removeValue(forKey: id)
    else { throw KnownInstance.Fault("an answer to what was not asked") }
    if let error = message["error"] { return question(.failure(.refused(error))) }
    open(message["result"] ?? .null)
    question(.success(message["result"] ?? .null))
  }

  /// Adds the instances that the host reports as already open.
  private func open(_ result: JSONValue) {
    for opened in result.list("opened") {
      guard let known = KnownInstance(opened) else { continue }
      let id = opened["id"] ?? .null
      lastID += 1
      instances[ExactString(opened.text("id"))] = Instance(
        known: known, creation: ["name": opened["name"] ?? .null, "id": id], number: lastID)
      news.add(["news": "opened", "id": id, "revision": .integer(known.revision)])
    }
  }

  private func update(_ params: JSONValue) throws {
    // Apply the whole turn before any of its news.
    guard let updates = params["updates"]?.arrayValue else {
      throw KnownInstance.Fault("no updates")
    }
    for entry in updates { try instances[ExactString(entry.text("id"))]?.known.apply(entry) }
    for entry in updates where instances[ExactString(entry.text("id"))] != nil {
      news.add(update: entry)
    }
  }

  private func forget(_ id: String, because reason: String) {
    guard instances.removeValue(forKey: ExactString(id)) != nil else { return }
    news.add(["news": "closed", "id": .string(id), "reason": .string(reason)])
  }

  // MARK: Services

  private static let unknown = AttachReply.refused([
    "code": -32601, "message": "There is no such method or service here",
  ])

  private func serve(_ id: JSONValue, _ params: JSONValue) {
    guard let command = options.services[params.text("service")] else {
      return respond(to: id, .failure(Self.unknown))
    }
    do throws(SystemError) {
      services.append((id, try AttachedService(command, params["arguments"] ?? [:])))
    } catch {
      respond(to: id, .failure(.refused(["code": -32000, "message": .string("\(error)")])))
    }
  }

  private func cancelService(_ id: JSONValue) {
    guard let index = services.firstIndex(where: { $0.id == id }) else { return }
    services.remove(at: index).service.cancel()
    respond(to: id, .failure(.refused(["code": -32800, "message": "Cancelled"])))
  }

  private func respond(to id: JSONValue, _ result: AttachResult) {
    var message: JSONObject = ["jsonrpc": "2.0", "id": id]
    switch result {
    case .success(let value): message["result"] = value
    case .failure(let failure): message["error"] = failure.error ?? .null
    }
    send(.object(message))
  }

  // MARK: News

  var hasNews: Bool { news.isEmpty == false }

  func takeNews() -> JSONValue { news.take() }
}
