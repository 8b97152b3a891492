/// A text as a term sees it. Positions count characters.
protocol MatchedText {
  var count: Int { get }
  /// The character there, folded as the term wants it.
  func character(at position: Int) -> UInt32
  /// Which of the term's distinct characters is there, counting from 1; 0 for none.
  func slot(at position: Int) -> Int
  /// The first position from one on where a character of the term is, or the count when there is none.
  func first(_ index: Int, of term: Term, from position: Int) -> Int
  /// The raw value of the ``CharacterClass`` there.
  func kind(at position: Int) -> Int
}

extension MatchedText {
  /// The bonus that a character has for where it stands.
  @inline(__always)
  func bonus(at position: Int, _ bonuses: UnsafePointer<Int32>) -> Int32 {
    let before = position == 0 ? Int(CharacterClass.white.rawValue) : kind(at: position - 1)
    return bonuses[before * 8 + kind(at: position)]
  }

  func isWhite(_ position: Int) -> Bool { kind(at: position) == Int(CharacterClass.white.rawValue) }

  /// How many white characters there are at the start.
  var leadingWhite: Int { (0..<count).first { !isWhite($0) } ?? count }

  /// How many white characters there are at the end; none when there are no others.
  var trailingWhite: Int {
    (0..<count).reversed().first { !isWhite($0) }.map { count - 1 - $0 } ?? 0
  }
}

/// Bytes that are ASCII.
struct ASCIIText: MatchedText {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  private let folded: UnsafePointer<UInt8>
  private let classes: UnsafePointer<UInt8>
  private let slots: UnsafePointer<UInt8>

  /// - Parameter slots: the term's `slotOfByte`.
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
