import HostProtocol
import JSON

/// Where two hosts differ to which the same transcript was played: turn by turn, and in what a frontend is told of each
/// instance.
///
/// What counts is the state after a turn, and not the steps that a patch takes to it, nor revisions and numbers of
/// calls. What a host says for people does not count either: its lines of log, and its own version. A state that differs
/// is told of once, and again when it differs otherwise.
public struct HostComparison: Sendable {
  /// A line to the hosts, and where what they have said to it differs.
  struct Turn: Sendable {
    /// Counted from 1.
    let number: Int
    let line: String
    /// By what they are about: an instance, an answer.
    let differences: [(subject: String, place: MemberDifference)]
    /// The instances whose states are the same again.
    let settled: [String]
    /// Why the conversation went no further, in words.
    let problems: [String]

    var isSame: Bool { differences.isEmpty && settled.isEmpty && problems.isEmpty }
  }

  let turns: [Turn]
  /// What has kept both from the end of the conversation, at the same line: `no answer within 10 s, at line 7`; `nil` when
  /// nothing has.
  public let commonProblem: String?

  /// Compares what came of one transcript.
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
        let places = MemberDifference.all(
          expected: one[subject] ?? [:], got: two[subject] ?? [:])
        differences += places.map { (subject, $0) }
      }
      for id in one.instances.union(two.instances) {
        let places = MemberDifference.all(
          expected: ["state": own.states[id] ?? .null], got: ["state": other.states[id] ?? .null])
        if places == known[id] ?? [] { continue }
        if places.isEmpty { settled.append(id) }
        known[id] = places
        differences += places.map { (id, $0) }
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
    let question = isNoHost ? ["there: it has said nothing at all: is it a host?"] : []
    // Two that end alike do not differ.
    if here.problem == there.problem { return question }
    let isAlike = here.problem?.reason == there.problem?.reason
    return question
      + [(here.problem, "here"), (there.problem, "there")].compactMap { problem, place in
        problem.map { "\(place): \(isAlike ? $0.words : $0.reason)" }
      }
  }

  /// Whether they do not differ.
  public var isSame: Bool { turns.allSatisfy(\.isSame) }

  /// In how many turns they differ, in words: `2 of 12 turns`.
  public var count: String {
    "\(turns.count { !$0.isSame }) of \(turns.last?.number ?? 0) turns"
  }

  /// Where they differ, for people: several lines, each indented; empty if they do not.
  ///
  ///       turn 2: {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}
  ///         c: /state/count: 1 here, 2 there
  public var report: String {
    turns.filter { !$0.isSame }.map { turn in
      var lines = turn.differences.prefix(Self.limit).map { "\($0.subject): \($0.place.sides)" }
      if turn.differences.count > Self.limit {
        lines.append("and \(turn.differences.count - Self.limit) more")
      }
      lines += turn.settled.map { "\($0): the state is the same again" } + turn.problems
      let place = turn.number == 0 ? "at the start" : "turn \(turn.number): \(turn.line)"
      return "  \(place)\n" + lines.map { "    \($0)\n" }.joined()
    }.joined()
  }

  /// Of so many differences in a turn each is told.
  private static let limit = 10
}

extension Replay {
  fileprivate var isSilent: Bool { steps.allSatisfy(\.answers.isEmpty) }
}

extension Replay.Problem {
  fileprivate var words: String { "\(reason)\(line.map { ", at line \($0)" } ?? "")" }
}

/// What a host has said to a line, by what it is about.
private struct TurnWords {
  /// The instances that were created, asked for or changed.
  private(set) var instances = OrderedNames()
  /// All else that was said has one of these for a subject.
  private(set) var subjects = OrderedNames()
  private var words: [String: JSONObject] = [:]

  subscript(subject: String) -> JSONValue? { words[subject].map { .object($0) } }

  /// - Parameter states: those of the instances, which go on with the lines.
  init(_ lines: [String], _ states: inout FinalStates) {
    for line in lines {
      guard let json = try? JSONValue(parsing: line) else {
        append(.string(line), as: "lines", of: Self.host)
        continue
      }
      guard let json = json.withoutWordsForPeople else { continue }
      for message in json.arrayValue ?? [json] {
        states.take(message)
        take(message)
      }
    }
  }

  private static let host = "the host"

  private mutating func take(_ message: JSONValue) {
    guard let method = message["method"]?.stringValue else { return takeResponse(message) }
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

  private mutating func takeResponse(_ message: JSONValue) {
    let subject = "answer to \(message["id"] ?? .null)"
    var result = message["result"]
    if let id = result?["id"]?.stringValue, result?["state"] != nil {
      // The state is compared as that of the instance.
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

/// Names in the order in which they came.
private struct OrderedNames {
  private var names: [String] = []

  mutating func insert(_ name: String) { if !names.contains(name) { names.append(name) } }

  func union(_ others: OrderedNames) -> [String] {
    names + others.names.filter { !names.contains($0) }
  }
}

extension MemberDifference {
  /// The path, and what each of two hosts has there.
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
