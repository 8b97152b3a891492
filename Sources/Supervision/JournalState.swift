import OperatingSystem

/// State that a worker and its supervisor share, in one page of memory.
package nonisolated struct JournalState: ~Copyable, Sendable {
  private let words: MappedWords

  private enum Field: Int {
    case start, isOver, death, deathTime, deathWork, deathCount, restoreDeaths, isRestored, busy,
      step, isReplaced, origin, complaints, reportedComplaints, mark, executable,
      frontend, resuming, isLost, repeating
    case reason
    case complaint = 264
    case end = 512
  }

  /// Its size in the file, in bytes.
  static let size = Field.end.rawValue * MemoryLayout<UInt64>.stride

  /// - Parameter file: the same file for both.
  package init(_ file: Descriptor) throws(SystemError) {
    words = try MappedWords(of: file, at: 0, count: Field.end.rawValue)
  }

  /// When the session's time began, by the process's clock in nanoseconds; `nil` if it has not
  /// begun.
  var start: Int64? {
    get { self[.start] == 0 ? nil : Int64(bitPattern: self[.start]) }
    nonmutating set { self[.start] = newValue.map(UInt64.init(bitPattern:)) ?? 0 }
  }

  /// Whether the session has ended, so that no worker is to be started.
  package var isOver: Bool {
    get { self[.isOver] != 0 }
    nonmutating set { self[.isOver] = newValue ? 1 : 0 }
  }

  /// How the last worker ended.
  package enum Death: UInt64 {
    case none
    /// It was killed from outside.
    case killed
    /// Its own work ended it: a trap, `exit`, or an input that did not return.
    case own
  }

  package var death: Death {
    get { Death(rawValue: self[.death]) ?? .none }
    nonmutating set { self[.death] = newValue.rawValue }
  }

  /// When it died or was paused for another one, by the process's clock in nanoseconds.
  package var deathTime: Int64 {
    get { Int64(bitPattern: self[.deathTime]) }
    nonmutating set { self[.deathTime] = UInt64(bitPattern: newValue) }
  }

  /// A sentence on how it died.
  package var reason: String {
    get { text(from: .reason, to: .complaint) }
    nonmutating set { setText(newValue, from: .reason, to: .complaint) }
  }

  /// The number and the text of the last complaint: why a worker has not taken over.
  var complaint: (number: UInt64, words: String) {
    (self[.complaints], text(from: .complaint, to: .end))
  }

  /// Notes why a worker has not taken over.
  package func complain(_ words: String) {
    setText(words, from: .complaint, to: .end)
    self[.complaints] += 1
  }

  /// The number of the last complaint that was sent to the frontend.
  var reportedComplaint: UInt64 {
    get { self[.reportedComplaints] }
    nonmutating set { self[.reportedComplaints] = newValue }
  }

  /// Reads a text, which is stored behind its length in bytes.
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
      for (offset, byte) in bytes[index...].prefix(8).enumerated() {
        word |= UInt64(byte) << (offset * 8)
      }
      words[start.rawValue + 1 + index / 8] = word
    }
    words[start.rawValue] = UInt64(bytes.count)
  }

  private static func limit(from start: Field, to end: Field) -> Int {
    (end.rawValue - start.rawValue - 1) * 8
  }

  /// A number for the work that ended the last workers, and how many of them.
  var deaths: (work: Int, count: Int) {
    get { (Int(truncatingIfNeeded: self[.deathWork]), Int(clamping: self[.deathCount])) }
    nonmutating set {
      self[.deathWork] = UInt64(truncatingIfNeeded: newValue.work)
      self[.deathCount] = UInt64(newValue.count)
    }
  }

  /// How many workers in a row have ended by their own fault while they restored the session.
  package var restoreDeaths: Int {
    get { Int(clamping: self[.restoreDeaths]) }
    nonmutating set { self[.restoreDeaths] = UInt64(newValue) }
  }

  /// Whether the worker has restored the session.
  package var isRestored: Bool {
    get { self[.isRestored] != 0 }
    nonmutating set { self[.isRestored] = newValue ? 1 : 0 }
  }

  /// The index of the running turn's record, in words, plus 1; 0 when no turn is running.
  package var busy: Int {
    get { Int(clamping: self[.busy]) }
    nonmutating set { self[.busy] = UInt64(newValue) }
  }

  /// The index of the record that a worker repeats while another one serves, in words.
  package var repeating: Int {
    get { Int(clamping: self[.repeating]) }
    nonmutating set { self[.repeating] = UInt64(newValue) }
  }

  /// The number of the task that runs a step on another thread; 0 for none.
  var step: Int {
    get { Int(clamping: self[.step]) }
    nonmutating set { self[.step] = UInt64(newValue) }
  }

  /// Whether the executable was replaced, and no worker has reported it.
  package var isReplaced: Bool {
    get { self[.isReplaced] != 0 }
    nonmutating set { self[.isReplaced] = newValue ? 1 : 0 }
  }

  /// The index of the first valid record, in words.
  var origin: Int {
    get { Int(clamping: self[.origin]) }
    nonmutating set { self[.origin] = UInt64(newValue) }
  }

  /// The index of the record with which the present frontend began, in words; 0 for the first
  /// frontend.
  var frontend: Int {
    get { Int(clamping: self[.frontend]) }
    nonmutating set { self[.frontend] = UInt64(newValue) }
  }

  /// Whether the session cannot be restored, as its journal was abandoned.
  package var isLost: Bool {
    get { self[.isLost] != 0 }
    nonmutating set { self[.isLost] = newValue ? 1 : 0 }
  }

  /// How a session is resumed from its journal.
  enum Resuming: UInt64 {
    case no
    /// It may differ from before.
    case anyhow
    /// It must equal the former session, as the executable is another one.
    case exactly
  }

  /// Whether the session is to be resumed, and no worker has done so.
  var resuming: Resuming {
    get { Resuming(rawValue: self[.resuming]) ?? .no }
    nonmutating set { self[.resuming] = newValue.rawValue }
  }

  /// The mark of a journal: a name, and the version of the format of its records.
  private static let mark: UInt64 = 0x564D_484A_0000_0004

  /// A checksum of the executable that runs the session, if the journal may be resumed later; else
  /// 0.
  var executable: UInt64 {
    get { self[.executable] }
    nonmutating set { self[.executable] = newValue }
  }

  /// Marks the file as a journal of this format.
  package func sign() { self[.mark] = Self.mark }

  /// Whether this is the state of a journal of this format.
  var isOfJournal: Bool { self[.mark] == Self.mark }

  /// Clears the state of the former processes to resume the session.
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
