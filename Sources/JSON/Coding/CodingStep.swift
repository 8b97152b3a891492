/// One step of a coding path. Keys are kept as their texts, which cost nothing to store; the path is
/// only spelled out when an error or a type asks for it.
enum CodingStep: Sendable, Equatable {
  case root
  case member(String)
  case index(Int)

  /// Where a class keeps what its superclass encodes, unless it says otherwise.
  static let superclassKey = "super"

  var codingKey: (any CodingKey)? {
    switch self {
    case .root: nil
    case .member(let key): JSONKey(stringValue: key)
    case .index(let index): JSONKey(index: index)
    }
  }
}

/// A key that is made from a text or an index.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }
}
