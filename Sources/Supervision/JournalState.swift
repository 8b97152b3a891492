import OperatingSystem

/// What a worker and its supervisor tell each other, in a page of memory that both have.
package nonisolated struct JournalState: ~Copyable, Sendable {
  private let words: MappedWords

  private enum Field: Int {
    case start, isOver, death, deathTime, deathWork, deathCount, restoreDeaths, isRestored, busy,
      step, isReplaced, origin, complaints, complaintsSaid, mark, executable,
      frontend, resuming, isLost
    case reason
    case complaint = 264
    case end = 512
  }

  /// How many bytes it has in the file.
  static let size = Field.end.rawValue * MemoryLayout<UInt64>.stride

  /// - Parameter file: the same for both.
  package init(_ file: Descriptor) throws(SystemError) {
    words = try MappedWords(of: file, at: 0, count: Field.end.rawValue)
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

  /// The words that say how it died.
  package var reason: String {
    get { text(from: .reason, to: .complaint) }
    nonmutating set { setText(newValue, from: .reason, to: .complaint) }
  }

  /// Why the last worker has not taken over that was to, in words, with a number.
  var complaint: (number: UInt64, words: String) {
    (self[.complaints], text(from: .complaint, to: .end))
  }

  /// A worker has not taken over that was to.
  package func complain(_ words: String) {
    setText(words, from: .complaint, to: .end)
    self[.complaints] += 1
  }

  /// The number of the last complaint that the frontend was told.
  var complaintSaid: UInt64 {
    get { self[.complaintsSaid] }
    nonmutating set { self[.complaintsSaid] = newValue }
  }

  /// A text, before which its length stands, in bytes.
  private func text(from start: Field, to end: Field) -> String {
    let count = min(Int(clamping: self[start]), Self.limit(from: start, to: end))
    let bytes = (0..<count).map { index in
      UInt8(truncatingIfNeeded: words[start.rawValue + 1 + index / 8] >> (index % 8 * 8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func setText(_ text: String, from start: Field, to end: Field) {
    let bytes = Array(text.utf8.prefix(Self.limit(from: start, to: end)))
    for index in stride(from: 0, to: bytes.count, by: 8) {
      var word: UInt64 = 0
      for (place, byte) in bytes[index...].prefix(8).enumerated() {
        word |= UInt64(byte) << (place * 8)
      }
      words[start.rawValue + 1 + index / 8] = word
    }
    words[start.rawValue] = UInt64(bytes.count)
  }

  private static func limit(from start: Field, to end: Field) -> Int {
    (end.rawValue - start.rawValue - 1) * 8
  }

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

  /// Where the record stands of the frontend that there is, in words; 0 for the first one.
  var frontend: Int {
    get { Int(clamping: self[.frontend]) }
    nonmutating set { self[.frontend] = UInt64(newValue) }
  }

  /// Whether the session cannot be restored, as it is too long for its journal.
  package var isLost: Bool {
    get { self[.isLost] != 0 }
    nonmutating set { self[.isLost] = newValue ? 1 : 0 }
  }

  /// What a session is when it is taken up by its journal.
  enum Resuming: UInt64 {
    case no
    /// It is what its ViewModels make of it now.
    case anyhow
    /// It has to be what it was: the executable is another one.
    case exactly
  }

  /// Whether the session is to be taken up, and no worker has done so.
  var resuming: Resuming {
    get { Resuming(rawValue: self[.resuming]) ?? .no }
    nonmutating set { self[.resuming] = newValue.rawValue }
  }

  /// What tells journals from other files: a name, and a number for the form of the records.
  private static let mark: UInt64 = 0x564D_484A_0000_0003

  /// A number for the executable that has the session, where that may be taken up later; else 0.
  var executable: UInt64 {
    get { self[.executable] }
    nonmutating set { self[.executable] = newValue }
  }

  /// The journal has the form that this executable knows.
  package func sign() { self[.mark] = Self.mark }

  /// Whether this is the state of a journal of this form.
  var isOfJournal: Bool { self[.mark] == Self.mark }

  /// The session is taken up: what was so of the processes before does not hold.
  func resume(_ resuming: Resuming) {
    let kept = [Field.mark, .executable, .origin, .frontend].map { ($0, self[$0]) }
    for index in 0..<Field.end.rawValue { words[index] = 0 }
    for (field, word) in kept { self[field] = word }
    self.resuming = resuming
  }

  private subscript(field: Field) -> UInt64 {
    get { words[field.rawValue] }
    nonmutating set { words[field.rawValue] = newValue }
  }
}
