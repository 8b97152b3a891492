/// One step of a coding path. Paths are only spelled out when an error or a type asks for them.
enum CodingStep {
  case root
  case key(any CodingKey)
  case index(Int)
  case superclass

  var codingKey: (any CodingKey)? {
    switch self {
    case .root: nil
    case .key(let key): key
    case .index(let index): JSONKey(index: index)
    case .superclass: JSONKey.superclass
    }
  }
}

/// A key that is made from a text or an index.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let superclass = JSONKey(stringValue: "super")

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
