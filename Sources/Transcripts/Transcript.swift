/// A conversation between a frontend and a host, written down; which is also a test of the host.
///
/// It is a text of lines, each of one of these forms:
///
///     # a comment
///     --> a line to the host
///     <-- a line from the host
///
/// and of empty lines. What follows `--> ` is sent byte for byte, so that what is no JSON can be sent too; `-->` alone
/// is an empty line to the host. The lines from the host stand after the line to which they are the answer.
///
/// ``text`` gives back the very bytes that were read.
public struct Transcript: Hashable, Sendable {
  /// The lines, in order. A text that ends with a line feed has an empty line at its end.
  public internal(set) var lines: [Line]

  /// One line.
  public struct Line: Hashable, Sendable {
    /// What a line is for.
    public enum Kind: Hashable, Sendable {
      case comment
      case empty
      /// A line from the host: `<-- `.
      case expected
      /// A line to the host: `--> `.
      case sent
    }

    /// What the line is for.
    public let kind: Kind
    /// What is sent or expected, without the mark before it; of other lines the whole.
    public let content: String
    /// The line as it stands in the text, without the line feed.
    public let text: String
  }

  /// The transcript as text.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}

/// Why a text is not a transcript.
public struct TranscriptError: Error, Hashable, CustomStringConvertible {
  /// The line of another form, counted from 1.
  public let line: Int
  /// What stands there.
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
  /// What follows a mark and a space; editors like to remove a space at the end of a line, so then it may be missing.
  fileprivate func following(_ mark: String) -> String? {
    guard utf8.starts(with: mark.utf8) else { return nil }
    let rest = utf8.dropFirst(mark.utf8.count)
    if rest.isEmpty { return "" }
    guard rest.first == UInt8(ascii: " ") else { return nil }
    return String(Substring(rest.dropFirst()))
  }
}
