extension Query {
  /// Returns the parts of a text that this query matches, in Unicode scalars, in order; empty if it
  /// does not match.
  public func highlights(in text: String) -> [Range<Int>] {
    if isEmpty { return [] }
    var builder = CandidateChunkBuilder()
    builder.append(shown: text)
    let chunk = builder.finish()
    var matcher = Matcher(self)
    var positions: [Int] = []
    let match = chunk.bytes.withUnsafeBufferPointer { bytes in
      matcher.match(
        UnsafeBufferPointer(rebasing: bytes[chunk.range(0)]), mask: chunk.masks[0],
        positions: &positions)
    }
    if match == nil { return [] }
    var ranges: [Range<Int>] = []
    for position in Set(positions).sorted() {
      if let last = ranges.last, last.upperBound == position {
        ranges[ranges.count - 1] = last.lowerBound..<position + 1
      } else {
        ranges.append(position..<position + 1)
      }
    }
    return ranges
  }
}
