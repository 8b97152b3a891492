import HostEngine
import HostProtocol
import JSON
import JSONRPC

/// A record of a journal: the cause of turns, or their outcome.
///
/// A record consists of 64-bit words: a payload; then the kind (8 bits), a checksum (24 bits) and
/// the number of words that follow (32 bits); then those. The second word is stored last, so that a
/// record is either complete or absent; 0 in its place marks the end.
package nonisolated enum JournalRecord {
  /// The next line of the input, with its checksum, at a time in nanoseconds since the start.
  case line(check: UInt64, at: Int64)
  /// The next line of the input was refused with an error.
  case lost(RPCError, check: UInt64, at: Int64)
  /// A task has returned from another thread.
  case completion(of: Int, at: Int64)
  /// Tasks have taken steps.
  case steps([RunRequest.Step], at: Int64)
  /// The rest of a turn that was cut off was continued.
  case arrival(at: Int64)
  /// A timer was due.
  case timer(at: Int64)
  /// Time has passed up to here, with timers that were no turns.
  case time(Int64)
  /// The state of the pipe to the frontend has changed.
  case pipe(PipeRequest)
  /// The first pending `viewModel/try` had an outcome.
  case tried(Result<JSONValue, RPCError>, at: Int64)
  /// The frontend has read what waited to be sent.
  case room
  /// The session was idle for a while.
  case quiet(at: Int64)
  /// The input has ended.
  case end(at: Int64)
  /// Another process has continued the session.
  case restarted(Turn.Restart, at: Int64)
  /// A hand-over to another process had an outcome.
  case handedOver(Turn.HandOver, at: Int64)
  /// The session was rewound by another process.
  case rewound(Rewound)
  /// The turns of the record before have ended; whether an input in them has had an effect.
  case settled(Digest, isStep: Bool)
  /// The size of all output so far, in bytes without framing. It overrides the sum of the records
  /// before: the session was restored and differed. Unsent output is in the output file.
  case position(Int)
  /// Another frontend has replaced the one before.
  case resumed(JournalBeginning)
  /// The session had no instances: the records before are not needed.
  case origin(JournalOrigin)

  /// Whether it consumes a line of the input.
  var isLine: Bool { lineCheck != nil }

  /// The checksum of the line that it consumes, if any; 0 for a line that is not complete.
  var lineCheck: UInt64? {
    switch self {
    case .line(let check, _), .lost(_, let check, _): check
    default: nil
    }
  }

  /// A digest of the output of turns.
  package struct Digest: Equatable {
    /// A checksum of the output.
    var check: UInt64 = 0
    /// The size of the output in bytes, without framing.
    var count = 0
    /// The number of the last turn.
    var turn = 0

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
      count += bytes.count
      if bytes.count < Self.step {
        for byte in bytes { append(UInt64(byte)) }
      } else {
        // The last step overlaps the one before if the size is no multiple of 16.
        for index in stride(from: 0, to: bytes.count, by: Self.step) {
          let start = min(index, bytes.count - Self.step)
          append(
            bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self),
            bytes.loadUnaligned(fromByteOffset: start + Self.step / 2, as: UInt64.self))
        }
      }
      append(UInt64(bytes.count))
    }

    /// The number of bytes in a step of the checksum. Each step depends on the one before.
    private static let step = 16

    /// Adds two words with a multiplicative hash: each bit of them changes the upper half of the
    /// product.
    mutating func append(_ word: UInt64, _ next: UInt64 = 0) {
      let product = (check ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ next)
      check = (product.high ^ product.low) &+ 1
    }
  }
}

// MARK: Words

nonisolated extension JournalRecord.Digest {
  /// Begins the checksum of a record with its index, so that a record at a wrong index is invalid.
  init(ofRecordAt index: Int) { append(UInt64(index)) }

  /// Returns the second word of a record. The digest has the record's other words.
  func head(kind: UInt8, count: Int) -> UInt64 {
    UInt64(kind) << 56 | (check & 0xFF_FFFF) << 32 | UInt64(UInt32(count))
  }
}

nonisolated extension JournalRecord {
  struct Words {
    var kind: UInt8
    var payload: UInt64 = 0
    var rest = WordList()

    /// Returns the second word of the record.
    ///
    /// - Parameter index: the index of the record, in words.
    func head(at index: Int) -> UInt64 {
      var check = Digest(ofRecordAt: index)
      check.append(payload)
      for index in 0..<rest.count { check.append(rest[index]) }
      return check.head(kind: kind, count: rest.count)
    }
  }

  /// Whether a record of this kind with so many words is valid whatever they are, and does not
  /// affect other records.
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
      Words(kind: 1, payload: UInt64(bitPattern: time), rest: WordList(check))
    case .lost(let error, let check, let time):
      Words(
        kind: 2, payload: UInt64(bitPattern: time),
        rest: WordList([check] + Self.words(of: error.json).array))
    case .completion(let task, let time):
      Words(kind: 3, payload: UInt64(bitPattern: time), rest: WordList(UInt64(task)))
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
      Words(kind: 16, payload: UInt64(rewound.digest.count), rest: Self.words(of: rewound.json))
    case .settled(let digest, let isStep):
      Words(
        kind: 11, payload: digest.check,
        rest: WordList(UInt64(digest.count), UInt64(digest.turn), isStep ? 1 : 0))
    case .position(let count): Words(kind: 14, payload: UInt64(count))
    case .origin(let origin): Words(kind: 17, rest: Self.words(of: origin.json))
    case .resumed(let beginning): Words(kind: 19, rest: Self.words(of: beginning.json))
    }
  }

  /// - Returns: `nil` when the words are no record.
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
        let rewound = Rewound(json, count: Int(clamping: words.payload))
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

  /// Creates a line or a completion.
  init?(kind: UInt8, _ payload: UInt64, _ word: UInt64) {
    let time = Int64(bitPattern: payload)
    switch kind {
    case 1: self = .line(check: word, at: time)
    case 3: self = .completion(of: Int(word), at: time)
    default: return nil
    }
  }

  /// Creates the record that ends the turns of a cause.
  static func settled(
    _ check: UInt64, _ count: UInt64, _ turn: UInt64, _ isStep: UInt64
  ) -> JournalRecord {
    let digest = Digest(check: check, count: Int(clamping: count), turn: Int(clamping: turn))
    return .settled(digest, isStep: isStep != 0)
  }

  /// Returns a value as words: its text, padded with spaces.
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
