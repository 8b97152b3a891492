/// Finds what matches a query.
public struct Search: Sendable {
  private let query: Query
  private let candidates: CandidateList

  /// A search among candidates as they are now.
  public init(_ query: Query, in candidates: CandidateList) {
    self.query = query
    self.candidates = candidates
  }

  /// How many candidates are worth a task of their own.
  private static let sliceSize = 16_384
  /// The number of tasks depends on nothing but the number of candidates, so that a recording is the same on any
  /// machine.
  private static let sliceCount = 8

  /// All that match among the candidates from a number on.
  ///
  /// It uses several threads when there is much to do, and stops soon after its task has been cancelled; what it
  /// returns then is not complete.
  public func results(from first: Int = 0) async -> Ranking {
    await results(candidates.count - first) { range in
      search(first + range.lowerBound..<first + range.upperBound)
    }
  }

  /// All that match of what an earlier search has found, which looked for less.
  public func results(within ranking: Ranking) async -> Ranking {
    await results(ranking.count) { range in
      search(ranking.keys[range])
    }
  }

  private func results(
    _ count: Int, _ part: @escaping @Sendable (Range<Int>) -> [UInt64]
  ) async -> Ranking {
    if count <= Self.sliceSize { return Ranking(part(0..<count)) }
    let size = max(Self.sliceSize, (count + Self.sliceCount - 1) / Self.sliceCount)
    return await withTaskGroup(of: (Int, [UInt64]).self) { group in
      for start in stride(from: 0, to: count, by: size) {
        group.addTask { (start, part(start..<min(start + size, count))) }
      }
      var keys: [UInt64] = []
      for await (_, found) in group { keys += found }
      return Ranking(keys)
    }
  }

  private func search(_ numbers: Range<Int>) -> [UInt64] {
    var keys: [UInt64] = []
    if query.isEmpty { return numbers.map { UInt64($0) } }
    var matcher = Matcher(query)
    var number = numbers.lowerBound
    while number < numbers.upperBound, !Task.isCancelled {
      let index = candidates.chunkIndex(of: number)
      let chunk = candidates.chunks[index]
      let start = candidates.starts[index]
      let end = min(start + chunk.count, numbers.upperBound)
      search(chunk, number - start..<end - start, start: start, &matcher, into: &keys)
      number = end
    }
    return keys
  }

  private func search(
    _ chunk: CandidateChunk, _ range: Range<Int>, start: Int, _ matcher: inout Matcher,
    into keys: inout [UInt64]
  ) {
    let required = matcher.requiredMask
    chunk.bytes.withUnsafeBufferPointer { bytes in
      chunk.masks.withUnsafeBufferPointer { masks in
        for index in range where masks[index] & required == required {
          if index % 1024 == 0, Task.isCancelled { break }
          let text = UnsafeBufferPointer(rebasing: bytes[chunk.range(index)])
          if let key = key(text, masks[index], number: start + index, &matcher) { keys.append(key) }
        }
      }
    }
  }

  private func search(_ earlier: ArraySlice<UInt64>) -> [UInt64] {
    var keys: [UInt64] = []
    var matcher = Matcher(query)
    for (count, key) in earlier.enumerated() {
      if count % 1024 == 0, Task.isCancelled { break }
      let number = Int(UInt32(truncatingIfNeeded: key))
      let (chunk, index) = candidates.place(number)
      chunk.bytes.withUnsafeBufferPointer { bytes in
        let text = UnsafeBufferPointer(rebasing: bytes[chunk.range(index)])
        if let key = self.key(text, chunk.masks[index], number: number, &matcher) {
          keys.append(key)
        }
      }
    }
    return keys
  }

  @inline(__always)
  private func key(
    _ text: UnsafeBufferPointer<UInt8>, _ mask: UInt64, number: Int, _ matcher: inout Matcher
  ) -> UInt64? {
    guard let score = matcher.score(text, mask: mask) else { return nil }
    if !query.isRanked { return UInt64(number) }
    return Ranking.key(score: score, length: Self.length(of: text, mask), number: number)
  }

  /// The characters of a text without the white space around it.
  private static func length(of text: UnsafeBufferPointer<UInt8>, _ mask: UInt64) -> Int {
    if mask & CharacterMask.notASCII != 0 {
      let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
      let first = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
      let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? first - 1
      return last + 1 - first
    }
    var (first, end) = (0, text.count)
    while first < end, isWhite(text[first]) { first += 1 }
    while end > first, isWhite(text[end - 1]) { end -= 1 }
    return end - first
  }

  @inline(__always)
  private static func isWhite(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
}
