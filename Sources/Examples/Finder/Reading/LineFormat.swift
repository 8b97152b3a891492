import JSON

/// How candidates stand in what is read.
public struct LineFormat: Sendable {
  /// Whether each ends with NUL, and not with a line end.
  public let endsWithNUL: Bool
  /// Whether what is written for a terminal is taken out of them; see ``StyleReader``.
  public let hasStyles: Bool
  /// Whether empty ones count.
  var keepsEmpty = false

  /// Lines as they are, unless something else is said.
  public init(endsWithNUL: Bool = false, hasStyles: Bool = false) {
    self.endsWithNUL = endsWithNUL
    self.hasStyles = hasStyles
  }
}

/// Makes candidates of texts that somebody has, which are shown as they are, whatever looks like an escape in them.
public struct TextInput: Sendable {
  private var styles: StyleReader?

  /// - Parameter format: whether what is written for a terminal is taken out.
  public init(_ format: LineFormat) { styles = format.hasStyles ? StyleReader() : nil }

  /// Candidates, or `nil` when there are no texts.
  public mutating func chunk(of texts: [String]) -> CandidateChunk? {
    if texts.isEmpty { return nil }
    var builder = CandidateChunkBuilder()
    for text in texts { builder.append(Array(text.utf8), &styles, isShown: true) }
    return builder.finish()
  }
}

/// Takes bytes apart into candidates, however they come.
struct LineSplitter: Sendable {
  private let format: LineFormat
  private var styles: StyleReader?
  /// A candidate that is not complete yet.
  private var rest: [UInt8] = []

  /// One that is longer than this is taken for several.
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

  /// Takes what is behind the last end.
  mutating func finish(into builder: inout CandidateChunkBuilder) {
    if !rest.isEmpty { append(to: &builder) }
  }

  /// - Parameter last: the last bytes of a candidate, most often all of them: these are not copied before they are added.
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
