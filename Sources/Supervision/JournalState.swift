import OperatingSystem

/// What a worker and its supervisor tell each other, in a page of memory that both have.
package nonisolated struct JournalState: ~Copyable, Sendable {
  private let words: MappedWords

  private enum Field: Int {
    case start, isOver, death, deathTime, deathWork, deathCount, restoreDeaths, isRestored, busy,
      step, differs, isReplaced, origin
    case reasonLength
    case reason
  }

  private static let count = 512

  /// - Parameter file: the same for both.
  package init(_ file: Descriptor) throws(SystemError) {
    words = try MappedWords(of: file, at: 0, count: Self.count)
  }

  /// When the session's time started to pass, by the process's clock in nanoseconds; `nil` while it has not.
  var start: Int64? {
    get { self[.start] == 0 ? nil : Int64(bitPattern: self[.start]) }
    nonmutating set { self[.start] = newValue.map(UInt64.init(bitPattern:)) ?? 0 }
  }

  /// Whether the session is over: the worker ends because it is to end.
  package var isOver: Bool {
    get { self[.isOver] != 0 }
    nonmutating set { self[.isOver] = newValue ? 1 : 0 }
  }

  /// How the last worker died.
  package enum Death: UInt64 {
    case none
    /// Something outside has killed it.
    case killed
    /// It is to blame itself: a trap, `exit`, an input that did not return.
    case own
  }

  package var death: Death {
    get { Death(rawValue: self[.death]) ?? .none }
    nonmutating set { self[.death] = newValue.rawValue }
  }

  /// When it died, or was paused for another one, by the process's clock in nanoseconds.
  package var deathTime: Int64 {
    get { Int64(bitPattern: self[.deathTime]) }
    nonmutating set { self[.deathTime] = UInt64(bitPattern: newValue) }
  }

  /// The words that say how it died, or why no other one takes over.
  package var reason: String {
    get {
      let count = min(Int(clamping: self[.reasonLength]), Self.reasonLimit)
      let bytes = (0..<count).map { index in
        UInt8(truncatingIfNeeded: words[Field.reason.rawValue + index / 8] >> (index % 8 * 8))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    nonmutating set {
      let bytes = Array(newValue.utf8.prefix(Self.reasonLimit))
      for start in stride(from: 0, to: bytes.count, by: 8) {
        var word: UInt64 = 0
        for (index, byte) in bytes[start...].prefix(8).enumerated() {
          word |= UInt64(byte) << (index * 8)
        }
        words[Field.reason.rawValue + start / 8] = word
      }
      self[.reasonLength] = UInt64(bytes.count)
    }
  }

  private static let reasonLimit = (count - Field.reason.rawValue) * 8

  /// What workers have died of one after another, as a number, and how often.
  var deaths: (work: Int, count: Int) {
    get { (Int(truncatingIfNeeded: self[.deathWork]), Int(clamping: self[.deathCount])) }
    nonmutating set {
      self[.deathWork] = UInt64(truncatingIfNeeded: newValue.work)
      self[.deathCount] = UInt64(newValue.count)
    }
  }

  /// How many workers have died by themselves while they restored the session, one after another.
  package var restoreDeaths: Int {
    get { Int(clamping: self[.restoreDeaths]) }
    nonmutating set { self[.restoreDeaths] = UInt64(newValue) }
  }

  /// Whether the worker has restored the session.
  package var isRestored: Bool {
    get { self[.isRestored] != 0 }
    nonmutating set { self[.isRestored] = newValue ? 1 : 0 }
  }

  /// Where in the journal the turn stands that is under way, in words; 0 when none is.
  package var busy: Int {
    get { Int(clamping: self[.busy]) }
    nonmutating set { self[.busy] = UInt64(newValue) }
  }

  /// The number of the task of which another thread takes a step; 0 for none.
  var step: Int {
    get { Int(clamping: self[.step]) }
    nonmutating set { self[.step] = UInt64(newValue) }
  }

  /// Whether the session had to be restored, and was not what it was: what its records say was said is not so.
  var differs: Bool {
    get { self[.differs] != 0 }
    nonmutating set { self[.differs] = newValue ? 1 : 0 }
  }

  /// Whether the executable is another one, and no worker has said so.
  package var isReplaced: Bool {
    get { self[.isReplaced] != 0 }
    nonmutating set { self[.isReplaced] = newValue ? 1 : 0 }
  }

  /// Where the first record stands that counts, in words.
  var origin: Int {
    get { Int(clamping: self[.origin]) }
    nonmutating set { self[.origin] = UInt64(newValue) }
  }

  private subscript(field: Field) -> UInt64 {
    get { words[field.rawValue] }
    nonmutating set { words[field.rawValue] = newValue }
  }
}
