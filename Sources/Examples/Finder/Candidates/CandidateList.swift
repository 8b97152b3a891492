/// All searched texts in order, numbered from 0. The list grows by chunks.
public struct CandidateList: Sendable {
  private(set) var chunks: [CandidateChunk] = []
  /// The number of the first text of each chunk.
  private(set) var starts: [Int] = []
  /// The number of texts.
  public private(set) var count = 0
  /// The total number of bytes.
  public private(set) var byteCount = 0

  /// Creates an empty list.
  public init() {}

  /// Appends texts. The limit is four billion (2^32).
  public mutating func append(_ chunk: CandidateChunk) {
    guard chunk.count > 0 else { return }
    chunks.append(chunk)
    starts.append(count)
    count += chunk.count
    byteCount += chunk.bytes.count
  }

  /// Returns a text as it is shown.
  public func text(_ number: Int) -> String {
    let (chunk, index) = location(number)
    return chunk.text(index)
  }

  /// Returns a text as it would be shown without a selection of parts.
  public func whole(_ number: Int) -> String {
    let (chunk, index) = location(number)
    return chunk.whole(index)
  }

  /// Returns the original bytes of a text.
  public func original(_ number: Int) -> [UInt8] {
    let (chunk, index) = location(number)
    return chunk.original(index)
  }

  /// Returns the styled parts of a text, in order.
  public func styles(_ number: Int) -> [StyledRange] {
    let (chunk, index) = location(number)
    return chunk.styles(index)
  }

  /// Returns the chunk of a text, and its index there.
  func location(_ number: Int) -> (CandidateChunk, Int) {
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
