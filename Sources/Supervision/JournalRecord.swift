import HostEngine
import HostProtocol
import JSON
import JSONRPC

/// One record of a journal: what a turn came from, or what it came to.
///
/// A record is words of 64 bits: a payload; then the kind (8 bits), a checksum (24 bits) and the number of words that
/// follow (32 bits); then those. The second word is stored last, so that a record is there as a whole or not at all;
/// 0 in its place is the end.
package nonisolated enum JournalRecord {
  /// The next line of the input, with a checksum, at a time in nanoseconds since the start.
  case line(check: UInt64, at: Int64)
  /// The next line of the input was given up.
  case lost(RPCError, check: UInt64, at: Int64)
  /// A task has brought something back.
  case completion(of: Int, at: Int64)
  /// Tasks have taken steps.
  case steps([RunRequest.Step], at: Int64)
  /// What was left of a turn that was cut off went on.
  case arrival(at: Int64)
  /// A timer has fallen due.
  case timer(at: Int64)
  /// The time has come so far, with timers that were no turns.
  case time(Int64)
  /// The pipe to the frontend is another than before.
  case pipe(PipeRequest)
  /// It was known what the first open `viewModel/try` had come to.
  case tried(Result<JSONValue, RPCError>, at: Int64)
  /// The frontend has taken what waited to be sent.
  case room
  /// Nothing came for a while.
  case quiet(at: Int64)
  /// The input has ended.
  case end(at: Int64)
  /// Another process has gone on.
  case restarted(Turn.Restart, at: Int64)
  /// It was known what had become of a hand-over.
  case handedOver(Turn.HandOver, at: Int64)
  /// Another process has had the session be what it was, and gone on there.
  case rewound(Rewound)
  /// The turns of the record before are over, and whether a ViewModel has done something in them, if they are of a
  /// line with inputs.
  case settled(Said, isStep: Bool)
  /// So many bytes have been said up to here, whatever the records before say, without what frames them: the session
  /// had to be restored, and was not what it was. They are in the output file as far as they are not sent.
  case position(Int)
  /// Another frontend is in the place of the one before.
  case resumed(JournalBeginning)
  /// The session had no instances: what stands before need not be had again.
  case origin(JournalOrigin)

  /// Whether it takes a line of the input.
  var isLine: Bool { lineCheck != nil }

  /// The checksum of the line that it takes, if it takes one; 0 where that is no whole line.
  var lineCheck: UInt64? {
    switch self {
    case .line(let check, _), .lost(_, let check, _): check
    default: nil
    }
  }

  /// What turns have said.
  package struct Said: Equatable {
    /// A checksum.
    var check: UInt64 = 0
    /// How many bytes, without what frames them.
    var count = 0
    /// The number of the last of them.
    var turn = 0

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
      count += bytes.count
      if bytes.count < Self.step {
        for byte in bytes { append(UInt64(byte)) }
      } else {
        // The last step has some of the bytes once more, if they do not come out even.
        for index in stride(from: 0, to: bytes.count, by: Self.step) {
          let start = min(index, bytes.count - Self.step)
          append(
            bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self),
            bytes.loadUnaligned(fromByteOffset: start + Self.step / 2, as: UInt64.self))
        }
      }
      append(UInt64(bytes.count))
    }

    /// How many bytes a step of the checksum takes: each step waits for the one before.
    private static let step = 16

    /// A step of a multiplicative hash: each bit of the words changes the upper half of the product.
    mutating func append(_ word: UInt64, _ next: UInt64 = 0) {
      let product = (check ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ next)
      check = (product.high ^ product.low) &+ 1
    }
  }
}

// MARK: As words

nonisolated extension JournalRecord.Said {
  /// The checksum of a record begins with where that stands, in words, so that one in a wrong place counts as none.
  init(ofRecordAt index: Int) { append(UInt64(index)) }

  /// The second word of a record, of whose other words this is the checksum.
  func head(kind: UInt8, count: Int) -> UInt64 {
    UInt64(kind) << 56 | (check & 0xFF_FFFF) << 32 | UInt64(UInt32(count))
  }
}

