/// A longest common subsequence, as for each new element the index of the old one, or
/// ``ListEdits/noSource``; nil when that takes more removals and insertions than allowed.
///
/// Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations"): for a growing number
/// of edits, how far can one get on each diagonal of the grid of old and new elements?
func commonSubsequence<Element: Equatable>(
  of old: [Element],
  _ new: [Element],
  maximumEdits: Int
) -> [Int]? {
  // The frontier before each number of edits, to find the way back.
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

/// The pairs of equal elements on the way that led to the end.
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

/// How far one gets on each diagonal with so many edits: there the difference of the index in the old
/// list, x, and of that in the new one, y, is the same.
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

  /// Where a diagonal is entered with one more edit, and where that comes from.
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
