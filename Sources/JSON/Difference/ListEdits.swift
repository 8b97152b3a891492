/// The edits that turn a list into another one, when it is known which elements are the same: as few
/// as possible are moved, and elements that only changed are told apart from those that come and go.
struct ListEdits {
  /// One edit of a list, in terms of the list as the edits before it have left it.
  enum Edit: Equatable {
    case remove(at: Int)
    /// Inserts the new list's element with an index.
    case insert(element: Int, at: Int)
    case move(from: Int, to: Int)
  }

  /// In place of the index of an old element, for a new one that has none.
  static let noSource = -1

  /// First the removals, from the end, then moves and insertions, from the start.
  private(set) var edits: [Edit] = []
  /// The elements of both lists that take the same place, whether equal or not, by their indices in
  /// the old and in the new list.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// - Parameter sources: For each new element the index of the old one that it is the same as, or
  ///   ``noSource``. No old one is there twice.
  init(oldCount: Int, sources: [Int]) {
    var sources = sources
    // What keeps its order stays where it is; the rest of what is kept has to be moved around it.
    var isStationary = longestIncreasingSubsequence(of: sources)
    Self.pairLeftovers(oldCount: oldCount, sources: &sources, isStationary: &isStationary)

    var isKept = [Bool](repeating: false, count: oldCount)
    for (new, old) in sources.enumerated() where old != Self.noSource {
      isKept[old] = true
      pairs.append((old, new))
    }
    for old in (0..<oldCount).reversed() where !isKept[old] { edits.append(.remove(at: old)) }
    arrange(sources, isStationary, oldCount: oldCount)
  }

  /// Between two elements that stay, an old element that goes and a new one that comes are taken as
  /// one that changes.
  private static func pairLeftovers(
    oldCount: Int,
    sources: inout [Int],
    isStationary: inout [Bool]
  ) {
    var isKept = [Bool](repeating: false, count: oldCount)
    for old in sources where old != noSource { isKept[old] = true }
    var (oldStart, newStart) = (0, 0)
    func pairGap(upTo oldEnd: Int, _ newEnd: Int) {
      for new in newStart..<newEnd where sources[new] == noSource {
        while oldStart < oldEnd, isKept[oldStart] { oldStart += 1 }
        guard oldStart < oldEnd else { break }
        sources[new] = oldStart
        isStationary[new] = true
        oldStart += 1
      }
    }
    for new in sources.indices where isStationary[new] {
      let old = sources[new]
      pairGap(upTo: old, new)
      (oldStart, newStart) = (old + 1, new + 1)
    }
    pairGap(upTo: oldCount, sources.count)
  }

  /// Moves and inserts, from the start on, all that does not stay.
  ///
  /// At any time the list is: what is settled, as in the new list; and the old elements from the last
  /// settled one that stays, as in the old list. Those still to be moved are where they always were:
  /// before the element that stays and came after them in the old list.
  private mutating func arrange(_ sources: [Int], _ isStationary: [Bool], oldCount: Int) {
    var toBeMoved = PrefixCounts(count: oldCount)
    var stationaryBefore = [Int](repeating: 0, count: oldCount + 1)
    var stationary: [Int] = []
    for (new, old) in sources.enumerated() where old != Self.noSource {
      if isStationary[new] {
        stationary.append(new)
        stationaryBefore[old + 1] = 1
      } else {
        toBeMoved.add(1, at: old)
      }
    }
    for old in 0..<oldCount { stationaryBefore[old + 1] += stationaryBefore[old] }

    var settledStationary = 0
    var anchor = 0  // just after the old index of the last settled element that stays
    for (new, old) in sources.enumerated() {
      if old == Self.noSource {
        edits.append(.insert(element: new, at: new + toBeMoved.sum(before: anchor)))
      } else if isStationary[new] {
        settledStationary += 1
        anchor = old + 1
      } else {
        let rank = stationaryBefore[old]
        let settledBefore = rank < settledStationary ? stationary[rank] : new
        let from =
          settledBefore + max(0, rank - settledStationary) + toBeMoved.sum(before: old)
        toBeMoved.add(-1, at: old)
        let target = new + toBeMoved.sum(before: anchor)
        if from != target { edits.append(.move(from: from, to: target)) }
      }
    }
  }
}

/// Counts at indices, of which sums up to an index are quick (a Fenwick tree).
private struct PrefixCounts {
  private var nodes: [Int]
  private var total = 0

  init(count: Int) {
    nodes = Array(repeating: 0, count: count + 1)
  }

  mutating func add(_ number: Int, at index: Int) {
    total += number
    var node = index + 1
    while node < nodes.count {
      nodes[node] += number
      node += node & -node
    }
  }

  func sum(before index: Int) -> Int {
    guard total != 0 else { return 0 }
    var sum = 0
    var node = index
    while node > 0 {
      sum += nodes[node]
      node -= node & -node
    }
    return sum
  }
}
