/// One step of a coding path. Keys are stored as texts, which is free; the path is built only when
/// an error or a type reads it.
enum CodingStep: Sendable, Equatable {
  case root
  case member(String)
  case index(Int)

  /// The default key under which a class encodes its superclass.
  static let superclassKey = "super"

  var codingKey: (any CodingKey)? {
    switch self {
    case .root: nil
    case .member(let key): JSONKey(stringValue: key)
    case .index(let index): JSONKey(index: index)
    }
  }
}

/// A key made from a text or an index.
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
