/// All texts among which is searched, in order, with numbers that count from 0. It grows by chunks.
public struct CandidateList: Sendable {
  private(set) var chunks: [CandidateChunk] = []
  /// The number of the first text of each chunk.
  private(set) var starts: [Int] = []
  /// How many texts there are.
  public private(set) var count = 0
  /// How many bytes they have.
  public private(set) var byteCount = 0

  /// An empty one.
  public init() {}

  /// Adds texts at the end. There may be four thousand million of them.
  public mutating func append(_ chunk: CandidateChunk) {
    guard chunk.count > 0 else { return }
    chunks.append(chunk)
    starts.append(count)
    count += chunk.count
    byteCount += chunk.bytes.count
  }

  /// A text as it is shown.
  public func text(_ number: Int) -> String {
    let (chunk, index) = place(number)
    return chunk.text(index)
  }

  /// A text as it would be shown if no parts of it had been chosen.
  public func whole(_ number: Int) -> String {
    let (chunk, index) = place(number)
    return chunk.whole(index)
  }

  /// A text as it was given.
  public func original(_ number: Int) -> [UInt8] {
    let (chunk, index) = place(number)
    return chunk.original(index)
  }

  /// The parts of a text that have a style of their own, in order.
  public func styles(_ number: Int) -> [StyledRange] {
    let (chunk, index) = place(number)
    return chunk.styles(index)
  }

  /// The chunk that holds a text, and its index there.
  func place(_ number: Int) -> (CandidateChunk, Int) {
    let chunk = chunkIndex(of: number)
    return (chunks[chunk], number - starts[chunk])
  }

  func chunkIndex(of number: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}
