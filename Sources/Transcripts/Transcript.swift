/// A recorded conversation between a frontend and a host, which is also a test of the host.
///
/// It is a text of empty lines, and lines of these forms:
///
///     # a comment
///     --> a line to the host
///     <-- a line from the host
///
/// The text after `--> ` is sent byte for byte, so it need not be JSON; `-->` alone sends an empty
/// line. The lines from the host follow the line that they answer.
///
/// ``text`` returns exactly the text that was read.
public struct Transcript: Hashable, Sendable {
  /// The lines, in order. After a final line feed there is an empty line.
  public internal(set) var lines: [Line]

  /// One line.
  public struct Line: Hashable, Sendable {
    /// The kind of a line.
    public enum Kind: Hashable, Sendable {
      case comment
      case empty
      /// A line from the host: `<-- `.
      case expected
      /// A line to the host: `--> `.
      case sent
    }

    /// The kind of the line.
    public let kind: Kind
    /// The sent or expected text, without its mark; for other lines, the whole line.
    public let content: String
    /// The line without its line feed.
    public let text: String
  }

  /// The transcript as text.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// Why a text is not a transcript.
public struct TranscriptError: Error, Hashable, CustomStringConvertible {
  /// The number of the faulty line, from 1.
  public let line: Int
  /// The faulty line.
  public let text: String

  /// The reason in one sentence, without the number of the line.
  public var description: String {
    "expected \"--> \", \"<-- \", a comment with \"#\" or an empty line, found \(text)"
  }
}

extension Transcript {
  /// Reads a text; lines may also end with CRLF.
  public init(_ text: String) throws(TranscriptError) {
    lines = []
    var text = text
    let texts = text.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    for text in texts {
      guard let line = Line(text) else {
        throw TranscriptError(line: lines.count + 1, text: text)
      }
      lines.append(line)
    }
  }
}

extension Transcript.Line {
  static let sentMark = "-->"
  static let expectedMark = "<--"

  fileprivate init?(_ text: String) {
    var content = text[...]
    if content.utf8.last == UInt8(ascii: "\r") {
      content = Substring(content.utf8.dropLast())
    }
    self.text = text
    if let sent = content.following(Self.sentMark) {
      kind = .sent
      self.content = sent
    } else if let expected = content.following(Self.expectedMark) {
      kind = .expected
      self.content = expected
    } else if content.utf8.isEmpty || content.utf8.first == UInt8(ascii: "#") {
      kind = content.utf8.isEmpty ? .empty : .comment
      self.content = String(content)
    } else {
      return nil
    }
  }

  /// A line from the host.
  init(expecting content: String) {
    kind = .expected
    self.content = content
    text = "\(Self.expectedMark) \(content)"
  }
}

extension Substring {
  /// The text after a mark and a space. The space may be missing at the end of a line, because
  /// editors remove it there.
  fileprivate func following(_ mark: String) -> String? {
    guard utf8.starts(with: mark.utf8) else { return nil }
    let rest = utf8.dropFirst(mark.utf8.count)
    if rest.isEmpty { return "" }
    guard rest.first == UInt8(ascii: " ") else { return nil }
    return String(Substring(rest.dropFirst()))
  }
}
