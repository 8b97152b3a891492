import JSON
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// Sees the lists of a subject through windows, which it moves, and mirrors the state as a frontend
/// does.
final class WindowFrontend {
  private let host: LawHost
  private let subject: WindowSubject
  private var random: SeededGenerator
  private var state = JSONValue.null
  /// The window on each list; `nil` where it observes the whole.
  private var windows: [ExpectedWindow?]
  private var requests = 0
  /// The lists of which it has moved the window in this turn, by the ids of the requests.
  private var moved: [Int64: Int] = [:]
  private(set) var updateCount = 0
  /// How often a window that had not been moved was elsewhere than before.
  private(set) var shiftCount = 0

  struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  init(_ subject: WindowSubject, seed: UInt64) throws {
    self.subject = subject
    host = LawHost(subject.catalog)
    host.session.supportsQuiet = seed.isMultiple(of: 2)
    random = SeededGenerator(seed: seed)
    windows = subject.lists.map { _ in nil }
    // Whether the elements have identities can be seen of an empty list, too.
    let create: JSONValue = ["name": .string(subject.name), "id": "a"]
    state = try request("viewModel/create", create)["state"] ?? .null
    try chooseWindows()
    _ = try request("viewModel/observe", ["id": "a", "observe": observed])
    try compare()
  }

  /// One turn: lists change, windows move, or both at once.
  func step() throws {
    moved = [:]
    var messages: [JSONValue] = []
    for _ in 0..<(random.once(in: 4) ? 3 : 1) { messages.append(try message()) }
    let line = messages.count == 1 ? messages[0] : .array(messages)
    var answers: [JSONValue] = []
    for line in host.send("\(line)") { answers += try take(line) }
    let offsets = windows.map { $0?.offset }
    try compare()
    for (list, offset) in offsets.enumerated() where !moved.values.contains(list) {
      if let window = windows[list], window.isAnchored, window.offset != offset { shiftCount += 1 }
    }
    for answer in answers {
      guard let id = answer["id"]?.integerValue, let list = moved[id] else { continue }
      if answer["result"] != windows[list]?.answer { throw Violation("an answer was \(answer)") }
    }
    if random.once(in: 10) {
      let state = try request("viewModel/snapshot", ["id": "a"])["state"]
      if state != self.state { throw Violation("a snapshot has \(state ?? .null)") }
    }
  }

  private func message() throws -> JSONValue {
    switch Int.random(in: 0..<40, using: &random) {
    case 0:
      try chooseWindows()
      return message("viewModel/observe", ["id": "a", "observe": observed])
    case 1...9:
      let list = Int.random(in: 0..<subject.lists.count, using: &random)
      guard windows[list] != nil else { return message("ping", [:]) }
      let (offset, limit) = (Int.random(in: -3..<50, using: &random), self.limit)
      windows[list]?.move(to: offset, limit)
      moved[Int64(requests + 1)] = list
      return message(
        "viewModel/window",
        [
          "id": "a", "output": .string(subject.lists[list]), "offset": .integer(Int64(offset)),
          "limit": .integer(Int64(limit)),
        ])
    default:
      let seed = JSONValue.integer(Int64(random.next() % 1_000_000))
      return message("viewModel/call", ["id": "a", "input": "step", "arguments": [seed]])
    }
  }

  private var limit: Int { .random(in: 0..<12, using: &random) }

  private func chooseWindows() throws {
    moved = [:]
    let lists = try fresh
    for list in windows.indices {
      windows[list] =
        random.once(in: 6)
        ? nil
        : ExpectedWindow(
          asked: .random(in: 0..<40, using: &random), limit: limit,
          isAnchored: lists[list].ids != nil && Bool.random(using: &random))
    }
  }

  /// The member `observe`.
  private var observed: JSONValue {
    .array(
      zip(subject.lists, windows).map { name, window in
        guard let window else { return .string(name) }
        return [
          "output": .string(name),
          "window": [
            "offset": .integer(Int64(window.asked)), "limit": .integer(Int64(window.limit)),
            "anchor": .bool(window.isAnchored),
          ],
        ]
      })
  }

  private var fresh: [(json: JSONValue, ids: [Int]?)] {
    get throws {
      let object = try host.session.instances.instance("a").hosted.viewModel
      return try subject.fresh(try #require(object))
    }
  }

  private func compare() throws {
    for (index, list) in try fresh.enumerated() {
      let expected = windows[index]?.value(of: list.json, list.ids) ?? list.json
      let name = subject.lists[index]
      if state[name] == expected { continue }
      throw Violation("\(name) is \(state[name] ?? .null), expected \(expected)")
    }
  }

  private func message(_ method: String, _ params: JSONValue) -> JSONValue {
    requests += 1
    return [
      "jsonrpc": "2.0", "id": .integer(Int64(requests)), "method": .string(method),
      "params": params,
    ]
  }

  private func request(_ method: String, _ params: JSONValue) throws -> JSONValue {
    var answers: [JSONValue] = []
    for line in host.send("\(message(method, params))") { answers += try take(line) }
    return try #require(answers.first?["result"])
  }

  /// Takes in a line.
  ///
  /// - Returns: the responses in it.
  private func take(_ line: String) throws -> [JSONValue] {
    let message = try JSONValue(parsing: line)
    if case .array(let responses) = message { return responses }
    guard case .array(let entries)? = message["params"]?["updates"] else {
      if message["result"] == nil { throw Violation(line) }
      return [message]
    }
    for entry in entries {
      guard let patch = entry["patch"] else { continue }
      try JSONPatch(patch).apply(to: &state)
      updateCount += 1
    }
    return []
  }
}
