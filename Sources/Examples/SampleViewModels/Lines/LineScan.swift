import JSON

/// How far a file has been looked through for line ends.
///
/// Of where lines begin only some places are kept, one for 64 lines or 64 KiB, whichever comes
/// first: from there a line is found by reading on. So a file of a gigabyte takes some megabytes,
/// however long its lines are.
nonisolated struct LineScan: Sendable {
  /// A line, counted from 0, and where it begins.
  struct Place: Sendable {
    var line: Int
    var offset: Int
  }

  /// How many bytes have been looked through.
  private(set) var offset = 0
  /// How many line ends there were.
  private(set) var ends = 0
  /// The places that were found by the last step, in ascending order.
  private(set) var places = [Place(line: 0, offset: 0)]
  /// Where the last line begins that has begun.
  private var lastStart = 0
  private var lastPlace = Place(line: 0, offset: 0)

  /// The first bytes and the last of those that have been looked through.
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  /// How many bytes these are at most.
  private static let sampleSize = 4_096

  static let linesBetweenPlaces = 64
  static let bytesBetweenPlaces = 65_536
  /// How many bytes a step looks through at most. The first is short, so that there is soon
  /// something to see.
  private var stepSize: Int { offset == 0 ? 1 << 18 : 16 << 20 }

  /// How many lines there are: what follows the last line end is one, if it is not empty.
  var count: Int { ends + (offset > lastStart ? 1 : 0) }

  /// Looks through some more of the file, on another thread.
  ///
  /// - Returns: `nil` when it is not the file any more that has been looked through so far: its
  ///   first bytes are others, or those before the offset.
  @concurrent func goOn(in file: LineFile) async -> LineScan? {
    guard file.bytes(at: 0, count: head.count) == head,
      file.bytes(at: offset - tail.count, count: tail.count) == tail
    else { return nil }
    var scan = self
    scan.places = []
    scan.read(file)
    return scan
  }

  private mutating func read(_ file: LineFile) {
    // Not on the stack, which may be small.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    let end = offset + stepSize
    while offset < end, !Task.isCancelled {
      let count = file.read(at: offset, into: buffer)
      if count == 0 { break }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      look(through: bytes)
      if head.count < Self.sampleSize { head += bytes.prefix(Self.sampleSize - head.count) }
      tail = (tail + bytes.suffix(Self.sampleSize)).suffix(Self.sampleSize)
      offset += count
    }
  }

  private mutating func look(through bytes: UnsafeRawBufferPointer) {
    var rest = 0
    while let found = bytes.firstOffset(of: 0x0A, from: rest) {
      rest = found + 1
      ends += 1
      lastStart = offset + rest
      if ends - lastPlace.line >= Self.linesBetweenPlaces
        || lastStart - lastPlace.offset >= Self.bytesBetweenPlaces
      {
        lastPlace = Place(line: ends, offset: lastStart)
        places.append(lastPlace)
      }
    }
  }
}
