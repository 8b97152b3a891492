import JSON

/// Pairs expected lines with received ones.
func align(_ expected: [String], _ got: [String]) -> [Pairing] {
  // Most often all bytes are equal, and parsing is not needed.
  if expected.count == got.count, zip(expected, got).allSatisfy({ $0.hasSameCodeUnits(as: $1) }) {
    return expected.indices.map { .same(expected: $0, got: $0) }
  }
  return align(expected.map(ComparedLine.init), got.map(ComparedLine.init))
}

/// Pairs expected lines with received ones in order: as many equal pairs as possible, then as many
/// pairs with the same subject as possible.
///
/// - Parameter limit: the most pairs to search, each of which costs time and memory. Beyond it,
///   lines are paired by index, so one extra line makes all later lines differ.
func align(
  _ expected: [ComparedLine], _ got: [ComparedLine], limit: Int = 4_000_000
) -> [Pairing] {
  // The equal lines at both ends, usually all of them, need no search.
  let start = zip(expected, got).prefix { $0.bytes == $1.bytes }.count
  let end = zip(expected[start...].reversed(), got[start...].reversed())
    .prefix { $0.bytes == $1.bytes }.count
  let (lines, answers) = (expected[start...].dropLast(end), got[start...].dropLast(end))

  var pairings = (0..<start).map { Pairing.same(expected: $0, got: $0) }
  let (count, isTooLarge) = lines.count.multipliedReportingOverflow(by: answers.count)
  pairings += isTooLarge || count > limit ? inOrder(lines, answers) : best(lines, answers)
  pairings += zip(lines.endIndex..<expected.count, answers.endIndex..<got.count)
    .map { .same(expected: $0, got: $1) }
  return pairings
}

/// Pairs lines by index.
private func inOrder(
  _ expected: ArraySlice<ComparedLine>, _ got: ArraySlice<ComparedLine>
) -> [Pairing] {
  var pairings: [Pairing] = []
  for (e, g) in zip(expected.indices, got.indices) {
    switch score(expected[e], got[g]) {
    case nil: pairings += [.missing(expected: e), .unexpected(got: g)]
    case sameScore: pairings.append(.same(expected: e, got: g))
    default: pairings.append(.changed(expected: e, got: g))
    }
  }
  pairings += expected.indices.dropFirst(got.count).map { .missing(expected: $0) }
  pairings += got.indices.dropFirst(expected.count).map { .unexpected(got: $0) }
  return pairings
}

/// Finds the best pairing, by dynamic programming.
private func best(
  _ expected: ArraySlice<ComparedLine>, _ got: ArraySlice<ComparedLine>
) -> [Pairing] {
  // The score of the best pairing of the lines from two indices on.
  let width = got.count + 1
  var table = [Int](repeating: 0, count: (expected.count + 1) * width)
  func cell(_ e: Int, _ g: Int) -> Int {
    (e - expected.startIndex) * width + g - got.startIndex
  }
  for e in expected.indices.reversed() {
    for g in got.indices.reversed() {
      let paired = score(expected[e], got[g]).map { $0 + table[cell(e + 1, g + 1)] } ?? 0
      table[cell(e, g)] = max(paired, table[cell(e + 1, g)], table[cell(e, g + 1)])
    }
  }

  var pairings: [Pairing] = []
  var (e, g) = (expected.startIndex, got.startIndex)
  while e < expected.endIndex || g < got.endIndex {
    let value = table[cell(e, g)]
    if e < expected.endIndex, g < got.endIndex, let score = score(expected[e], got[g]),
      score + table[cell(e + 1, g + 1)] == value
    {
      pairings.append(
        score == sameScore ? .same(expected: e, got: g) : .changed(expected: e, got: g)
      )
      e += 1
      g += 1
    } else if e < expected.endIndex, table[cell(e + 1, g)] == value {
      pairings.append(.missing(expected: e))
      e += 1
    } else {
      pairings.append(.unexpected(got: g))
      g += 1
    }
  }
  return pairings
}

private let sameScore = 3

/// The score of a pair; `nil` if the lines do not match.
private func score(_ expected: ComparedLine, _ got: ComparedLine) -> Int? {
  if expected.bytes == got.bytes { return sameScore }
  return expected.subject != nil && expected.subject == got.subject ? 1 : nil
}
