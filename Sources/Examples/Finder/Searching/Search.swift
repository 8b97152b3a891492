/// Finds the candidates that match a query.
public struct Search: Sendable {
  private let query: Query
  private let candidates: CandidateList

  /// Creates a search of the present candidates.
  public init(_ query: Query, in candidates: CandidateList) {
    self.query = query
    self.candidates = candidates
  }

  /// The minimum number of candidates for a separate task.
  private static let sliceSize = 16_384
  /// The maximum number of tasks. It depends only on the number of candidates, so that a recording
  /// is the same on any machine.
  private static let sliceCount = 8

  /// Returns all matches among the candidates from a number on.
  ///
  /// It uses several threads for many candidates, and stops soon after its task has been cancelled;
  /// the result is then incomplete.
  public func results(from first: Int = 0) async -> Ranking {
    query.options.hasPlainKeys
      ? Ranking(await keys(PlainKeys.self, from: first))
      : Ranking(await keys(DetailedKeys.self, from: first))
  }

  /// Returns all matches among the results of an earlier, broader search.
  public func results(within ranking: Ranking) async -> Ranking {
    query.options.hasPlainKeys
      ? Ranking(await keys(PlainKeys.self, within: ranking))
      : Ranking(await keys(DetailedKeys.self, within: ranking))
  }

  private func keys<Maker: KeyMaker & ~Copyable>(
    _: Maker.Type, from first: Int
  ) async -> SortedKeys<Maker.Key> {
    await keys(candidates.count - first) { range in
      search(first + range.lowerBound..<first + range.upperBound, Maker(query))
    }
  }

  private func keys<Maker: KeyMaker & ~Copyable>(
    _: Maker.Type, within ranking: Ranking
  ) async -> SortedKeys<Maker.Key> {
    await keys(ranking.count) { range in search(ranking, range, Maker(query)) }
  }

  private func keys<Key: RankingKey>(
    _ count: Int, _ part: @escaping @Sendable (Range<Int>) -> [Key]
  ) async -> SortedKeys<Key> {
    if count <= Self.sliceSize { return SortedKeys(part(0..<count)) }
    let size = max(Self.sliceSize, (count + Self.sliceCount - 1) / Self.sliceCount)
    return await withTaskGroup(of: (Int, [Key]).self) { group in
      for start in stride(from: 0, to: count, by: size) {
        group.addTask { (start, part(start..<min(start + size, count))) }
      }
      var keys: [Key] = []
      for await (_, found) in group { keys += found }
      return SortedKeys(keys)
    }
  }

  private func search<Maker: KeyMaker & ~Copyable>(
    _ numbers: Range<Int>, _ maker: consuming Maker
  ) -> [Maker.Key] {
    if query.isEmpty { return numbers.map { maker.key(ofUnranked: $0) } }
    var keys: [Maker.Key] = []
    var number = numbers.lowerBound
    while number < numbers.upperBound, !Task.isCancelled {
      let index = candidates.chunkIndex(of: number)
      let chunk = candidates.chunks[index]
      let start = candidates.starts[index]
      let end = min(start + chunk.count, numbers.upperBound)
      search(chunk, number - start..<end - start, start: start, &maker, into: &keys)
      number = end
    }
    return keys
  }

  private func search<Maker: KeyMaker & ~Copyable>(
    _ chunk: CandidateChunk, _ range: Range<Int>, start: Int, _ maker: inout Maker,
    into keys: inout [Maker.Key]
  ) {
    let required = maker.requiredMask
    chunk.bytes.withUnsafeBufferPointer { bytes in
      chunk.masks.withUnsafeBufferPointer { masks in
        for index in range where masks[index] & required == required {
          if index % 1024 == 0, Task.isCancelled { break }
          let text = UnsafeBufferPointer(rebasing: bytes[chunk.range(index)])
          if let key = maker.key(text, masks[index], number: start + index) { keys.append(key) }
        }
      }
    }
  }

  private func search<Maker: KeyMaker & ~Copyable>(
    _ earlier: Ranking, _ ranks: Range<Int>, _ maker: consuming Maker
  ) -> [Maker.Key] {
    var keys: [Maker.Key] = []
    for rank in ranks {
      if rank % 1024 == 0, Task.isCancelled { break }
      let number = earlier.number(at: rank)
      let (chunk, index) = candidates.location(number)
      chunk.bytes.withUnsafeBufferPointer { bytes in
        let text = UnsafeBufferPointer(rebasing: bytes[chunk.range(index)])
        if let key = maker.key(text, chunk.masks[index], number: number) { keys.append(key) }
      }
    }
    return keys
  }
}
