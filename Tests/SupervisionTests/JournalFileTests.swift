import HostEngine
import HostProtocol
import JSONRPC
import OperatingSystem
import TestSupport
import Testing

@testable import Supervision

/// Records are in the file as a whole or not at all, and nothing that has been written over counts.
@Suite struct JournalFileTests {
  private let file: Descriptor

  init() throws { file = try .memoryFile("test") }

  private static var records: [JournalRecord] {
    let error = RPCError(.crashed, "boom, \u{1F4A5}", data: ["reason": "ended by SIGILL"])
    var restart = Turn.Restart(
      RestartedNotification(CrashReason("ended by SIGKILL"), milliseconds: 7))
    restart.closed = ("c", "its own work")
    restart.skipped = .step(of: 9)
    var digest = JournalRecord.Digest()
    Array("a line\n".utf8).withUnsafeBytes { digest.append($0) }
    return [
      .line(check: 22, at: 1), .lost(error, check: .max, at: 2), .completion(of: 3, at: 4),
      .arrival(at: 5),
      .steps([RunRequest.Step(of: 6), RunRequest.Step(of: 7, at: 8)], at: 9), .timer(at: 10),
      .time(11), .pipe(PipeRequest(isBackedUp: true, isFull: false)), .room, .quiet(at: 13),
      .end(at: .max),
      .restarted(restart, at: 12), .settled(digest, isStep: true), .settled(digest, isStep: false),
      .position(14),
      .origin(JournalOrigin(input: 16, output: 17, session: ["turn": 18])),
      .resumed(
        JournalBeginning(
          input: 19, output: 20, digest: JournalRecord.Digest(check: .max, count: 21))),
      .handedOver(Turn.HandOver(complaint: "turn 7 differs"), at: 14),
      .handedOver(Turn.HandOver(response: (.integer(7), .success(["turn": 1]))), at: 15),
      .handedOver(Turn.HandOver(response: (.integer(8), .failure(error))), at: 16),
      .rewound(
        Rewound(
          plan: RewindPlan(kept: [1, 2, 3], tip: [4], lines: 5, turn: 6), id: .string("7"),
          countBefore: 8,
          digest: JournalRecord.Digest(check: .max, count: 9, turn: 6))),
    ]
  }

  private func write(_ records: [JournalRecord], at index: Int = 0) throws -> [Int] {
    var journal = try JournalFile(file, at: index)
    return try records.map { record in
      try journal.append(record)
      return journal.index
    }
  }

  private func read() throws -> [String] {
    var reader = try JournalReader(file)
    var found: [String] = []
    while let record = reader.next() { found.append("\(record)") }
    return found
  }

  @Test func whatIsWrittenIsRead() throws {
    _ = try write(Self.records)
    #expect(try read() == Self.records.map { "\($0)" })
  }

  @Test func anEmptyFileHasNoRecords() throws { #expect(try read() == []) }

  /// Whichever word has been written over, no record behind it counts, and all before it do.
  @Test func aWordThatWasWrittenOverIsTheEnd() throws {
    let ends = try write(Self.records)
    let words = try MappedWords(of: file, at: 0, count: ends.last ?? 0)
    for index in 0..<words.count {
      let whole = ends.prefix { $0 <= index }.count
      for bit in [0, 13, 40, 63] {
        let old = words[index]
        words[index] = old ^ 1 << UInt64(bit)
        #expect(
          try read() == Self.records.prefix(whole).map { "\($0)" }, "word \(index), bit \(bit)")
        words[index] = old
      }
    }
  }

  /// What is taken back is not there any more, although its words still stand behind the new ones.
  @Test func aRecordInPlaceOfOthersIsTheLast() throws {
    let ends = try write(Self.records)
    _ = try write([.room], at: ends[3])
    #expect(try read() == (Self.records.prefix(4) + [.room]).map { "\($0)" })
  }

  /// Another process reads while this one writes, also when the file has become longer than what it
  /// has mapped.
  @Test func whatIsAppendedMeanwhileIsRead() throws {
    var journal = try JournalFile(file, at: 0)
    var reader = try JournalReader(file)
    for number in 0..<50_000 {
      #expect(reader.next().map { "\($0)" } == nil)
      try journal.append(.completion(of: number, at: 1))
      #expect(reader.next().map { "\($0)" } == "\(JournalRecord.completion(of: number, at: 1))")
    }
  }

  @Test func aRecordIsReadOnceMoreFromWhereItStands() throws {
    let ends = try write(Self.records)
    var reader = try JournalReader(file)
    for _ in 0..<5 { _ = reader.next() }
    reader.seek(to: ends[1])
    #expect(reader.next().map { "\($0)" } == "\(Self.records[2])")
  }

  @Test func recordsCrossTheEndsOfWindows() throws {
    let many = (0..<100_000).map { JournalRecord.completion(of: $0, at: Int64($0)) }
    _ = try write(many)
    #expect(try read() == many.map { "\($0)" })
  }

  @Test func aRecordMayBeLongerThanAWindow() throws {
    let steps = (0..<200_000).map { RunRequest.Step(of: $0, at: Int64($0)) }
    let records: [JournalRecord] = [.room, .steps(steps, at: 1), .room]
    _ = try write(records)
    #expect(try read() == records.map { "\($0)" })
  }

  @Test func whatIsSaidInPartsIsNotTheSameAsInOne() {
    func digest(_ texts: String...) -> JournalRecord.Digest {
      var digest = JournalRecord.Digest()
      for text in texts { Array(text.utf8).withUnsafeBytes { digest.append($0) } }
      return digest
    }
    #expect(digest("a line of some length\n") == digest("a line of some length\n"))
    #expect(digest("ab", "c") != digest("a", "bc"))
    #expect(digest("a line of some length\n") != digest("a line of some lengtg\n"))
    #expect(digest() != digest(""))
  }
}
