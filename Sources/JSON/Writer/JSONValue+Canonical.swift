extension JSONValue {
  /// Returns the canonical form of RFC 8785 (JCS): members ordered by the UTF-16 code units of
  /// their keys, every number as ECMAScript's double.
  public func canonical() -> [UInt8] {
    canonicallyOrdered.serialized()
  }

  private var canonicallyOrdered: JSONValue {
    switch self {
    case .integer(let value): return .double(Double(value))
    case .array(let elements): return .array(elements.map(\.canonicallyOrdered))
    case .object(let object):
      var ordered = JSONObject(sorting: object.members)
      for position in ordered.indices {
        ordered.update(at: position) { $0 = $0.canonicallyOrdered }
      }
      return .object(ordered)
    default: return self
    }
  }
}
