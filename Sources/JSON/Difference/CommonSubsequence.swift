/// Returns a longest common subsequence: for each new element the index of the old one, or
/// ``ListEdits/noSource``; nil if it needs more removals and insertions than allowed.
///
/// It is Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations"): for a
/// growing number of edits it finds the furthest point on each diagonal of the grid of old and new
/// elements.
func commonSubsequence<Element: Equatable>(
  of old: [Element],
  _ new: [Element],
  maximumEdits: Int
) -> [Int]? {
  // The frontier before each number of edits, for tracing the path back.
  var frontiers: [Frontier] = []
  var frontier = Frontier(maximumEdits: min(maximumEdits, old.count + new.count))
  for edits in 0...frontier.maximumEdits {
    frontiers.append(frontier)
    for diagonal in stride(from: -edits, through: edits, by: 2) {
      var (x, y) = frontier.start(on: diagonal, edits: edits).next
      while x < old.count, y < new.count, old[x] == new[y] {
        x += 1
        y += 1
      }
      frontier[diagonal] = x
      if x >= old.count, y >= new.count {
        return path(to: (old.count, new.count), through: frontiers)
      }
    }
  }
  return nil
}

/// Returns the pairs of equal elements on the path to the end.
private func path(to end: (x: Int, y: Int), through frontiers: [Frontier]) -> [Int] {
  var sources = [Int](repeating: ListEdits.noSource, count: end.y)
  var (x, y) = end
  for (edits, frontier) in frontiers.enumerated().reversed() {
    let start = frontier.start(on: x - y, edits: edits)
    while x > start.next.x, y > start.next.y {
      x -= 1
      y -= 1
      sources[y] = x
    }
    (x, y) = start.previous
  }
  return sources
}

/// The furthest point on each diagonal for a number of edits. On a diagonal the difference of the
/// old index, x, and the new index, y, is constant.
private struct Frontier {
  let maximumEdits: Int
  private var furthest: [Int]

  init(maximumEdits: Int) {
    self.maximumEdits = maximumEdits
    furthest = Array(repeating: 0, count: 2 * maximumEdits + 3)
  }

  /// The furthest x on a diagonal.
  subscript(diagonal: Int) -> Int {
    get { furthest[diagonal + maximumEdits + 1] }
    set { furthest[diagonal + maximumEdits + 1] = newValue }
  }

  /// Returns the point at which one more edit enters a diagonal, and its predecessor.
  func start(
    on diagonal: Int,
    edits: Int
  ) -> (previous: (x: Int, y: Int), next: (x: Int, y: Int)) {
    if edits == 0 { return ((0, 0), (0, 0)) }
    let inserts =
      diagonal == -edits || diagonal != edits && self[diagonal - 1] < self[diagonal + 1]
    let from = inserts ? diagonal + 1 : diagonal - 1
    let previous = (x: self[from], y: self[from] - from)
    return (previous, inserts ? (previous.x, previous.y + 1) : (previous.x + 1, previous.y))
  }
}
