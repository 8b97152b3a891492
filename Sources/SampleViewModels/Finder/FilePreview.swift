import Finder

/// The head of a file.
nonisolated struct FilePreview: Encodable, Equatable {
  /// The candidate that it is of.
  let id: Int
  var lines: [String] = []
  /// Whether the file goes on.
  var isTruncated = false
  /// Why there are no lines.
  var message: String?

  /// Reads a file, on another thread.
  ///
  /// - Parameters:
  ///   - path: the bytes of its path.
  ///   - count: how many lines at most; of each the first 1,000 bytes.
  @concurrent static func read(_ path: [UInt8], id: Int, lines count: Int) async -> FilePreview {
    let limit = 1 << 16
    var preview = FilePreview(id: id)
    let content: [UInt8]
    do {
      content = try FileHead.read(path, limit: limit)
    } catch {
      preview.message = error.description
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
    preview.lines = lines.prefix(count).map { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return String(decoding: line.prefix(1_000), as: UTF8.self)
    }
    return preview
  }
}
