/// A line of a file.
nonisolated struct FileLine: Encodable, Identifiable {
  /// Counts from 1.
  let id: Int
  /// Without the line end. What is no UTF-8 is replaced by U+FFFD, and of a long line there are
  /// only the first 4,096 bytes.
  let text: String
}

/// The lines of a file, each of which is read when it is asked for.
nonisolated struct FileLines: RandomAccessCollection {
  /// How far they are known.
  private(set) var scan = LineScan()
  private let reader: LineReader

  init(of file: LineFile) {
    reader = LineReader(file)
    reader.take(scan)
  }

  /// There are more lines.
  mutating func take(_ scan: LineScan) {
    self.scan = scan
    reader.take(scan)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { scan.count }
  subscript(line: Int) -> FileLine { FileLine(id: line + 1, text: reader.text(of: line)) }
}

/// Reads lines. It keeps the piece of the file that it has read last, as most often some lines are
/// asked for that stand together.
nonisolated private final class LineReader {
  private let file: LineFile
  /// In ascending order.
  private var places: [LineScan.Place] = []
  private var piece: (lines: Range<Int>, texts: [ArraySlice<UInt8>])?

  /// So many bytes of a line are shown.
  private static let lineLimit = 4_096

  init(_ file: LineFile) { self.file = file }

  func take(_ scan: LineScan) {
    places += scan.places
    // The last line may have become longer.
    piece = nil
  }

  func text(of line: Int) -> String {
    let piece = piece(with: line)
    let index = line - piece.lines.lowerBound
    // Another process may have cut the file off meanwhile.
    guard piece.texts.indices.contains(index) else { return "" }
    var text = piece.texts[index]
    if text.count > Self.lineLimit {
      text = text.prefix(Self.lineLimit)
      // No part of a character: what begins with four ones has four bytes, and so on.
      if let start = text.suffix(3).lastIndex(where: { $0 >= 0xC0 }),
        text.endIndex - start < (~text[start]).leadingZeroBitCount
      {
        text = text[..<start]
      }
    } else if text.last == 0x0D {
      text.removeLast()
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func piece(with line: Int) -> (lines: Range<Int>, texts: [ArraySlice<UInt8>]) {
    if let piece, piece.lines.contains(line) { return piece }
    // The last place that is not behind the line.
    var (low, high) = (0, places.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle].line <= line { low = middle } else { high = middle }
    }
    let place = places[low]
    let next = high < places.count ? places[high].line : place.line + LineScan.linesBetweenPlaces
    // All of its lines begin within so many bytes.
    let count = LineScan.bytesBetweenPlaces + Self.lineLimit + 1
    let texts = file.bytes(at: place.offset, count: count).split(
      separator: 0x0A, maxSplits: LineScan.linesBetweenPlaces, omittingEmptySubsequences: false)
    let piece = (place.line..<next, Array(texts.prefix(next - place.line)))
    self.piece = piece
    return piece
  }
}
