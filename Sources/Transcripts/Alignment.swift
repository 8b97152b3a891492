import JSON

/// Pairs the lines that belong together.
func align(_ expected: [String], _ got: [String]) -> [Pairing] {
  // Most often they are the same to the byte, and then need not be understood.
  if expected.count == got.count, zip(expected, got).allSatisfy({ $0.hasSameCodeUnits(as: $1) }) {
    return expected.indices.map { .same(expected: $0, got: $0) }
  }
  return align(expected.map(ComparedLine.init), got.map(ComparedLine.init))
}

/// Pairs the lines that belong together, without changing the order: as many as possible that are the same, then as
/// many as possible that are about the same.
///
/// - Parameter limit: how many pairs may be looked at. The search takes time and memory for each of them, so where
///   there are more, lines are paired in order, one by one, and a line too many makes all after it differ.
func align(
  _ expected: [ComparedLine], _ got: [ComparedLine], limit: Int = 4_000_000
) -> [Pairing] {
  // What is the same at the ends, which is nearly always everything, needs no search.
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

/// Pairs the first with the first, the second with the second, and so on.
private func inOrder(
  _ expected: ArraySlice<ComparedLine>, _ got: ArraySlice<ComparedLine>
) -> [Pairing] {
  var pairings: [Pairing] = []
  for (e, g) in zip(expected.indices, got.indices) {
    switch worth(expected[e], got[g]) {
    case nil: pairings += [.missing(expected: e), .unexpected(got: g)]
    case sameWorth: pairings.append(.same(expected: e, got: g))
    default: pairings.append(.changed(expected: e, got: g))
    }
  }
  pairings += expected.indices.dropFirst(got.count).map { .missing(expected: $0) }
  pairings += got.indices.dropFirst(expected.count).map { .unexpected(got: $0) }
  return pairings
}

/// Looks for the best pairing there is.
private func best(
  _ expected: ArraySlice<ComparedLine>, _ got: ArraySlice<ComparedLine>
) -> [Pairing] {
  // The worth of the best pairing of the lines from two places on.
  let width = got.count + 1
  var table = [Int](repeating: 0, count: (expected.count + 1) * width)
  func place(_ e: Int, _ g: Int) -> Int {
    (e - expected.startIndex) * width + g - got.startIndex
  }
  for e in expected.indices.reversed() {
    for g in got.indices.reversed() {
      let paired = worth(expected[e], got[g]).map { $0 + table[place(e + 1, g + 1)] } ?? 0
      table[place(e, g)] = max(paired, table[place(e + 1, g)], table[place(e, g + 1)])
    }
  }

  var pairings: [Pairing] = []
  var (e, g) = (expected.startIndex, got.startIndex)
  while e < expected.endIndex || g < got.endIndex {
    let value = table[place(e, g)]
    if e < expected.endIndex, g < got.endIndex, let worth = worth(expected[e], got[g]),
      worth + table[place(e + 1, g + 1)] == value
    {
      pairings.append(
        worth == sameWorth ? .same(expected: e, got: g) : .changed(expected: e, got: g)
      )
      e += 1
      g += 1
    } else if e < expected.endIndex, table[place(e + 1, g)] == value {
      pairings.append(.missing(expected: e))
      e += 1
    } else {
      pairings.append(.unexpected(got: g))
      g += 1
    }
  }
  return pairings
}

private let sameWorth = 3

/// How good it is to pair two lines; `nil` when they do not belong together.
private func worth(_ expected: ComparedLine, _ got: ComparedLine) -> Int? {
  if expected.bytes == got.bytes { return sameWorth }
  return expected.subject != nil && expected.subject == got.subject ? 1 : nil
}
