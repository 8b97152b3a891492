import JSON

/// One operation of a patch, as people read it.
struct StateChange: Equatable {
  /// The output that it changes.
  let output: String
  /// The path from the output to what it changes; empty for the whole output.
  let place: [String]
  /// `[3].name "A2"`, `+ [4] {"id":"e"}`, `- [4]`, `[0] moved to [2]`.
  let text: String

  /// - Parameter operation: an operation of a JSON Patch (RFC 6902) with a good path; nothing else gives a change.
  init?(_ operation: JSONValue) {
    guard let path = operation["path"]?.stringValue,
      let tokens = try? JSONPointer(path).tokens, let output = tokens.first
    else { return nil }
    self.output = output
    place = Array(tokens.dropFirst())
    let name = JSONPointer(tokens: place).path
    let value = operation["value"]?.description ?? ""
    switch operation["op"]?.stringValue {
    case "add"?: text = "+ \(name) \(value)"
    case "remove"?: text = "- \(name)"
    case "replace"?: text = "\(name) \(value)"
    default: text = operation.description
    }
  }

  /// The changes of a patch, in order. Where it replaces the whole state, each output counts as changed.
  static func all(_ patch: JSONValue?) -> [StateChange] {
    (patch?.arrayValue ?? []).flatMap { operation in
      guard operation["path"] == "", let outputs = operation["value"]?.objectValue else {
        return [operation]
      }
      return outputs.map { name, value in
        let path = JSONPointer(tokens: [name]).description
        return ["op": "replace", "path": .string(path), "value": value]
      }
    }.compactMap(StateChange.init)
  }
}
