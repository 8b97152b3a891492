/// The edits that turn a list into another one, when it is known which elements are the same.
///
/// As many elements as possible keep their order and stay; one that has moved is removed and inserted again. Elements
/// that only changed are told apart from those that come and go.
struct ListEdits {
  /// One edit of a list, in terms of the list as the edits before it have left it.
  enum Edit: Equatable {
    case remove(at: Int)
    /// Inserts the new list's element with an index.
    case insert(element: Int, at: Int)
  }

  /// In place of the index of an old element, for a new one that has none.
  static let noSource = -1

  /// First the removals, from the end, then the insertions, from the start.
  private(set) var edits: [Edit] = []
  /// The elements of both lists that take the same place, whether equal or not, by their indices in
  /// the old and in the new list.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// - Parameter sources: For each new element the index of the old one that it is the same as, or
  ///   ``noSource``. No old one is there twice.
  init(oldCount: Int, sources: [Int]) {
    var sources = sources
    // What keeps its order stays where it is.
    let isStationary = longestIncreasingSubsequence(of: sources)
    for new in sources.indices where !isStationary[new] { sources[new] = Self.noSource }
    Self.pairLeftovers(oldCount: oldCount, sources: &sources)

    var isKept = [Bool](repeating: false, count: oldCount)
    for (new, old) in sources.enumerated() where old != Self.noSource {
      isKept[old] = true
      pairs.append((old, new))
    }
    for old in (0..<oldCount).reversed() where !isKept[old] { edits.append(.remove(at: old)) }
    // All before an element that comes is as in the new list by then.
    for (new, old) in sources.enumerated() where old == Self.noSource {
      edits.append(.insert(element: new, at: new))
    }
  }

  /// Between two elements that stay, an old element that goes and a new one that comes are taken as
  /// one that changes.
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
