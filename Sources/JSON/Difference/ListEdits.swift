/// The edits that turn a list into another one, given which elements are the same.
///
/// As many elements as possible stay in order; a moved one is removed and inserted again. Changed
/// elements are distinguished from removed and inserted ones.
struct ListEdits {
  /// One edit, relative to the list after the previous edits.
  enum Edit: Equatable {
    case remove(at: Int)
    /// Inserts the element with this index in the new list.
    case insert(element: Int, at: Int)
  }

  /// Marks a new element without an old one.
  static let noSource = -1

  /// The removals, from the end, then the insertions, from the start.
  private(set) var edits: [Edit] = []
  /// The old and new indices of matching elements, whether equal or not.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// - Parameter sources: For each new element the index of the same old one, or ``noSource``. No
  ///   old index occurs twice.
  init(oldCount: Int, sources: [Int]) {
    var sources = sources
    // Elements in unchanged order stay.
    let isStationary = longestIncreasingSubsequence(of: sources)
    for new in sources.indices where !isStationary[new] { sources[new] = Self.noSource }
    Self.pairLeftovers(oldCount: oldCount, sources: &sources)

    var isKept = [Bool](repeating: false, count: oldCount)
    for (new, old) in sources.enumerated() where old != Self.noSource {
      isKept[old] = true
      pairs.append((old, new))
    }
    for old in (0..<oldCount).reversed() where !isKept[old] { edits.append(.remove(at: old)) }
    // All elements before an inserted one are already as in the new list.
    for (new, old) in sources.enumerated() where old == Self.noSource {
      edits.append(.insert(element: new, at: new))
    }
  }

  /// Pairs a removed and an inserted element between two stationary ones as one changed element.
  private static func pairLeftovers(oldCount: Int, sources: inout [Int]) {
    var (oldStart, newStart) = (0, 0)
    func pairGap(upTo oldEnd: Int, _ newEnd: Int) {
      for (old, new) in zip(oldStart..<oldEnd, newStart..<newEnd) { sources[new] = old }
    }
    for (new, old) in sources.enumerated() where old != noSource {
      pairGap(upTo: old, new)
      (oldStart, newStart) = (old + 1, new + 1)
    }
    pairGap(upTo: oldCount, sources.count)
  }
}
