import Finder

/// A row of what has been found.
nonisolated struct FinderRow: Encodable, Equatable, Identifiable {
  /// The candidate's number, which it keeps.
  let id: Int
  let text: String
  /// The parts of the text that the query matches, each from one Unicode scalar to another, the end
  /// not included.
  let ranges: [[Int]]
  /// The parts of the text that have a style of their own, with the option `ansi`.
  let styles: [FinderStyle]?
  /// The whole line, with the option `withNth`.
  let line: String?
}

/// A part of a text that has a style of its own: from one Unicode scalar to another, the end not
/// included, and the parameters of the style for a terminal (SGR), as in `[0, 4, "1;31"]`.
nonisolated struct FinderStyle: Codable, Equatable {
  let start: Int
  let end: Int
  let parameters: String

  init(_ styled: StyledRange) {
    start = styled.range.lowerBound
    end = styled.range.upperBound
    parameters = styled.parameters
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    start = try container.decode(Int.self)
    end = try container.decode(Int.self)
    parameters = try container.decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(start)
    try container.encode(end)
    try container.encode(parameters)
  }
}

/// All rows of a ranking, the best first. A row is made when it is read.
nonisolated struct FinderRows: RandomAccessCollection, Sendable {
  let query: Query
  let candidates: FinderCandidates
  let ranking: Ranking

  var startIndex: Int { 0 }
  var endIndex: Int { ranking.count }

  subscript(place: Int) -> FinderRow {
    let number = ranking.number(at: place)
    let text = candidates.list.text(number)
    let ranges = query.highlights(in: text).map { [$0.lowerBound, $0.upperBound] }
    let styles =
      candidates.hasStyles ? candidates.list.styles(number).map(FinderStyle.init) : nil
    let line = candidates.showsParts ? candidates.list.whole(number) : nil
    return FinderRow(
      id: candidates.firstID + number, text: text, ranges: ranges, styles: styles, line: line)
  }

  /// The id of the row at a place.
  func id(at place: Int) -> Int { candidates.firstID + ranking.number(at: place) }

  /// The whole line of the row at a place.
  func line(at place: Int) -> String { candidates.list.whole(ranking.number(at: place)) }

  /// The ids of all rows, in order.
  var ids: some Sequence<Int> { indices.lazy.map { id(at: $0) } }
}

nonisolated extension FinderRows {
  /// No rows.
  init(_ query: Query, _ candidates: FinderCandidates) {
    self.init(query: query, candidates: candidates, ranking: Ranking())
  }

  /// The rows of another query, or of more candidates. What has been found before is used where it
  /// can be.
  ///
  /// Where its task is cancelled, it returns soon, and not all rows.
  @concurrent func searched(for new: Query, in all: FinderCandidates) async -> FinderRows {
    let search = Search(new, in: all.list)
    let count = candidates.list.count
    let earlier: Ranking
    let searched: Int
    if new == query {
      (earlier, searched) = (ranking, count)
    } else if !query.isEmpty, new.narrows(query), ranking.count < count / 4 {
      // What was found lies here and there in memory: to look through much of it takes longer than
      // through all.
      (earlier, searched) = (await search.results(within: ranking), count)
    } else {
      (earlier, searched) = (Ranking(), 0)
    }
    let later = await search.results(from: searched)
    return FinderRows(query: new, candidates: all, ranking: earlier.merged(with: later))
  }
}

/// All that is searched, with ids that no candidate of the same finder has had before.
nonisolated struct FinderCandidates: Sendable {
  var list = CandidateList()
  /// The id of the first; the others follow.
  var firstID = 0
  /// Whether rows say how they look.
  let hasStyles: Bool
  /// Whether rows show parts of lines.
  let showsParts: Bool

  var ids: Range<Int> { firstID..<firstID + list.count }

  func item(_ id: Int) -> FinderItem { FinderItem(id: id, text: list.whole(id - firstID)) }

  /// The bytes that a candidate was given as.
  func original(_ id: Int) -> [UInt8] { list.original(id - firstID) }

  /// No candidates, to be filled again.
  func emptied() -> FinderCandidates {
    FinderCandidates(firstID: ids.upperBound, hasStyles: hasStyles, showsParts: showsParts)
  }
}
