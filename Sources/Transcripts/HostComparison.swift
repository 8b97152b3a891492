import HostProtocol
import JSON

/// The differences between two hosts that played the same transcript, turn by turn and instance by
/// instance.
///
/// States are compared after each turn. The steps of a patch, revisions and call numbers are
/// ignored; so are log messages and the host's version. A differing state is reported once, and
/// again when the difference changes.
public struct HostComparison: Sendable {
  /// A line to the hosts, with the differences between their answers.
  struct Turn: Sendable {
    /// The number of the turn, from 1.
    let number: Int
    let line: String
    /// The differences by subject: an instance, an answer.
    let differences: [(subject: String, difference: MemberDifference)]
    /// The instances whose states are equal again.
    let settled: [String]
    /// Why the conversation ended early, in words.
    let problems: [String]

    var isSame: Bool { differences.isEmpty && settled.isEmpty && problems.isEmpty }
  }

  let turns: [Turn]
  /// Why both hosts ended early at the same line: `no answer within 10 s, at line 7`; `nil` if they
  /// did not.
  public let commonProblem: String?

  /// Compares two replays of one transcript.
  public init(_ here: Replay, _ there: Replay) {
    var (own, other) = (FinalStates(), FinalStates())
    var known: [String: [MemberDifference]] = [:]
    var turns: [Turn] = []
    let count = min(here.steps.count, there.steps.count)
    for index in 0..<count {
      let step = here.steps[index]
      let one = TurnWords(step.answers, &own)
      let two = TurnWords(there.steps[index].answers, &other)
      var differences: [(String, MemberDifference)] = []
      var settled: [String] = []
      for subject in one.subjects.union(two.subjects) {
        let found = MemberDifference.all(
          expected: one[subject] ?? [:], got: two[subject] ?? [:])
        differences += found.map { (subject, $0) }
      }
      for id in one.instances.union(two.instances) {
        let found = MemberDifference.all(
          expected: ["state": own.states[id] ?? .null], got: ["state": other.states[id] ?? .null])
        if found == known[id] ?? [] { continue }
        if found.isEmpty { settled.append(id) }
        known[id] = found
        differences += found.map { (id, $0) }
      }
      let problems = index < count - 1 ? [] : Self.problems(here, there)
      turns.append(
        Turn(
          number: index, line: step.exchange.sent.map { here.transcript.lines[$0].content } ?? "",
          differences: differences, settled: settled, problems: problems))
    }
    self.turns = turns
    commonProblem = here.problem == there.problem ? here.problem?.words : nil
  }

  private static func problems(_ here: Replay, _ there: Replay) -> [String] {
    let isNoHost = there.isSilent && !here.isSilent
    let question = isNoHost ? ["there: it has sent nothing: is it a host?"] : []
    // An equal problem is not a difference.
    if here.problem == there.problem { return question }
    let isAlike = here.problem?.reason == there.problem?.reason
    return question
      + [(here.problem, "here"), (there.problem, "there")].compactMap { problem, side in
        problem.map { "\(side): \(isAlike ? $0.words : $0.reason)" }
      }
  }

  /// Whether the hosts do not differ.
  public var isSame: Bool { turns.allSatisfy(\.isSame) }

  /// The number of differing turns, in words: `2 of 12 turns`.
  public var count: String {
    "\(turns.count { !$0.isSame }) of \(turns.last?.number ?? 0) turns"
  }

  /// The differences as indented lines; empty if there are none.
  ///
  ///       turn 2: {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c",…}}
  ///         c: /state/count: 1 here, 2 there
  public var report: String {
    turns.filter { !$0.isSame }.map { turn in
      var lines = turn.differences.prefix(Self.limit).map {
        "\($0.subject): \($0.difference.sides)"
      }
      if turn.differences.count > Self.limit {
        lines.append("and \(turn.differences.count - Self.limit) more")
      }
      lines += turn.settled.map { "\($0): the state is the same again" } + turn.problems
      let title = turn.number == 0 ? "at the start" : "turn \(turn.number): \(turn.line)"
      return "  \(title)\n" + lines.map { "    \($0)\n" }.joined()
    }.joined()
  }

