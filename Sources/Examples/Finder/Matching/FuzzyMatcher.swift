/// Finds the best match of a term's characters in order, with gaps between them.
///
/// It is the dynamic programming of fzf's second algorithm (after Smith and Waterman, 1981), with a
/// row for each character of the term and a column for each of the text. It fills only cells with
/// equal characters: between them a score falls from column to column as the gap grows, so it can
/// be computed.
struct FuzzyMatcher: ~Copyable {
  /// A cell in which the term's character equals the text's.
  struct Cell: BitwiseCopyable {
    var position: Int32
    /// The best score of a match that ends at or before this cell.
    var score: Int32
    /// The number of consecutive characters matched here; 0 if a gap is better.
    var run: Int32
    var isInGap: Bool

    /// Returns the score at a later column.
    @inline(__always)
    func score(at column: Int32) -> Int32 {
      column == position
        ? score : max(0, score - Scoring.gapCost(column - position, isInGap: isInGap))
    }
  }

  private var positions = Scratch<Int32>()
  private var bonuses = Scratch<Int32>()
  private var cells = Scratch<Cell>()
  /// For each distinct character of the term, the number of its occurrences in the text.
  private var counts = Scratch<Int>()
  /// The start of each row's cells, and the end of the last.
  private var rows = Scratch<Int>()
  private(set) var best = Cell(position: 0, score: 0, run: 0, isInGap: false)
  private let table = ScoringTables.shared.bonuses

  /// Returns the score of the best match, or nil.
  @inline(__always)
  mutating func score<Text: MatchedText>(_ term: Term, in text: Text) -> Int32? {
    let length = term.characters.count
    guard let first = Self.firstMatch(term, in: text) else { return nil }
    if length == 1 {
      scoreOne(term, in: text, from: first)
      return best.score
    }
    let last = findCharacters(term, in: text, from: first)
    fill(term, columns: text.count, last: last)
    return best.score
  }

  /// Returns the position of the first character of the first match.
  @inline(__always)
  private static func firstMatch<Text: MatchedText>(_ term: Term, in text: Text) -> Int? {
    let first = text.first(0, of: term, from: 0)
    var position = first
    var next = 1
    while next < term.characters.count, position < text.count {
      position = text.first(next, of: term, from: position + 1)
      next += 1
    }
    return position < text.count ? first : nil
  }

  /// Scores a term of one character. The first best position counts; one at the start of a word
  /// ends the search.
  @inline(__always)
  private mutating func scoreOne<Text: MatchedText>(_ term: Term, in text: Text, from first: Int) {
    best.score = 0
    let character = term.characters[0]
    for position in first..<text.count where text.character(at: position) == character {
      let bonus = text.bonus(at: position, table)
      let score = Scoring.match + bonus * Scoring.firstCharacterFactor
      if score > best.score {
        best = Cell(position: Int32(position), score: score, run: 1, isInGap: false)
        if bonus >= Scoring.boundary { break }
      }
    }
    cells.start[0] = best
    rows.start[0] = 0
    rows.start[1] = 1
  }

  /// Records the positions of the term's characters in the text, and their bonuses.
  ///
  /// - Returns: The last position of the term's last character.
  @inline(__always)
  private mutating func findCharacters<Text: MatchedText>(
    _ term: Term, in text: Text, from first: Int
  ) -> Int32 {
    let columns = text.count
    let kinds = term.distinct.count
    positions.reserve(columns * kinds)
    bonuses.reserve(columns)
    counts.reserve(kinds + 1)
    let (positions, bonuses, counts) = (positions.start, bonuses.start, counts.start)
    for kind in 0..<kinds { counts[kind] = 0 }
    var position = first
    while position < columns {
      let slot = text.slot(at: position)
      if slot != 0 {
        let count = counts[slot - 1]
        positions[(slot - 1) * columns + count] = Int32(truncatingIfNeeded: position)
        counts[slot - 1] = count + 1
        bonuses[position] = text.bonus(at: position, table)
      }
      position += 1
    }
    let slot = term.slots[term.slots.count - 1]
    return positions[slot * columns + counts[slot] - 1]
  }

  /// Fills the rows and finds the best score of the last.
  private mutating func fill(_ term: Term, columns: Int, last: Int32) {
    let length = term.slots.count
    rows.reserve(length + 1)
    var total = 0
    for slot in term.slots { total += counts.start[slot] }
    cells.reserve(total)
    best.score = 0
    var next = 0
    var first: Int32 = -1
    for row in 0..<length {
      let slot = term.slots[row]
      let positions = UnsafePointer(self.positions.start + slot * columns)
      let count = counts.start[slot]
      rows.start[row] = next
      var index = 0
      // A row starts at the first position where the term up to its character can match.
      while index < count, positions[index] <= first { index += 1 }
      first = positions[index]
      if row == 0 {
        next = fillFirst(positions, index..<count, last: last, into: next)
      } else {
        next = fillRow(
          positions, index..<count, last: last, above: rows.start[row - 1], into: next,
          isLast: row == length - 1)
      }
    }
    rows.start[length] = next
  }

