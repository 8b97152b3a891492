import OperatingSystem

/// The records of a journal, as they lie in its file, which may become longer meanwhile.
nonisolated struct JournalReader: ~Copyable {
  private let file: Descriptor
  private var words: MappedWords
  /// Where the next record stands, in words.
  private(set) var index: Int
  private let start: Int
  /// What is left out of the records from here on: as in a ``RewindPlan``.
  private var leftOut: ArraySlice<Int> = []
  /// How many lines were left out since this was asked last.
  private var leftOutLines = 0
  /// How far it is known whether the session goes back to an earlier turn, in words, and whether it does.
  private var known = (end: 0, goesBack: false)

  /// - Parameter start: where the first record stands, in words; behind the end of the file there is none.
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

  /// Leaves out from the beginning what a session does not have that has gone back to an earlier turn.
  ///
  /// - Returns: whether the session was found not to be what its records say, for the frontend that there is; and
  ///   whether it has not gone back since.
  mutating func leaveOutTakenBack() -> (isAny: Bool, isLast: Bool) {
    var places: [Int] = []
    var differs = (isAny: false, isLast: false)
    while let (place, record) = readNotable() {
      switch record {
      case .rewound(let rewound):
        places = rewound.plan.kept + [place]
        differs.isLast = false
        known.goesBack = true
      case .position: differs = (true, true)
      case .resumed: differs = (false, false)
      default: break
      }
    }
    (known.end, index) = (index, start)
    leaveOut(places)
    return differs
  }

  /// The records of the session's going back to earlier turns that are not left out, behind a place, in words. It goes
  /// to where it was.
  mutating func rewounds(from start: Int) -> [Rewound] {
    let (index, leftOut, lines) = (index, leftOut, leftOutLines)
    defer { (self.index, self.leftOut, leftOutLines) = (index, leftOut, lines) }
    // Mostly there is none, and of what has been looked through that is known.
    self.index = known.end
    while let (_, record) = readNotable() { if case .rewound = record { known.goesBack = true } }
    (known.end, self.index) = (self.index, index)
    if !known.goesBack { return [] }
    var found: [Rewound] = []
    while let record = next() {
      if self.index > start, case .rewound(let rewound) = record { found.append(rewound) }
    }
    return found
  }

  /// Goes to where the records end, and leaves out all up to there.
  mutating func skipToEnd() {
    leftOut = []
    while let record = read() { if record.isLine { leftOutLines += 1 } }
  }

  /// Leaves something out from now on.
  mutating func leaveOut(_ places: [Int]) { leftOut = places[...].drop { $0 < index } }

  mutating func takeLeftOutLines() -> Int {
    defer { leftOutLines = 0 }
    return leftOutLines
  }

  /// The next record that is not left out; `nil` when there are no more.
  mutating func next() -> JournalRecord? {
    while let place = leftOut.first, index >= place {
      guard leftOut.count > 1 else { return nil }
      let start = leftOut[leftOut.startIndex + 1]
      while index < start, let record = read() { if record.isLine { leftOutLines += 1 } }
      leftOut = leftOut.dropFirst(2)
    }
    return read()
  }

  /// Passes the records whose kind says all that matters about the whole journal.
  ///
  /// - Returns: the next of the others, and where it stands, in words; `nil` when there are no more.
  private mutating func readNotable() -> (place: Int, record: JournalRecord)? {
    while true {
      while let end = endOfPlainRecord() { index = end }
      let place = index
      guard let record = read() else { return nil }
      switch record {
      case .rewound, .position, .resumed: return (place, record)
      default: break
      }
    }
  }

  /// Where the next record ends, if it is one of those that nearly all are, and as it was written.
  private mutating func endOfPlainRecord() -> Int? {
    let head = head()
    let count = Int(head & 0xFFFF_FFFF)
    let end = index + 2 + count
    guard JournalRecord.isPlain(kind: UInt8(head >> 56), count: count), reaches(end) else {
      return nil
    }
    var check = JournalRecord.Said(ofRecordAt: index)
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
    // What is not as it was written is the end, too: something has written over it.
    guard head == record.head(at: index), let result = JournalRecord(record) else { return nil }
    index = end
    return result
  }

  /// The next record, if it is as it was written, and one of the most frequent: without a list of its words.
  private func readFrequent(_ head: UInt64) -> JournalRecord? {
    let (kind, count) = (UInt8(head >> 56), Int(head & 0xFFFF_FFFF))
    guard count == 1 || count == 3, JournalRecord.isPlain(kind: kind, count: count) else {
      return nil
    }
    let (payload, first) = (words[index], words[index + 2])
    let (second, third) = count == 3 ? (words[index + 3], words[index + 4]) : (0, 0)
    var check = JournalRecord.Said(ofRecordAt: index)
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

  /// Whether what stands here is no record any more, and not the end either.
  var isDamaged: Bool { mutating get { head() != 0 && read() == nil } }

  /// Goes back to where a record stands that was read.
  mutating func goBack(to index: Int) { self.index = index }

  /// The second word of the next record; 0 when there is none.
  private mutating func head() -> UInt64 { reaches(index + 2) ? words[index + 1] : 0 }

  /// Whether the file is so long, in words.
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
  /// The part of the file that is written to.
  private var window: MappedWords
  /// Where that begins, in words.
  private var start: Int
  /// Where the next record is to stand, in words.
  private(set) var index: Int

  /// What the start of a window is a multiple of, and how long it is, in words: 64 and 128 KiB.
  private static let (unit, size) = (8_192, 16_384)

  /// - Parameter index: where the next record is to stand, in words; those behind it no longer count.
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
    // With the head of the next one, which is to be empty.
    if end + 2 > start + window.count {
      start = index / Self.unit * Self.unit
      window = try Self.window(of: file, from: start, count: max(Self.size, end + 2 - start))
    }
    let place = index - start
    for offset in 0..<words.rest.count { window[place + 2 + offset] = words.rest[offset] }
    window[place] = words.payload
    window[end - start + 1] = 0
    window[place + 1] = words.head(at: index)
    index = end
  }
}
