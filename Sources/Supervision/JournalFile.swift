import OperatingSystem

/// Reads the records of a journal from its file, which may grow meanwhile.
nonisolated struct JournalReader: ~Copyable {
  private let file: Descriptor
  private var words: MappedWords
  /// The index of the next record, in words.
  private(set) var index: Int
  private let start: Int
  /// The parts of the records to skip from here on, as in a ``RewindPlan``.
  private var skipped: ArraySlice<Int> = []
  /// The number of skipped lines since it was last read.
  private var skippedLines = 0
  /// How far the journal was searched for rewinds, in words, and whether one was found.
  private var known = (end: 0, hasRewind: false)

  /// - Parameter start: the index of the first record, in words; at or past the end of the file
  ///   there is none.
  init(_ records: Descriptor, from start: Int = 0) throws(SystemError) {
    file = records
    words = try MappedWords(of: records, at: 0, count: Self.count(of: records))
    index = min(start, words.count)
    self.start = index
    known.end = index
  }

  private static func count(of records: Descriptor) -> Int {
    max(Int(records.size ?? 0) / MemoryLayout<UInt64>.stride, 2)
  }

  /// Skips the turns that were undone by rewinds.
  ///
  /// - Returns: whether the session ever differed from its records for the present frontend, and
  ///   whether it has differed since the last rewind.
  mutating func skipUndone() -> (isAny: Bool, isLast: Bool) {
    var indices: [Int] = []
    var differs = (isAny: false, isLast: false)
    while let (recordStart, record) = readNotable() {
      switch record {
      case .rewound(let rewound):
        indices = rewound.plan.kept + [recordStart]
        differs.isLast = false
        known.hasRewind = true
      case .position: differs = (true, true)
      case .resumed: differs = (false, false)
      default: break
      }
    }
    (known.end, index) = (index, start)
    skip(indices)
    return differs
  }

  /// Returns the next records of rewinds, without skipped ones, up to another frontend. The
  /// reader's position does not change.
  mutating func rewounds() -> [Rewound] {
    let (index, skipped, lines) = (index, skipped, skippedLines)
    defer { (self.index, self.skipped, skippedLines) = (index, skipped, lines) }
    // Most journals have none. What has been searched is not searched again.
    self.index = known.end
    while let (_, record) = readNotable() { if case .rewound = record { known.hasRewind = true } }
    (known.end, self.index) = (self.index, index)
    if !known.hasRewind { return [] }
    var found: [Rewound] = []
    while let record = next() {
      if case .resumed = record { break }
      if case .rewound(let rewound) = record { found.append(rewound) }
    }
    return found
  }

  /// Moves to the end of the records, and counts all up to there as skipped.
  mutating func skipToEnd() {
    skipped = []
    while let record = read() { if record.isLine { skippedLines += 1 } }
  }

  /// Sets the parts to skip from here on.
  mutating func skip(_ indices: [Int]) { skipped = indices[...].drop { $0 < index } }

  mutating func drainSkippedLines() -> Int {
    defer { skippedLines = 0 }
    return skippedLines
  }

  /// Returns the next record that is not skipped; `nil` when there are no more.
  mutating func next() -> JournalRecord? {
    while let skipStart = skipped.first, index >= skipStart {
      guard skipped.count > 1 else { return nil }
      let start = skipped[skipped.startIndex + 1]
      while index < start, let record = read() { if record.isLine { skippedLines += 1 } }
      skipped = skipped.dropFirst(2)
    }
    return read()
  }

  /// Passes records whose kind says all that matters about the whole journal.
  ///
  /// - Returns: the next other record and its index in words; `nil` when there are no more.
  private mutating func readNotable() -> (start: Int, record: JournalRecord)? {
    while true {
      while let end = endOfPlainRecord() { index = end }
      let recordStart = index
      guard let record = read() else { return nil }
      switch record {
      case .rewound, .position, .resumed: return (recordStart, record)
      default: break
      }
    }
  }

  /// Returns the end of the next record if it has a plain kind and an intact checksum.
  private mutating func endOfPlainRecord() -> Int? {
    let head = head()
    let count = Int(head & 0xFFFF_FFFF)
    let end = index + 2 + count
    guard JournalRecord.isPlain(kind: UInt8(head >> 56), count: count), reaches(end) else {
      return nil
    }
    var check = JournalRecord.Digest(ofRecordAt: index)
    check.append(words[index])
    for word in index + 2..<end { check.append(words[word]) }
    return head == check.head(kind: UInt8(head >> 56), count: count) ? end : nil
  }

  private mutating func read() -> JournalRecord? {
    let head = head()
    let (end, overflow) = (index + 2).addingReportingOverflow(Int(head & 0xFFFF_FFFF))
    guard head != 0, !overflow, reaches(end) else { return nil }
    if let record = readFrequent(head) {
      index = end
      return record
    }
    var record = JournalRecord.Words(kind: UInt8(head >> 56), payload: words[index])
    for word in index + 2..<end { record.rest.append(words[word]) }
    // A damaged record ends the journal: it was overwritten.
    guard head == record.head(at: index), let result = JournalRecord(record) else { return nil }
    index = end
    return result
  }

  /// Returns the next record if it is intact and has one of the most frequent kinds: without
  /// allocating a list.
  private func readFrequent(_ head: UInt64) -> JournalRecord? {
    let (kind, count) = (UInt8(head >> 56), Int(head & 0xFFFF_FFFF))
    guard count == 1 || count == 3, JournalRecord.isPlain(kind: kind, count: count) else {
      return nil
    }
    let (payload, first) = (words[index], words[index + 2])
    let (second, third) = count == 3 ? (words[index + 3], words[index + 4]) : (0, 0)
    var check = JournalRecord.Digest(ofRecordAt: index)
    check.append(payload)
    check.append(first)
    if count == 3 {
      check.append(second)
      check.append(third)
    }
    guard head == check.head(kind: kind, count: count) else { return nil }
    return count == 1
      ? JournalRecord(kind: kind, payload, first)
      : .settled(payload, first, second, third)
  }

  /// Whether the next words are neither a record nor the end.
  var isDamaged: Bool { mutating get { head() != 0 && read() == nil } }

  /// Moves back to a record that was read.
  mutating func seek(to index: Int) { self.index = index }

  /// Returns the second word of the next record; 0 when there is none.
  private mutating func head() -> UInt64 { reaches(index + 2) ? words[index + 1] : 0 }

  /// Returns whether the file has so many words.
  private mutating func reaches(_ end: Int) -> Bool {
    if end <= words.count { return true }
    let count = Self.count(of: file)
    guard end <= count, let longer = try? MappedWords(of: file, at: 0, count: count) else {
      return false
    }
    words = longer
    return true
  }
}

