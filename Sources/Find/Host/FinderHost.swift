import HostEngine
import HostProtocol
import JSON
import OperatingSystem
import ViewModelHost

/// The ViewModel `finder` in a host of its own, which is this program once more.
final class FinderHost {
  private let process: ChildProcess
  private let errors: HostErrors
  /// Where there is something to read when the host, or what it runs, has written to standard error.
  private let held: Descriptor?
  /// The last line that was written there since ``forgetErrors()``.
  private(set) var lastError = ""
  private let toHost: LineSender
  private let fromHost: LineReader
  private var known: KnownInstance?
  private var lastID: Int64 = 0
  /// The numbers of inputs that have not come to their end.
  private var running: Set<Int64> = []
  /// What is done with answers that have not come.
  private var waiting: [Int64: (JSONValue) -> Void] = [:]

  /// Something that the host tells.
  enum News {
    case changed
    /// What was chosen.
    case accepted([String])
    /// What went wrong, in words.
    case problem(String)
  }

  /// Why there is no finder any more, in words.
  struct End: Error, CustomStringConvertible {
    let description: String
  }

  private static let id = "finder"

  /// Starts it.
  ///
  /// - Parameter hasScreen: whether nothing may be written over a screen; else what the host, or what it runs, writes to
  ///   standard error goes on to that of this process.
  init(hasScreen: Bool) throws(SystemError) {
    (process, errors) = try HostErrors.start(Process.executable, [], isGroup: true)
    held = hasScreen ? try errors.hold() : nil
    toHost = LineSender(process.input)
    fromHost = LineReader(process.output)
  }

  /// What to poll.
  var interests: [Poll.Entry] {
    var entries = [Poll.Entry(fromHost.descriptor, .read)]
    if let held { entries.append(Poll.Entry(held, .read)) }
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    return entries
  }

  /// Another command is about to run.
  func forgetErrors() {
    _ = errors.takeHeld()
    lastError = ""
  }

  /// The state as it is known; `nil` until there is one.
  var state: JSONValue? { known?.state }

  /// Asks for the finder.
  ///
  /// - Parameters:
  ///   - parameters: what it is created with.
  ///   - rows: how many lines are seen.
  func create(_ parameters: JSONObject, rows: Int) {
    let window: JSONValue = ["offset": 0, "limit": .integer(Int64(rows))]
    let others = [
      "total", "candidates", "isSearching", "index", "selected", "preview", "foundQuery", "header",
    ]
    let observed = [["output": "matches", "window": window]] + others.map(JSONValue.string)
    request(
      "viewModel/create",
      [
        "name": "finder", "id": .string(Self.id), "parameters": .object(parameters),
        "observe": .array(observed),
      ]
    ) { [weak self] result in self?.known = KnownInstance(result) }
  }

  /// Whether the state has all that inputs have done.
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

  /// Calls an input, and does something with what it returns when it has finished.
  func call(_ name: String, _ arguments: JSONObject = [:], then: @escaping (JSONValue) -> Void) {
    request(
      "viewModel/call",
      ["id": .string(Self.id), "input": .string(name), "arguments": .object(arguments)]
    ) { then($0["value"] ?? .null) }
  }

  /// Shows other lines.
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
    toHost.append(String(decoding: JSONValue.object(message).serialized(), as: UTF8.self))
    toHost.flush()
  }

  /// Writes what there was no room for, and reads what has come.
  ///
  /// - Throws: ``End``.
  func exchange(isReadable: Bool) throws -> [News] {
    toHost.flush()
    var news: [News] = []
    if held != nil, let line = errors.takeHeld().split(separator: "\n").last {
      lastError = String(line)
      news.append(.changed)
    }
    guard isReadable else { return news }
    fromHost.read()
    while let line = fromHost.next() { try take(JSONValue(parsing: line), into: &news) }
    if fromHost.hasEnded {
      throw End(description: "the host \(errors.words(for: process.wait()))")
    }
    return news
  }

  private func take(_ message: JSONValue, into news: inout [News]) throws {
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

  /// Ends the host, with all that it has started.
  func end() {
    toHost.close()
    if process.wait(seconds: 2) == nil {
      process.kill()
      _ = process.wait()
    }
  }
}