  /// The most differences that are reported of a turn.
  private static let limit = 10
}

extension Replay {
  fileprivate var isSilent: Bool { steps.allSatisfy(\.answers.isEmpty) }
}

extension Replay.Problem {
  fileprivate var words: String { "\(reason)\(line.map { ", at line \($0)" } ?? "")" }
}

/// The messages of a host in a turn, by subject.
private struct TurnWords {
  /// The instances that were created, read or changed.
  private(set) var instances = OrderedNames()
  /// The subjects of all other messages.
  private(set) var subjects = OrderedNames()
  private var words: [String: JSONObject] = [:]

  subscript(subject: String) -> JSONValue? { words[subject].map { .object($0) } }

  /// - Parameter states: the states of the instances, which the lines update.
  init(_ lines: [String], _ states: inout FinalStates) {
    for line in lines {
      guard let json = try? JSONValue(parsing: line) else {
        append(.string(line), as: "lines", of: Self.host)
        continue
      }
      guard let json = json.withoutWordsForPeople else { continue }
      for message in json.arrayValue ?? [json] {
        states.apply(message)
        add(message)
      }
    }
  }

  private static let host = "the host"

  private mutating func add(_ message: JSONValue) {
    guard let method = message["method"]?.stringValue else { return addResponse(message) }
    var params = message["params"]?.objectValue ?? [:]
    let subject = params["id"]?.stringValue ?? Self.host
    switch method {
    case "viewModel/update":
      for update in params["updates"]?.arrayValue ?? [] {
        guard let id = update["id"]?.stringValue else { continue }
        instances.insert(id)
        for (name, value) in update.objectValue ?? [:]
        where !["id", "revision", "patch"].contains(name) {
          for element in value.arrayValue ?? [value] { append(element, as: name, of: id) }
        }
      }
    case "$/cancelRequest": append([:], as: "cancel", of: Self.host)
    default:
      params["id"] = nil
      let name = method.split(separator: "/").last ?? "message"
      append(.object(params), as: String(name), of: subject)
    }
  }

  private mutating func addResponse(_ message: JSONValue) {
    let subject = "answer to \(message["id"] ?? .null)"
    var result = message["result"]
    if let id = result?["id"]?.stringValue, result?["state"] != nil {
      // The state is compared with the instance's.
      instances.insert(id)
      result = ["id": .string(id)]
    }
    if let result { append(result, as: "result", of: subject) }
    if let error = message["error"] { append(error, as: "error", of: subject) }
  }

  private mutating func append(_ value: JSONValue, as name: String, of subject: String) {
    subjects.insert(subject)
    let old = words[subject]?[name]?.arrayValue ?? []
    words[subject, default: [:]][name] = .array(old + [value])
  }
}

/// Unique names in order of insertion.
private struct OrderedNames {
  private var names: [String] = []

  mutating func insert(_ name: String) { if !names.contains(name) { names.append(name) } }

  func union(_ others: OrderedNames) -> [String] {
    names + others.names.filter { !names.contains($0) }
  }
}

extension MemberDifference {
  /// The path, with the value of each host.
  fileprivate var sides: String {
    let words =
      switch kind {
      case .value(let here, let there): "\(shortened(here)) here, \(shortened(there)) there"
      case .missing(let value): "\(shortened(value)) only here"
      case .unexpected(let value): "\(shortened(value)) only there"
      case .order(let here, let there):
        "the members in the order \(here.joined(separator: ", ")) here, "
          + "\(there.joined(separator: ", ")) there"
      }
    return "\(path.tokens.isEmpty ? "the whole" : path.description): \(words)"
  }
}
