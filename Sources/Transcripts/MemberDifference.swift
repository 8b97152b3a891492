import JSON

/// A path at which two JSON values differ.
struct MemberDifference: Hashable, CustomStringConvertible {
  enum Kind: Hashable {
    case value(expected: JSONValue, got: JSONValue)
    case missing(JSONValue)
    case unexpected(JSONValue)
    /// The members are equal, in a different order.
    case order(expected: [String], got: [String])
  }

  let path: JSONPointer
  let kind: Kind

  /// The path and the difference: `/params/updates/0/revision: expected 2, got 3`.
  var description: String {
    let location = path.tokens.isEmpty ? "the whole" : path.description
    switch kind {
    case .value(let expected, let got):
      return "\(location): expected \(shortened(expected)), got \(shortened(got))"
    case .missing(let value): return "\(location): missing, expected \(shortened(value))"
    case .unexpected(let value): return "\(location): unexpected \(shortened(value))"
    case .order(let expected, let got):
      return "\(location): expected the members in the order \(expected.joined(separator: ", ")), "
        + "got \(got.joined(separator: ", "))"
    }
  }

  /// All differences between two values, in order.
  static func all(
    expected: JSONValue,
    got: JSONValue,
    at path: JSONPointer = JSONPointer()
  ) -> [MemberDifference] {
    switch (expected, got) {
    case (.object(let expected), .object(let got)): members(expected, got, at: path)
    case (.array(let expected), .array(let got)): elements(expected, got, at: path)
    default:
      // Compare the text: `==` ignores some differences.
      expected.serialized() == got.serialized()
        ? [] : [MemberDifference(path: path, kind: .value(expected: expected, got: got))]
    }
  }

  private static func members(
    _ expected: JSONObject,
    _ got: JSONObject,
    at path: JSONPointer
  ) -> [MemberDifference] {
    var differences: [MemberDifference] = []
    for (key, value) in expected {
      let path = path.appending(key)
      if let other = got[key] {
        differences += all(expected: value, got: other, at: path)
      } else {
        differences.append(MemberDifference(path: path, kind: .missing(value)))
      }
    }
    for (key, value) in got where expected[key] == nil {
      differences.append(MemberDifference(path: path.appending(key), kind: .unexpected(value)))
    }
    let (keys, others) = (
      expected.keys.filter { got[$0] != nil }, got.keys.filter { expected[$0] != nil }
    )
    if !keys.elementsEqual(others, by: { $0.utf8.elementsEqual($1.utf8) }) {
      differences.append(MemberDifference(path: path, kind: .order(expected: keys, got: others)))
    }
    return differences
  }

  private static func elements(
    _ expected: [JSONValue],
    _ got: [JSONValue],
    at path: JSONPointer
  ) -> [MemberDifference] {
    (0..<max(expected.count, got.count)).flatMap { index -> [MemberDifference] in
      let path = path.appending(index)
      if index >= got.count {
        return [MemberDifference(path: path, kind: .missing(expected[index]))]
      }
      if index >= expected.count {
        return [MemberDifference(path: path, kind: .unexpected(got[index]))]
      }
      return all(expected: expected[index], got: got[index], at: path)
    }
  }
}

/// The value as text of at most 80 characters; reports show the full value above it.
func shortened(_ value: JSONValue) -> String {
  let text = value.description
  return text.count <= 80 ? text : "\(text.prefix(79))…"
}
