import JSON

/// The states of all instances at the end of a conversation, as a frontend knows them: from the answers to
/// `viewModel/create` and `viewModel/snapshot`, and the patches of the updates.
struct FinalStates: Equatable {
  private(set) var states: [String: JSONValue] = [:]

  init() {}

  /// - Parameter lines: the lines from the host, in order. What does not fit is passed over.
  init(of lines: some Sequence<String>) {
    for line in lines {
      guard let json = try? JSONValue(parsing: line) else { continue }
      for message in json.arrayValue ?? [json] { take(message) }
    }
  }

  mutating func take(_ message: JSONValue) {
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
  /// Whether the same lines came but for their order and steps, so that every instance ended with the state that was
  /// expected: what it shows at the end is right, and only when it came is not.
  public var endsAsExpected: Bool {
    guard problem == nil else { return false }
    let expected = steps.flatMap { step in
      step.exchange.expected.map { transcript.lines[$0].content }
    }
    let wanted = FinalStates(of: expected)
    return !wanted.states.isEmpty && wanted == FinalStates(of: steps.flatMap(\.answers))
  }

  /// The ids of the instances that updates tell of which are not as expected, in the order in which they differ.
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
