/// Cuts a stream of bytes into messages. Which framing it has is told from its first bytes: no JSON text begins with
/// `Content-`. No I/O, as with ``LineDecoder``.
///
/// A header is lines of `Name: value`, ended by CRLF or LF, and an empty line. Names are compared without regard to
/// case; only `Content-Length` counts. After a header that makes no sense the next one is expected at once.
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
  /// How many bytes of a message that is too long are still to come.
  private var skipped = 0

  /// - Parameters:
  ///   - limit: the greatest length of a message in bytes.
  ///   - capacity: how many bytes one ``fill(_:)`` can take at least.
  public init(limit: Int, capacity: Int = 65_536) {
    self.limit = limit
    lines = LineDecoder(limit: limit, capacity: capacity)
  }

  /// Gives `body` room for more bytes; it writes some and returns how many, or 0 or less for none.
  ///
  /// - Returns: what `body` returned.
  public mutating func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    lines.fill(body)
  }

  /// The next message that is there whole.
  public mutating func next() -> Frame? {
    if framing == nil { decide() }
    return switch framing {
    case nil: nil
    case .lines: lines.next()
    case .headers: nextAfterHeader()
    }
  }

  /// What is left when the stream has ended; call it once, after ``next()`` gave nothing.
  public mutating func finish() -> Frame? {
    if framing != .headers { return lines.finish() }
    if length == nil && skipped == 0 && header.isEmpty && lines.unread.isEmpty { return nil }
    return .malformed("the input ended within a message")
  }

  /// Whether all bytes that have come are part of messages that were given.
  package var isBetweenMessages: Bool {
    length == nil && skipped == 0 && header.isEmpty && lines.isBetweenLines
  }

  /// Whether a line has begun, and its end has not come.
  package var isWithinLine: Bool { framing != .headers && !lines.isBetweenLines }

  private mutating func decide() {
    _ = lines.skip(lines.unread.prefix { $0 == 0x0A || $0 == 0x0D }.count)
    let start = lines.unread
    let name = "content-".utf8
    // The letters of `name` have bit 5 set in lower case only, and so has its hyphen always.
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

/// The lines before one message.
private struct Header {
  struct Problem: Error { let reason: String }

  /// The longest line that is read, in bytes.
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