  private func fillFirst(
    _ positions: UnsafePointer<Int32>, _ range: Range<Int>, last: Int32, into start: Int
  ) -> Int {
    var next = start
    for index in range {
      let position = positions[index]
      if position > last { break }
      let bonus = bonuses.start[Int(position)]
      cells.start[next] = Cell(
        position: position, score: Scoring.match + bonus * Scoring.firstCharacterFactor, run: 1,
        isInGap: false)
      next += 1
    }
    return next
  }

  private mutating func fillRow(
    _ positions: UnsafePointer<Int32>, _ range: Range<Int>, last: Int32, above first: Int,
    into start: Int, isLast: Bool
  ) -> Int {
    let (cells, bonuses) = (cells.start, bonuses.start)
    var next = start
    var above = first
    for index in range {
      let position = positions[index]
      if position > last { break }
      // Finds the last cell above and to the left; it exists, since each row starts after the one
      // above.
      while above + 1 < start, cells[above + 1].position < position { above += 1 }
      let upper = cells[above]
      var matched = upper.score(at: position - 1) + Scoring.match
      let gapped: Int32 =
        if next == start {
          Scoring.gapStart
        } else {
          cells[next - 1].score
            - Scoring.gapCost(
              position - cells[next - 1].position, isInGap: cells[next - 1].isInGap)
        }
      let own = bonuses[Int(position)]
      var bonus = own
      var run: Int32 = 1
      if upper.position == position - 1, upper.run > 0 {
        run = upper.run + 1
        let firstBonus = bonuses[Int(position - run + 1)]
        if bonus >= Scoring.boundary && bonus > firstBonus {
          run = 1
        } else {
          bonus = max(bonus, Scoring.consecutive, firstBonus)
        }
      }
      if matched + bonus < gapped {
        matched += own
        run = 0
      } else {
        matched += bonus
      }
      let cell = Cell(
        position: position, score: max(matched, gapped, 0), run: run, isInGap: matched < gapped)
      cells[next] = cell
      next += 1
      if isLast, cell.score > best.score { best = cell }
    }
    return next
  }
}

extension FuzzyMatcher {
  /// The first position of the term's first character.
  var firstPosition: Int { Int(start(of: 0)) }

  /// Chooses the last of the best matches instead of the first.
  mutating func chooseLast<Text: MatchedText>(_ term: Term, in text: Text) {
    if term.characters.count > 1 {
      let row = rows.start[term.characters.count - 1]..<rows.start[term.characters.count]
      for index in row where cells.start[index].score >= best.score { best = cells.start[index] }
      return
    }
    best.score = 0
    for position in 0..<text.count where text.character(at: position) == term.characters[0] {
      let score = Scoring.match + text.bonus(at: position, table) * Scoring.firstCharacterFactor
      if score >= best.score {
        best = Cell(position: Int32(position), score: score, run: 1, isInGap: false)
      }
    }
    cells.start[0] = best
  }

  /// Appends the positions of the match that `score` has just found, last first.
  func appendPositions(of term: Term, to list: inout [Int]) {
    var row = term.characters.count - 1
    var column = best.position
    var prefersMatch = true
    while true {
      let score = score(row, column)
      let diagonal = row > 0 && column >= start(of: row) ? self.score(row - 1, column - 1) : 0
      let left = column > start(of: row) ? self.score(row, column - 1) : 0
      let old = row
      if score > diagonal, score > left || score == left && prefersMatch {
        list.append(Int(column))
        if row == 0 { return }
        row -= 1
      }
      prefersMatch =
        run(old, column) > 1 || old + 1 < term.characters.count && run(old + 1, column + 1) > 0
      column -= 1
    }
  }

  private func start(of row: Int) -> Int32 { cells.start[rows.start[row]].position }

  /// Returns the last cell of a row up to a column.
  private func cell(_ row: Int, _ column: Int32) -> Cell? {
    var index = rows.start[row + 1] - 1
    while index >= rows.start[row] {
      if cells.start[index].position <= column { return cells.start[index] }
      index -= 1
    }
    return nil
  }

  private func score(_ row: Int, _ column: Int32) -> Int32 {
    cell(row, column)?.score(at: column) ?? 0
  }

  private func run(_ row: Int, _ column: Int32) -> Int32 {
    guard let cell = cell(row, column), cell.position == column else { return 0 }
    return cell.run
  }
}
