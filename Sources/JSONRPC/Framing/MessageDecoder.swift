/// Splits a stream of bytes into messages. The first bytes determine the framing: no JSON text
/// begins with `Content-`. Like ``LineDecoder``, it does no I/O.
///
/// A header consists of lines `Name: value`, ended by CRLF or LF, and an empty line. Names are
/// case-insensitive; only `Content-Length` counts. After an invalid header, the next one is
/// expected at once.
public struct MessageDecoder: ~Copyable {
  /// The framing; `nil` until enough bytes have come.
  public private(set) var framing: Framing?

  private var lines: LineDecoder
  /// The greatest length of a message in bytes.
  public var limit: Int {
    didSet { if framing != .headers { lines.limit = limit } }
  }
  private var header = Header()
  /// The length of the message whose header has been read.
  private var length: Int?
  /// The number of bytes of a message over the limit that are still to come.
  private var skipped = 0

  /// - Parameters:
  ///   - limit: the greatest length of a message in bytes.
  ///   - capacity: the least room for one ``fill(_:)``, in bytes.
  public init(limit: Int, capacity: Int = 65_536) {
    self.limit = limit
    lines = LineDecoder(limit: limit, capacity: capacity)
  }

  /// Calls `body` with room for more bytes; it writes some and returns how many, or 0 or less for
  /// none.
  ///
  /// - Returns: what `body` returned.
  public mutating func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    lines.fill(body)
  }

  /// Returns the next complete message, if any.
  public mutating func next() -> Frame? {
    if framing == nil { decide() }
    return switch framing {
    case nil: nil
    case .lines: lines.next()
    case .headers: nextAfterHeader()
    }
  }

  /// Returns the rest when the stream has ended. Call it once, after ``next()`` has returned `nil`.
  public mutating func finish() -> Frame? {
    if framing != .headers { return lines.finish() }
    if length == nil && skipped == 0 && header.isEmpty && lines.unread.isEmpty { return nil }
    return .malformed("the input ended within a message")
  }

  /// Whether all bytes belong to messages that were returned.
  package var isBetweenMessages: Bool {
    length == nil && skipped == 0 && header.isEmpty && lines.isBetweenLines
  }

  /// Whether a line is incomplete.
  package var isWithinLine: Bool { framing != .headers && !lines.isBetweenLines }

  private mutating func decide() {
    _ = lines.skip(lines.unread.prefix { $0 == 0x0A || $0 == 0x0D }.count)
    let start = lines.unread
    let name = "content-".utf8
    // Bit 5 is set in lower-case letters only, and always in the hyphen.
    guard zip(start, name).allSatisfy({ $0 | 0x20 == $1 }) else { return framing = .lines }
    if start.count >= name.count {
      framing = .headers
      lines.skipsEmptyLines = false
      lines.limit = Header.lineLimit
    }
  }

  private mutating func nextAfterHeader() -> Frame? {
    while true {
      if skipped > 0 {
        skipped -= lines.skip(skipped)
        if skipped > 0 { return nil }
      }
      if let length {
        guard let message = lines.take(length) else { return nil }
        self.length = nil
        return .complete(message)
      }
      switch lines.next() {
      case nil: return nil
      case .complete(let line) where !line.isEmpty: header.read(line)
      case .complete:
        if header.isEmpty { continue }
        defer { header = Header() }
        switch header.length {
        case .failure(let problem): return .malformed(problem.reason)
        case .success(let count) where count > limit:
          skipped = count
          return .tooLong
        case .success(let count): length = count
        }
      case .tooLong, .malformed: header.noteLongLine()
      }
    }
  }
}

private struct Header {
  struct Problem: Error { let reason: String }

  /// The longest header line, in bytes.
  static let lineLimit = 8192

  private(set) var isEmpty = true
  private var found: Int?
  private var problem: Problem?

  /// The value of `Content-Length`.
  var length: Result<Int, Problem> {
    if let problem { return .failure(problem) }
    guard let found else { return .failure(Problem(reason: "a header without Content-Length")) }
    return .success(found)
  }

  mutating func noteLongLine() {
    isEmpty = false
    problem = Problem(reason: "a header line of more than \(Self.lineLimit) bytes")
  }

  mutating func read(_ line: UnsafeRawBufferPointer) {
    isEmpty = false
    let line = String(decoding: line.prefix(200), as: UTF8.self)
    guard let colon = line.firstIndex(of: ":") else {
      return problem = Problem(reason: "a header line without a colon: \(line)")
    }
    guard line[..<colon].lowercased() == "content-length" else { return }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let digits = value.prefix { ("0"..."9").contains($0) }
    guard let count = Int(digits), value.dropFirst(digits.count).allSatisfy({ $0 == " " }),
      found == nil || found == count
    else { return problem = Problem(reason: "a Content-Length that is no length: \(line)") }
    found = count
  }
}
