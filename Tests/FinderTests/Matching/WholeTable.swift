@testable import Finder

/// The score of a fuzzy match by filling the whole table, cell by cell: what ``FuzzyMatcher`` must
/// come to as well.
///
/// Both texts are ASCII. `nil` when there is no match.
func scoreByWholeTable(_ pattern: String, in text: String) -> Int? {
  let pattern = pattern.unicodeScalars.map { $0 }
  let text = text.unicodeScalars.map { $0 }
  let folded = text.map { Folding.lowercase($0) }
  let classes = [CharacterClass.white] + text.map { CharacterClass($0) }
  let bonuses = text.indices.map { Int(Scoring.bonus(of: classes[$0 + 1], after: classes[$0])) }
  // Where the characters of the pattern can be at the earliest.
  var firsts: [Int] = []
  for character in pattern {
    let from = firsts.last.map { $0 + 1 } ?? 0
    guard let first = folded[from...].firstIndex(of: character) else { return nil }
    firsts.append(first)
  }
  var above = [(score: Int, run: Int)](repeating: (0, 0), count: text.count)
  for (row, character) in pattern.enumerated() {
    var cells = [(score: Int, run: Int)](repeating: (0, 0), count: text.count)
    var isInGap = false
    for column in firsts[row]..<text.count {
      let left = column > firsts[row] ? cells[column - 1].score : 0
      let gapped = left + (isInGap ? -1 : -3)
      var matched = 0
      var run = 0
      if folded[column] == character, row == 0 {
        matched = 16 + 2 * bonuses[column]
        run = 1
        cells[column] = (matched, run)
        isInGap = false
        continue
      }
      if folded[column] == character {
        var bonus = bonuses[column]
        run = above[column - 1].run + 1
        if run > 1 {
          let first = bonuses[column - run + 1]
          if bonus >= 8, bonus > first { run = 1 } else { bonus = max(bonus, first, 4) }
        }
        matched = above[column - 1].score + 16 + bonus
        if matched < gapped {
          matched += bonuses[column] - bonus
          run = 0
        }
      }
      isInGap = row == 0 || matched < gapped
      cells[column] = (max(matched, gapped, 0), run)
    }
    above = cells
  }
  return above.map(\.score).max()
}
