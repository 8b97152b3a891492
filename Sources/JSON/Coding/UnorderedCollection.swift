/// A collection whose order differs from one run of a process to the next. Its JSON is sorted, so
/// that equal values give equal bytes.
protocol UnorderedCollection {}

extension Dictionary: UnorderedCollection {}
extension Set: UnorderedCollection {}

extension JSONValue {
  /// The encoded form of an unordered collection in an order that depends on its content only.
  var inDeterministicOrder: JSONValue {
    switch self {
    case .object(let object):
      var sorted = JSONObject(minimumCapacity: object.count)
      for (key, value) in object.sorted(by: { $0.key.precedesInUTF16($1.key) }) {
        sorted.append(key: key, value: value)
      }
      return .object(sorted)
    default: return self
    }
  }
}
