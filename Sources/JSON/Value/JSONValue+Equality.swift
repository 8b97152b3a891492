/// Two values are equal if JSON does not distinguish them: numbers by mathematical value (`1` is
/// `1.0`), strings and keys by code units, objects in any order of members.
extension JSONValue: Hashable {
  /// Compares by mathematical value, code units and members; see ``JSONValue``'s conformance.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.isIdentical(to: right) || left.hasSameContent(as: right)
  }

  private func hasSameContent(as right: JSONValue) -> Bool {
    switch self {
    case .null:
      if case .null = right { return true }
    case .bool(let value):
      if case .bool(value) = right { return true }
    case .integer(let value):
      if case .integer(let other) = right { return value == other }
      if case .double(let other) = right { return value == other.exactInteger }
    case .double(let value):
      if case .double(let other) = right { return value == other }
      if case .integer(let other) = right { return value.exactInteger == other }
    case .string(let value):
      if case .string(let other) = right { return value.hasSameCodeUnits(as: other) }
    case .array(let elements):
      if case .array(let others) = right { return elements == others }
    case .object(let object):
      if case .object(let other) = right { return object == other }
    }
    return false
  }

  /// Hashes consistently with `==`: equal numbers hash alike, and the order of members does not
  /// count.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value):
      if let integer = value.exactInteger {
        hasher.combine(integer)
      } else {
        hasher.combine(value)
      }
    case .string(let value): value.hashCodeUnits(into: &hasher)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}