nonisolated extension JournalRecord {
  /// The words of a record.
  struct Words {
    var kind: UInt8
    var payload: UInt64 = 0
    var rest = WordList()

    /// The second word of the record.
    ///
    /// - Parameter index: where the record stands, in words.
    func head(at index: Int) -> UInt64 {
      var check = Said(ofRecordAt: index)
      check.append(payload)
      for index in 0..<rest.count { check.append(rest[index]) }
      return check.head(kind: kind, count: rest.count)
    }
  }

  /// Whether so many words behind the head make a record of this kind, whatever they are, and it says nothing about other
  /// records.
  static func isPlain(kind: UInt8, count: Int) -> Bool {
    switch kind {
    case 1, 3: count == 1
    case 4: count % 2 == 0
    case 5, 6, 7, 8, 9, 10, 13: count == 0
    case 11: count == 3
    default: false
    }
  }

  var words: Words {
    switch self {
    case .line(let check, let time):
      Words(kind: 1, payload: UInt64(bitPattern: time), rest: WordList([check]))
    case .lost(let error, let check, let time):
      Words(
        kind: 2, payload: UInt64(bitPattern: time),
        rest: WordList([check] + Self.words(of: error.json).array))
    case .completion(let task, let time):
      Words(kind: 3, payload: UInt64(bitPattern: time), rest: WordList([UInt64(task)]))
    case .steps(let steps, let time):
      Words(
        kind: 4, payload: UInt64(bitPattern: time),
        rest: WordList(
          steps.flatMap { [UInt64($0.task), UInt64(bitPattern: $0.time ?? .min)] }))
    case .arrival(let time): Words(kind: 5, payload: UInt64(bitPattern: time))
    case .timer(let time): Words(kind: 6, payload: UInt64(bitPattern: time))
    case .time(let time): Words(kind: 7, payload: UInt64(bitPattern: time))
    case .pipe(let pipe):
      Words(kind: 8, payload: (pipe.isBackedUp ? 1 : 0) | (pipe.isFull ? 2 : 0))
    case .room: Words(kind: 9)
    case .quiet(let time): Words(kind: 13, payload: UInt64(bitPattern: time))
    case .end(let time): Words(kind: 10, payload: UInt64(bitPattern: time))
    case .restarted(let restart, let time):
      Words(kind: 12, payload: UInt64(bitPattern: time), rest: Self.words(of: restart.json))
    case .tried(let outcome, let time):
      Words(
        kind: 18, payload: UInt64(bitPattern: time),
        rest: Self.words(of: TriedRequest(outcome).params))
    case .handedOver(let handOver, let time):
      Words(kind: 15, payload: UInt64(bitPattern: time), rest: Self.words(of: handOver.json))
    case .rewound(let rewound):
      Words(kind: 16, payload: UInt64(rewound.said.count), rest: Self.words(of: rewound.json))
    case .settled(let said, let isStep):
      Words(
        kind: 11, payload: said.check,
        rest: WordList(UInt64(said.count), UInt64(said.turn), isStep ? 1 : 0))
    case .position(let count): Words(kind: 14, payload: UInt64(count))
    case .origin(let origin): Words(kind: 17, rest: Self.words(of: origin.json))
    case .resumed(let beginning): Words(kind: 19, rest: Self.words(of: beginning.json))
    }
  }

  /// - Returns: `nil` when they are none.
  init?(_ words: Words) {
    let time = Int64(bitPattern: words.payload)
    switch (words.kind, words.rest.count) {
    case (1, 1), (3, 1): self.init(kind: words.kind, words.payload, words.rest[0])
    case (2, 2...):
      let json = Self.json(of: WordList(Array(words.rest.array.dropFirst())))
      guard let error = json.flatMap(RPCError.init) else { return nil }
      self = .lost(error, check: words.rest[0], at: time)
    case (4, let count) where count % 2 == 0:
      let steps = stride(from: 0, to: count, by: 2).map { index in
        let time = Int64(bitPattern: words.rest[index + 1])
        return RunRequest.Step(of: Int(words.rest[index]), at: time == .min ? nil : time)
      }
      self = .steps(steps, at: time)
    case (5, 0): self = .arrival(at: time)
    case (6, 0): self = .timer(at: time)
    case (7, 0): self = .time(time)
    case (8, 0):
      self = .pipe(
        PipeRequest(isBackedUp: words.payload & 1 != 0, isFull: words.payload & 2 != 0))
    case (9, 0): self = .room
    case (10, 0): self = .end(at: time)
    case (12, _):
      guard let restart = Self.json(of: words.rest).flatMap(Turn.Restart.init) else { return nil }
      self = .restarted(restart, at: time)
    case (18, _):
      guard let params = Self.json(of: words.rest), let tried = try? TriedRequest(params: params)
      else { return nil }
      self = .tried(tried.outcome, at: time)
    case (15, _):
      guard let json = Self.json(of: words.rest) else { return nil }
      self = .handedOver(Turn.HandOver(json), at: time)
    case (16, _):
      guard let json = Self.json(of: words.rest),
        let rewound = Rewound(json, said: Int(clamping: words.payload))
      else { return nil }
      self = .rewound(rewound)
    case (13, 0): self = .quiet(at: time)
    case (11, 3): self = .settled(words.payload, words.rest[0], words.rest[1], words.rest[2])
    case (17, _):
      guard let origin = Self.json(of: words.rest).flatMap(JournalOrigin.init) else { return nil }
      self = .origin(origin)
    case (19, _):
      guard let beginning = Self.json(of: words.rest).flatMap(JournalBeginning.init) else {
        return nil
      }
      self = .resumed(beginning)
    case (14, 0): self = .position(Int(clamping: words.payload))
    default: return nil
    }
  }

  /// A line or a completion.
  init?(kind: UInt8, _ payload: UInt64, _ word: UInt64) {
    let time = Int64(bitPattern: payload)
    switch kind {
    case 1: self = .line(check: word, at: time)
    case 3: self = .completion(of: Int(word), at: time)
    default: return nil
    }
  }

  /// The end of a record's turns.
  static func settled(
    _ check: UInt64, _ count: UInt64, _ turn: UInt64, _ isStep: UInt64
  ) -> JournalRecord {
    let said = Said(check: check, count: Int(clamping: count), turn: Int(clamping: turn))
    return .settled(said, isStep: isStep != 0)
  }

  /// A value as words: its text, filled up with spaces.
  private static func words(of json: JSONValue) -> WordList {
    var writer = JSONWriter()
    writer.write(json)
    var bytes = writer.withBytes { Array($0) }
    while bytes.count % 8 != 0 { bytes.append(UInt8(ascii: " ")) }
    return WordList(
      stride(from: 0, to: bytes.count, by: 8).map { index in
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt64.self) }
      })
  }

  private static func json(of words: WordList) -> JSONValue? {
    words.array.withUnsafeBytes { try? JSONValue(parsing: $0) }
  }
}

