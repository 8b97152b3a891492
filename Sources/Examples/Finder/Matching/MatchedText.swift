/// A text as it is matched with a term. Positions count characters.
protocol MatchedText {
  var count: Int { get }
  /// Returns the character at a position, folded as the term requires.
  func character(at position: Int) -> UInt32
  /// Returns the number, from 1, of the term's distinct character at a position; 0 for none.
  func slot(at position: Int) -> Int
  /// Returns the first position of a term's character from a position on, or the count if it does
  /// not occur.
  func first(_ index: Int, of term: Term, from position: Int) -> Int
  /// Returns the raw value of the ``CharacterClass`` at a position.
  func kind(at position: Int) -> Int
}

extension MatchedText {
  /// Returns the bonus of a position.
  @inline(__always)
  func bonus(at position: Int, _ bonuses: UnsafePointer<Int32>) -> Int32 {
    let before = position == 0 ? Int(CharacterClass.white.rawValue) : kind(at: position - 1)
    return bonuses[before * 8 + kind(at: position)]
  }

  func isWhite(_ position: Int) -> Bool { kind(at: position) == Int(CharacterClass.white.rawValue) }

  /// The number of leading white characters.
  var leadingWhite: Int { (0..<count).first { !isWhite($0) } ?? count }

  /// The number of trailing white characters; 0 if all are white.
  var trailingWhite: Int {
    (0..<count).reversed().first { !isWhite($0) }.map { count - 1 - $0 } ?? 0
  }
}

/// A text in ASCII.
struct ASCIIText: MatchedText {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  private let folded: UnsafePointer<UInt8>
  private let classes: UnsafePointer<UInt8>
  private let slots: UnsafePointer<UInt8>

  /// - Parameter slots: The term's `slotOfByte`.
  init(
    _ bytes: UnsafePointer<UInt8>, count: Int, caseSensitive: Bool, slots: UnsafePointer<UInt8>,
    _ tables: ScoringTables
  ) {
    self.bytes = bytes
    self.count = count
    self.slots = slots
    folded = caseSensitive ? tables.identity : tables.lowercase
    classes = tables.classes
  }

  @inline(__always)
  func character(at position: Int) -> UInt32 { UInt32(folded[Int(bytes[position])]) }

  @inline(__always)
  func first(_ index: Int, of term: Term, from position: Int) -> Int {
    min(count, term.finders[index].first(in: bytes, from: position, count: count))
  }

  @inline(__always)
  func slot(at position: Int) -> Int { Int(slots[Int(bytes[position])]) }

  @inline(__always)
  func kind(at position: Int) -> Int { Int(classes[Int(bytes[position])]) }
}

/// Any text, decoded and folded.
struct UnicodeText: MatchedText {
  private let characters: UnsafePointer<UInt32>
  private let kinds: UnsafePointer<UInt8>
  let count: Int
  private let distinct: [UInt32]

  init(
    _ characters: UnsafePointer<UInt32>, _ kinds: UnsafePointer<UInt8>, count: Int,
    distinct: [UInt32]
  ) {
    self.characters = characters
    self.kinds = kinds
    self.count = count
    self.distinct = distinct
  }

  func character(at position: Int) -> UInt32 { characters[position] }

  func first(_ index: Int, of term: Term, from position: Int) -> Int {
    var position = position
    while position < count, characters[position] != term.characters[index] { position += 1 }
    return position
  }

  func slot(at position: Int) -> Int {
    distinct.firstIndex(of: characters[position]).map { $0 + 1 } ?? 0
  }

  func kind(at position: Int) -> Int { Int(kinds[position]) }
}
