import Finder

/// A row of what has been found.
nonisolated struct FinderRow: Encodable, Equatable, Identifiable {
  /// The candidate's number, which it keeps.
  let id: Int
  let text: String
  /// The parts of the text that the query matches, each from one Unicode scalar to another, the end not included.
  let ranges: [[Int]]
}

/// All rows of a ranking, the best first. A row is made when somebody looks at it.
nonisolated struct FinderRows: RandomAccessCollection, Sendable {
  let query: Query
  let candidates: CandidateList
  let ranking: Ranking

  var startIndex: Int { 0 }
  var endIndex: Int { ranking.count }

  subscript(place: Int) -> FinderRow {
    let number = ranking.number(at: place)
    let text = candidates.text(number)
    let ranges = query.highlights(in: text).map { [$0.lowerBound, $0.upperBound] }
    return FinderRow(id: number, text: text, ranges: ranges)
  }
}

nonisolated extension FinderRows {
  /// No rows.
  init() { self.init(query: Query(""), candidates: CandidateList(), ranking: Ranking()) }

  /// The rows of another query, or of more candidates. What has been found before is used where it can be.
  ///
  /// Where its task is cancelled, it returns soon, and not all rows.
  @concurrent func searched(for new: Query, in all: CandidateList) async -> FinderRows {
    let search = Search(new, in: all)
    let earlier: Ranking
    let searched: Int
    if new == query {
      (earlier, searched) = (ranking, candidates.count)
    } else if !query.isEmpty, new.narrows(query), ranking.count < candidates.count / 4 {
      // What was found lies here and there in memory: to look through much of it takes longer than through all.
      (earlier, searched) = (await search.results(within: ranking), candidates.count)
    } else {
      (earlier, searched) = (Ranking(), 0)
    }
    let later = await search.results(from: searched)
    return FinderRows(query: new, candidates: all, ranking: earlier.merged(with: later))
  }
}