nonisolated extension Turn.HandOver {
  fileprivate init(_ json: JSONValue) {
    self.init(complaint: json["complaint"]?.stringValue)
    guard let id = json["id"].flatMap(RequestID.init) else { return }
    if let error = json["error"].flatMap(RPCError.init) {
      response = (id, .failure(error))
    } else {
      response = (id, .success(json["result"] ?? .null))
    }
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = [:]
    if let complaint { members["complaint"] = .string(complaint) }
    if let (id, result) = response {
      members["id"] = id.json
      switch result {
      case .success(let value): members["result"] = value
      case .failure(let error): members["error"] = error.json
      }
    }
    return .object(members)
  }
}

nonisolated extension Turn.Restart {
  fileprivate init?(_ json: JSONValue) {
    guard let params = json["params"] else { return nil }
    self.init(RestartedNotification(params: params))
    let closed = json.texts("closed")
    if closed.count == 2 { self.closed = (closed[0], closed[1]) }
    let number = json["number"]?.integerValue ?? 0
    skipped =
      switch json.text("skipped") {
      case "timer": .timer(dueAt: Int64(number))
      case "completion": .completion(of: Int(number))
      case "step": .step(of: Int(number))
      default: nil
      }
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = ["params": notification.params]
    if let closed { members["closed"] = [.string(closed.id), .string(closed.reason)] }
    switch skipped {
    case .timer(let time): (members["skipped"], members["number"]) = ("timer", .integer(time))
    case .completion(let task):
      (members["skipped"], members["number"]) = ("completion", .integer(Int64(task)))
    case .step(let task): (members["skipped"], members["number"]) = ("step", .integer(Int64(task)))
    case nil: break
    }
    return .object(members)
  }
}
