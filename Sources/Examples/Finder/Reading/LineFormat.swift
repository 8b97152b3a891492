import JSON

/// The format of candidates in an input.
public struct LineFormat: Sendable {
  /// Whether each ends with NUL instead of a line end.
  public let endsWithNUL: Bool
  /// Whether terminal sequences are removed from them; see ``StyleReader``.
  public let hasStyles: Bool
  /// Whether empty candidates count.
  var keepsEmpty = false

  /// Creates a format; by default plain lines.
  public init(endsWithNUL: Bool = false, hasStyles: Bool = false) {
    self.endsWithNUL = endsWithNUL
    self.hasStyles = hasStyles
  }
}

/// Makes candidates from given texts, which are shown unchanged even if they look like escapes.
public struct TextInput: Sendable {
  private var styles: StyleReader?

  /// - Parameter format: Decides whether terminal sequences are removed.
  public init(_ format: LineFormat) { styles = format.hasStyles ? StyleReader() : nil }

  /// Returns candidates, or nil without texts.
  public mutating func chunk(of texts: [String]) -> CandidateChunk? {
    if texts.isEmpty { return nil }
    var builder = CandidateChunkBuilder()
    for text in texts { builder.append(Array(text.utf8), &styles, isShown: true) }
    return builder.finish()
  }
}

/// Splits bytes into candidates, however the bytes are cut.
struct LineSplitter: Sendable {
  private let format: LineFormat
  private var styles: StyleReader?
  /// The incomplete last candidate.
  private var rest: [UInt8] = []

  /// The maximum length in bytes; a longer candidate is split.
  private static let longest = 1 << 20

  init(_ format: LineFormat) {
    self.format = format
    styles = format.hasStyles ? StyleReader() : nil
  }

  mutating func take(_ bytes: [UInt8], into builder: inout CandidateChunkBuilder) {
    let end: UInt8 = format.endsWithNUL ? 0 : UInt8(ascii: "\n")
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while let found = bytes.firstOffset(of: end, from: start) {
        append(UnsafeRawBufferPointer(rebasing: bytes[start..<found]), to: &builder)
        start = found + 1
      }
      rest += bytes[start...]
    }
    if rest.count > Self.longest { append(to: &builder) }
  }

  /// Adds the rest after the last line end.
  mutating func finish(into builder: inout CandidateChunkBuilder) {
    if !rest.isEmpty { append(to: &builder) }
  }

  /// - Parameter last: The last bytes of a candidate, usually all of it: these are added without a
  ///   copy.
  private mutating func append(
    _ last: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    to builder: inout CandidateChunkBuilder
  ) {
    if rest.isEmpty, styles == nil {
      if format.keepsEmpty || !last.isEmpty {
        last.withMemoryRebound(to: UInt8.self) { builder.append($0) }
      }
      return
    }
    rest += last
    if format.keepsEmpty || !rest.isEmpty { builder.append(rest, &styles) }
    rest.removeAll(keepingCapacity: true)
  }
}
