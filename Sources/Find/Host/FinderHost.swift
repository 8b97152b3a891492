import HostEngine
import HostProtocol
import JSON
import OperatingSystem
import ViewModelHost

/// The ViewModel `finder` in a host process, which runs this program again.
final class FinderHost {
  /// The process; `nil` before ``create(_:previewLines:rows:hasScreen:)``.
  private var child: Child?
  /// The last line on standard error since ``forgetErrors()``.
  private(set) var lastError = ""
  private var known: KnownInstance?
  private var lastID: Int64 = 0
  /// The `seq` of each running input.
  private var running: Set<Int64> = []
  /// The handlers of pending requests, by id.
  private var waiting: [Int64: (JSONValue) -> Void] = [:]

  /// A change or event of the host.
  enum News {
    case changed
    /// The accepted lines.
    case accepted([String])
    /// An error, in words.
    case problem(String)
  }

  /// Why the finder has ended, in words.
  struct End: Error, CustomStringConvertible {
    let description: String
  }

  private static let id = "finder"

  private struct Child {
    let process: ChildProcess
    let errors: HostErrors
    /// The descriptor of the standard error of the host and its commands; `nil` if it is passed on.
    let held: Descriptor?
    let toHost: LineSender
    let fromHost: LineReader

    init(hasScreen: Bool) throws(SystemError) {
      (process, errors) = try HostErrors.start(Process.executable, [], isGroup: true)
      held = hasScreen ? try errors.hold() : nil
      toHost = LineSender(process.input)
      fromHost = LineReader(process.output)
    }
  }

  /// The descriptors to poll; the first is the one that ``exchange(isReadable:)`` reads.
  var interests: [Poll.Entry] {
    guard let child else { return [] }
    var entries = [Poll.Entry(child.fromHost.descriptor, .read)]
    if let held = child.held { entries.append(Poll.Entry(held, .read)) }
    let toHost = child.toHost
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    return entries
  }

  /// Clears ``lastError`` before another command.
  func forgetErrors() {
    _ = child?.errors.takeHeld()
    lastError = ""
  }

  /// The current state; `nil` until the finder is created.
  var state: JSONValue? { known?.state }

  /// Starts the host, and requests the finder. Do this before drawing the first screen: starting a
  /// process takes longer.
  ///
  /// - Parameters:
  ///   - options: the options of the search. The host takes over the descriptor of its standard
  ///     input.
  ///   - previewLines: the number of lines that it reads of a file for the preview.
  ///   - rows: the number of visible lines.
  ///   - hasScreen: whether standard error is kept off the screen; otherwise it is passed on.
  func create(
    _ options: FindOptions, previewLines: Int, rows: Int, hasScreen: Bool
  ) throws(SystemError) {
    child = try Child(hasScreen: hasScreen)
    options.leaveStandardInput()
    let window: JSONValue = ["offset": 0, "limit": .integer(Int64(rows))]
    let others = [
      "total", "candidates", "isSearching", "index", "selected", "preview", "foundQuery", "header",
    ]
    let observed = [["output": "matches", "window": window]] + others.map(JSONValue.string)
    request(
      "viewModel/create",
      [
        "name": "finder", "id": .string(Self.id),
        "parameters": .object(options.parameters(previewLines: previewLines)),
        "observe": .array(observed),
      ]
    ) { [weak self] result in self?.known = KnownInstance(result) }
  }

  /// Whether the state includes the effects of all inputs.
  var isSettled: Bool { running.isEmpty }

  /// Calls an input.
  func input(_ name: String, _ arguments: JSONObject = [:]) {
    lastID += 1
    running.insert(lastID)
    send(
      "viewModel/input",
      [
        "id": .string(Self.id), "input": .string(name), "arguments": .object(arguments),
        "seq": .integer(lastID),
      ])
  }

  /// Calls an input, and passes its result to `then`.
  func call(_ name: String, _ arguments: JSONObject = [:], then: @escaping (JSONValue) -> Void) {
    request(
      "viewModel/call",
      ["id": .string(Self.id), "input": .string(name), "arguments": .object(arguments)]
    ) { then($0["value"] ?? .null) }
  }

  /// Moves the window on the matches.
  func moveWindow(to offset: Int, rows: Int) {
    request(
      "viewModel/window",
      [
        "id": .string(Self.id), "output": "matches", "offset": .integer(Int64(offset)),
        "limit": .integer(Int64(rows)),
      ]
    ) { _ in }
  }

  private func request(
    _ method: String, _ params: JSONObject, then: @escaping (JSONValue) -> Void
  ) {
    lastID += 1
    waiting[lastID] = then
    send(method, params, id: lastID)
  }

  private func send(_ method: String, _ params: JSONObject, id: Int64? = nil) {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
    message["id"] = id.map { .integer($0) }
    message["params"] = .object(params)
    child?.toHost.append(String(decoding: JSONValue.object(message).serialized(), as: UTF8.self))
    child?.toHost.flush()
  }

  /// Writes pending lines, and reads received ones.
  ///
  /// - Throws: ``End``.
  func exchange(isReadable: Bool) throws -> [News] {
    guard let child else { return [] }
    child.toHost.flush()
    var news: [News] = []
    if child.held != nil, let line = child.errors.takeHeld().split(separator: "\n").last {
      lastError = String(line)
      news.append(.changed)
    }
    guard isReadable else { return news }
    child.fromHost.read()
    while let line = child.fromHost.next() { try receive(JSONValue(parsing: line), into: &news) }
    if child.fromHost.hasEnded {
      throw End(description: "the host \(child.errors.words(for: child.process.wait()))")
    }
    return news
  }

  private func receive(_ message: JSONValue, into news: inout [News]) throws {
    let params = message["params"] ?? .null
    switch message["method"]?.stringValue {
    case "viewModel/update": try update(params, into: &news)
    case "viewModel/rejected":
      if let seq = params["seq"]?.integerValue { running.remove(seq) }
      news.append(.problem(params["error"]?.text("message") ?? ""))
    case "viewModel/failed": news.append(.problem(params["error"]?.text("message") ?? ""))
    case "viewModel/closed": throw End(description: params.text("reason"))
    case nil: try answer(message, into: &news)
    default: break
    }
  }

  private func update(_ params: JSONValue, into news: inout [News]) throws {
    for entry in params.list("updates") {
      try known?.apply(entry)
      for seq in entry.list("done") { running.remove(seq.integerValue ?? 0) }
      for event in entry.list("events") {
        let value = event["value"] ?? .null
        switch event.text("event") {
        case "accepted":
          news.append(.accepted(value.arrayValue?.compactMap(\.stringValue) ?? []))
        case "error": news.append(.problem(value.stringValue ?? value.description))
        default: break
        }
      }
    }
    news.append(.changed)
  }

  private func answer(_ message: JSONValue, into news: inout [News]) throws {
    guard let id = message["id"]?.integerValue, let then = waiting.removeValue(forKey: id) else {
      throw End(description: message["error"]?.text("message") ?? "the host is none")
    }
    if let error = message["error"] {
      if known == nil { throw End(description: error.text("message")) }
      news.append(.problem(error.text("message")))
    }
    then(message["result"] ?? .null)
    news.append(.changed)
  }

  /// Ends the host with its commands; kills it if it has not ended within 2 s.
  func end() {
    guard let child else { return }
    child.toHost.close()
    if child.process.wait(seconds: 2) == nil {
      child.process.kill()
      _ = child.process.wait()
    }
  }
}