/// Appends records to a journal.
nonisolated struct JournalFile: ~Copyable {
  private let file: Descriptor
  /// The part of the file that is mapped for writing.
  private var window: MappedWords
  /// The index of its first word.
  private var start: Int
  /// The index of the next record, in words.
  private(set) var index: Int

  /// The alignment and the size of a window, in words: 64 and 128 KiB.
  private static let (unit, size) = (8_192, 16_384)

  /// - Parameter index: where to write the next record, in words; records from there on are
  ///   overwritten.
  init(_ file: Descriptor, at index: Int) throws(SystemError) {
    self.file = file
    self.index = index
    start = index / Self.unit * Self.unit
    window = try Self.window(of: file, from: start, count: Self.size)
  }

  private static func window(
    of file: Descriptor, from start: Int, count: Int
  ) throws(SystemError) -> MappedWords {
    try MappedWords(of: file, at: start * MemoryLayout<UInt64>.stride, count: count)
  }

  mutating func append(_ record: JournalRecord) throws(SystemError) {
    let words = record.words
    let end = index + 2 + words.rest.count
    // With the head of the next record, which is cleared.
    if end + 2 > start + window.count {
      start = index / Self.unit * Self.unit
      window = try Self.window(of: file, from: start, count: max(Self.size, end + 2 - start))
    }
    let base = index - start
    for offset in 0..<words.rest.count { window[base + 2 + offset] = words.rest[offset] }
    window[base] = words.payload
    window[end - start + 1] = 0
    window[base + 1] = words.head(at: index)
    index = end
  }
}
