import OperatingSystem

/// The head of a file.
nonisolated struct FilePreview: Encodable, Equatable {
  /// The candidate that it is of.
  let id: Int
  var lines: [String] = []
  /// Whether the file has more lines.
  var isTruncated = false
  /// Why there are no lines.
  var message: String?

  /// Reads a file, on another thread.
  ///
  /// - Parameters:
  ///   - path: the bytes of its path.
  ///   - access: whether it may be read.
  ///   - count: how many lines at most; of each the first 1,000 bytes.
  @concurrent static func read(
    _ path: [UInt8], _ access: FileAccess, id: Int, lines count: Int
  ) async -> FilePreview {
    let limit = 1 << 16
    var preview = FilePreview(id: id)
    let content: [UInt8]
    do throws(SystemError) {
      try access.check(path)
      content = try Files.readStart(of: path, limit: limit, followsLinks: true)
    } catch {
      preview.message = error.reason
      return preview
    }
    if content.contains(0) {
      preview.message = "The file is binary"
      return preview
    }
    var lines = content.split(
      separator: UInt8(ascii: "\n"), maxSplits: count, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    preview.isTruncated = lines.count > count || content.count == limit
    preview.lines = lines.prefix(count).map { safe($0.prefix(1_000)) }
    return preview
  }

  /// A line as it can be shown anywhere: no control characters but tabs, which a terminal would
  /// obey, and none that change the direction of a text.
  private static func safe(_ line: ArraySlice<UInt8>) -> String {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09: text.append(scalar)
      // U+2400 to U+2421 are pictures of the control characters.
      case 0..<0x20: text.append(Unicode.Scalar(0x2400 + UInt16(scalar.value)) ?? "\u{FFFD}")
      case 0x7F: text.append("\u{2421}")
      case 0x80..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
