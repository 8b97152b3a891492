import Testing

@testable import JSON

/// A byte is found where a loop finds it.
@Suite struct ByteSearchTests {
  private let wanted: UInt8 = 0x0A

  private func loop(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    for offset in start..<bytes.count where bytes[offset] == wanted { return offset }
    return nil
  }

  /// Compares all places in so many bytes that begin at an offset, with the byte before and behind
  /// them too.
  private func compare(count: Int, at start: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: start + count + 1, alignment: 16)
    defer { memory.deallocate() }
    // One has no bit in common with it, and one differs in the lowest bit alone.
    for other: UInt8 in [0xF5, 0x0B] {
      for place in start...start + count {
        for offset in memory.indices { memory[offset] = offset < start ? wanted : other }
        memory[start + count] = wanted
        memory[place] = wanted
        if place + 9 < start + count { memory[place + 9] = wanted }
        let bytes = UnsafeRawBufferPointer(rebasing: memory.dropLast())
        let found = bytes.firstOffset(of: wanted, from: start)
        if found == loop(bytes, from: start) { continue }
        Issue.record("\(count) bytes at \(start), place \(place): \(String(describing: found))")
      }
    }
  }

  @Test(arguments: 0..<16) func anyCountAndPlace(alignment: Int) {
    for count in 0..<200 { compare(count: count, at: alignment) }
  }

  @Test(arguments: [255, 256, 257, 287, 288, 300, 384, 400, 512]) func wholeBlocksAreSearched(
    count: Int
  ) {
    compare(count: count, at: 3)
  }

  @Test func aSearchWithoutMemoryFindsNothing() {
    #expect(UnsafeRawBufferPointer(start: nil, count: 0).firstOffset(of: wanted) == nil)
  }

  @Test(arguments: [
    ("abcabd", "abd", true), ("abcab", "abd", false), ("ab", "abc", false), ("abc", "", true),
    ("", "a", false), ("", "", true), ("xxa", "a", true),
  ])
  func aTextInAText(text: String, other: String, isThere: Bool) {
    #expect(text.hasCodeUnits(of: other) == isThere)
  }
}
