/// The points of a match, as fzf gives them (its second algorithm, version 0.38).
///
/// A matched character has 16. A gap costs 3 for its first character and 1 for each further one. A character at the
/// start of a word has a bonus, which counts twice for the first character of a term; characters that follow one
/// another have at least the bonus of the first of them.
///
/// Later versions of fzf give a delimiter that follows a letter the bonus of other signs; here, as in 0.38, it has
/// none. Bytes that are not UTF-8 are matched as they are shown, `\xFF`, where fzf has replacement characters.
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
  /// The least bonus of a character that follows another matched one: what it saves is a gap of one.
  static let consecutive: Int32 = 4
  static let firstCharacterFactor: Int32 = 2

  /// The bonus of a character for where it stands.
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

  /// What a gap of so many characters costs, the one that is looked at included.
  ///
  /// - Parameter isInGap: whether the gap was there before.
  @inline(__always)
  static func gapCost(_ length: Int32, isInGap: Bool) -> Int32 {
    isInGap ? length : length + 2
  }
}

/// Tables for what is asked of each byte. They are made once and stay.
struct ScoringTables: @unchecked Sendable {
  /// By byte.
  let classes: UnsafePointer<UInt8>
  /// By byte: ASCII's upper case letters as lower case ones.
  let lowercase: UnsafePointer<UInt8>
  /// By byte: as it is.
  let identity: UnsafePointer<UInt8>
  /// By class before, times eight, plus class.
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
