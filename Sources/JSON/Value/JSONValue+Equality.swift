/// Two values are equal when JSON cannot tell them apart: numbers by their mathematical value
/// (`1` is `1.0`), strings and keys by code units, objects whatever the order of their members.
extension JSONValue: Hashable {
  /// Compares by mathematical value, code units and members; see ``JSONValue``'s conformance.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.integer(let left), .double(let right)): right.exactInteger == left
    case (.double(let left), .integer(let right)): left.exactInteger == right
    case (.string(let left), .string(let right)): left.hasSameCodeUnits(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds what `==` compares: equal numbers hash alike, and the order of members does not count.
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
