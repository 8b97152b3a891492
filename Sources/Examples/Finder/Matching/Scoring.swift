/// The points of a match as in fzf (its second algorithm, version 0.38).
///
/// A matched character scores 16. A gap costs 3 for its first character and 1 for each further one.
/// A character at the start of a word has a bonus, which counts double for the first character of a
/// term; consecutive characters have at least the bonus of the first of them.
///
/// Later versions of fzf give a delimiter after a letter the bonus of other signs; here, as in
/// 0.38, it has none. Bytes that are not UTF-8 are matched as they are shown, `\xFF`, where fzf
/// uses replacement characters.
enum Scoring {
  static let match: Int32 = 16
  static let gapStart: Int32 = -3
  static let gapExtension: Int32 = -1
  /// The start of a word: half a match, so that a gap of eight characters cancels it.
  static let boundary: Int32 = 8
  /// The start of a word after white space, or of the text.
  static let whiteBoundary: Int32 = 10
  /// The start of a word after one of `/,:;|`.
  static let delimiterBoundary: Int32 = 9
  /// An upper case letter after a lower case one, or the first digit of a number.
  static let camel: Int32 = 7
  /// The minimum bonus of a character after another matched one: it avoids a gap of one.
  static let consecutive: Int32 = 4
  static let firstCharacterFactor: Int32 = 2

  /// Returns the bonus of a character after another.
  static func bonus(of new: CharacterClass, after old: CharacterClass) -> Int32 {
    switch (old, new) {
    case (.white, .delimiter), (.white, .lower), (.white, .upper), (.white, .letter),
      (.white, .number):
      whiteBoundary
    case (.delimiter, .delimiter), (.delimiter, .lower), (.delimiter, .upper),
      (.delimiter, .letter),
      (.delimiter, .number):
      delimiterBoundary
    case (.nonWord, .delimiter), (.nonWord, .lower), (.nonWord, .upper), (.nonWord, .letter),
      (.nonWord, .number):
      boundary
    case (.lower, .upper): camel
    case (.number, .number): 0
    case (_, .number): camel
    case (_, .nonWord): boundary
    case (_, .white): whiteBoundary
    default: 0
    }
  }

  /// Returns the cost of a gap with this length.
  ///
  /// - Parameter isInGap: Whether the gap had started before.
  @inline(__always)
  static func gapCost(_ length: Int32, isInGap: Bool) -> Int32 {
    isInGap ? length : length + 2
  }
}

/// Lookup tables for bytes. They are created once and never freed.
struct ScoringTables: @unchecked Sendable {
  /// The class of each byte.
  let classes: UnsafePointer<UInt8>
  /// Each byte in lower case, for ASCII letters.
  let lowercase: UnsafePointer<UInt8>
  /// Each byte unchanged.
  let identity: UnsafePointer<UInt8>
  /// The bonuses, at the previous class times eight, plus the class.
  let bonuses: UnsafePointer<Int32>

  static let shared = ScoringTables()

  private init() {
    let classes = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    let lowercase = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    let identity = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max {
      let kind: CharacterClass = byte < 0x80 ? CharacterClass(ascii: byte) : .letter
      classes[Int(byte)] = kind.rawValue
      lowercase[Int(byte)] = kind == .upper ? byte + 32 : byte
      identity[Int(byte)] = byte
    }
    let bonuses = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
    bonuses.initialize(repeating: 0, count: 64)
    for old in UInt8(0)..<7 {
      for new in UInt8(0)..<7 {
        guard let before = CharacterClass(rawValue: old), let after = CharacterClass(rawValue: new)
        else { continue }
        bonuses[Int(old) * 8 + Int(new)] = Scoring.bonus(of: after, after: before)
      }
    }
    self.classes = UnsafePointer(classes)
    self.lowercase = UnsafePointer(lowercase)
    self.identity = UnsafePointer(identity)
    self.bonuses = UnsafePointer(bonuses)
  }
}
