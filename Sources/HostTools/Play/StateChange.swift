import JSON

/// One operation of a patch, in readable form.
struct StateChange: Equatable {
  /// The changed output.
  let output: String
  /// The path of the changed value within the output; empty for the whole output.
  let pathInOutput: [String]
  /// `[3].name "A2"`, `+ [4] {"id":"e"}`, `- [4]`, `[0] moved to [2]`.
  let text: String

  /// - Parameter operation: an operation of a JSON Patch (RFC 6902). The result is `nil` if its
  ///   path is invalid or empty.
  init?(_ operation: JSONValue) {
    guard let path = operation["path"]?.stringValue,
      let tokens = try? JSONPointer(path).tokens, let output = tokens.first
    else { return nil }
    self.output = output
    pathInOutput = Array(tokens.dropFirst())
    let name = JSONPointer(tokens: pathInOutput).path
    let value = operation["value"]?.description ?? ""
    switch operation["op"]?.stringValue {
    case "add"?: text = "+ \(name) \(value)"
    case "remove"?: text = "- \(name)"
    case "replace"?: text = "\(name) \(value)"
    default: text = operation.description
    }
  }

  /// The changes of a patch, in order. A replaced state counts as a change of each output.
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
