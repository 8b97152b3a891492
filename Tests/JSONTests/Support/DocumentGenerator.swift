import JSON
import TestSupport

/// Makes documents of all shapes: deep ones, wide ones, some full of odd texts, some of odd
/// numbers.
struct DocumentGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func document() -> JSONValue {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: value(depth: 12, width: 2)
    case 1: value(depth: 2, width: 40)
    case 2: .array((0..<30).map { _ in .string(text()) })
    case 3: .array((0..<30).map { _ in number() })
    default: value(depth: 4, width: 6)
    }
  }

  mutating func value(depth: Int, width: Int) -> JSONValue {
    guard depth > 0 else { return scalar() }
    switch Int.random(in: 0..<5, using: &random) {
    case 0...1:
      let count = Int.random(in: 0...width, using: &random)
      return .array((0..<count).map { _ in value(depth: depth - 1, width: width) })
    case 2...3:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...width, using: &random) {
        object[text()] = value(depth: depth - 1, width: width)
      }
      return .object(object)
    default: return scalar()
    }
  }

  mutating func scalar() -> JSONValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2...4: number()
    default: .string(text())
    }
  }

  mutating func number() -> JSONValue {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .integer(Int64(bitPattern: random.next()))
    case 1: .integer(Int64.random(in: -9...9, using: &random))
    case 2: .double(Double.random(in: -1...1, using: &random))
    case 3: .double(Double(Int64.random(in: -999...999, using: &random)) / 4)
    case 4: .integer([.max, .min, 1 << 53, -(1 << 53) - 1].randomElement(using: &random) ?? 0)
    default:
      Double(bitPattern: random.next()).isFinite
        ? .double(Double(bitPattern: random.next() & ~(1 << 62))) : .double(0)
    }
  }

  /// Pieces that something is special about: escapes, every length of UTF-8, what Swift takes as
  /// equal or puts together, what JSON Pointer escapes.
  private static let pieces = [
    "a", "b", "id", "name", "key", "0", "1", "", "~", "/", "~1", "\"", "\\", "\n", "\u{0}",
    "\u{1F}",
    "\u{7F}", "é", "e\u{301}", "ß", "中文", "😀", "👨‍👩‍👧", "\u{FFFF}", "\u{10FFFF}", "\u{2028}",
    "\u{FB33}",
    "a long text of more than fifteen bytes", "ﬀ", "\r\n", "\u{FEFF}",
  ]

  mutating func text() -> String {
    let count = once(in: 20) ? 30 : Int.random(in: 0...3, using: &random)
    return (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The value with some changes, as the next state of it might be.
  mutating func changed(_ value: JSONValue) -> JSONValue {
    if once(in: 12) { return self.value(depth: 2, width: 3) }
    switch value {
    case .array(var elements):
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0...elements.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.insert(scalar(), at: place)
        case 1 where place < elements.count: elements.remove(at: place)
        case 2 where place < elements.count: elements[place] = changed(elements[place])
        case 3 where place < elements.count:
          let moved = elements.remove(at: place)
          elements.insert(moved, at: Int.random(in: 0...elements.count, using: &random))
        default: break
        }
      }
      return .array(elements)
    case .object(var object):
      for key in object.keys where once(in: 3) {
        object[key] = once(in: 4) ? nil : changed(object[key] ?? .null)
      }
      if once(in: 3) { object[text()] = scalar() }
      return .object(object)
    default: return once(in: 2) ? value : scalar()
    }
  }

  private mutating func once(in times: Int) -> Bool {
    random.once(in: times)
  }
}
