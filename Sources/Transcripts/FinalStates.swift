import JSON

/// The states of all instances at the end of a conversation: from the answers to `viewModel/create`
/// and `viewModel/snapshot`, and the patches of the updates.
struct FinalStates: Equatable {
  private(set) var states: [String: JSONValue] = [:]

  init() {}

  /// - Parameter lines: the lines from the host, in order. Invalid lines are ignored.
  init(of lines: some Sequence<String>) {
    for line in lines {
      guard let json = try? JSONValue(parsing: line) else { continue }
      for message in json.arrayValue ?? [json] { apply(message) }
    }
  }

  mutating func apply(_ message: JSONValue) {
    if let result = message["result"], let id = result["id"]?.stringValue,
      let state = result["state"]
    {
      states[id] = state
    }
    for update in message["params"]?["updates"]?.arrayValue ?? [] {
      guard let id = update["id"]?.stringValue, var state = states[id], let json = update["patch"],
        let patch = try? JSONPatch(json), (try? patch.apply(to: &state)) != nil
      else { continue }
      states[id] = state
    }
  }
}

extension Replay {
  /// Whether every instance ended in the expected state, and only the order or the steps of the
  /// lines differ.
  public var endsAsExpected: Bool {
    guard problem == nil else { return false }
    let expected = steps.flatMap { step in
      step.exchange.expected.map { transcript.lines[$0].content }
    }
    let wanted = FinalStates(of: expected)
    return !wanted.states.isEmpty && wanted == FinalStates(of: steps.flatMap(\.answers))
  }

  /// The ids of the instances whose updates differ, in order of the first difference.
  public var differingInstances: [String] {
    var ids: [String] = []
    for step in steps {
      for pairing in step.alignment {
        let lines: [String] =
          switch pairing {
          case .same: []
          case .missing(let index): [transcript.lines[step.exchange.expected[index]].content]
          case .unexpected(let answer): [step.answers[answer]]
          case .changed(let index, let answer):
            [transcript.lines[step.exchange.expected[index]].content, step.answers[answer]]
          }
        for line in lines {
          let updates = (try? JSONValue(parsing: line))?["params"]?["updates"]?.arrayValue ?? []
          for id in updates.compactMap({ $0["id"]?.stringValue }) where !ids.contains(id) {
            ids.append(id)
          }
        }
      }
    }
    return ids
  }
}
