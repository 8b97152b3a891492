/// Scores a match within a known span, whose characters are matched greedily.
enum SpanScore {
  @inline(__always)
  static func score<Text: MatchedText>(
    _ term: Term, in text: Text, _ span: Range<Int>
  ) -> Int32 {
    if term.kind == .equal {
      return Int32(span.count) * (Scoring.match + Scoring.whiteBoundary) + Scoring.whiteBoundary
    }
    let bonuses = ScoringTables.shared.bonuses
    var score: Int32 = 0
    var firstBonus: Int32 = 0
    var isInGap = false
    var isInRun = false
    var next = 0
    for position in span {
      guard next < term.characters.count, text.character(at: position) == term.characters[next]
      else {
        score += isInGap ? Scoring.gapExtension : Scoring.gapStart
        isInGap = true
        isInRun = false
        continue
      }
      var bonus = text.bonus(at: position, bonuses)
      if isInRun {
        if bonus >= Scoring.boundary, bonus > firstBonus { firstBonus = bonus }
        bonus = max(bonus, firstBonus, Scoring.consecutive)
      } else {
        firstBonus = bonus
      }
      score += Scoring.match + (next == 0 ? bonus * Scoring.firstCharacterFactor : bonus)
      isInGap = false
      isInRun = true
      next += 1
    }
    return score
  }
}

/// Finds matches of terms that are not fuzzy, and of fuzzy terms in very long texts.
enum Span {
  /// Returns the range of an exact match whose first character has the best bonus; the first match
  /// at the start of a word ends the search.
  @inline(__always)
  static func exact<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let bonuses = ScoringTables.shared.bonuses
    let length = term.characters.count
    let lastStart = text.count - length
    guard lastStart >= 0 else { return nil }
    var best: Int?
    var bestBonus: Int32 = -1
    var start = text.first(0, of: term, from: 0)
    while start <= lastStart {
      if matches(term, in: text, at: start) {
        // The start of a text counts as after white space, even for a character that starts no
        // word.
        let bonus = start == 0 ? Scoring.whiteBoundary : text.bonus(at: start, bonuses)
        if bonus > bestBonus { (best, bestBonus) = (start, bonus) }
        if bonus >= Scoring.boundary { break }
      }
      start = text.first(0, of: term, from: start + 1)
    }
    return best.map { $0..<$0 + length }
  }

  static func prefix<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let start = term.beginsWhite ? 0 : text.leadingWhite
    return matches(term, in: text, at: start) ? start..<start + term.characters.count : nil
  }

  static func suffix<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let end = text.count - (term.endsWhite ? 0 : text.trailingWhite)
    let start = end - term.characters.count
    return matches(term, in: text, at: start) ? start..<end : nil
  }

  static func equal<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let start = term.beginsWhite ? 0 : text.leadingWhite
    let end = text.count - (term.endsWhite ? 0 : text.trailingWhite)
    guard end - start == term.characters.count, matches(term, in: text, at: start) else {
      return nil
    }
    return start..<end
  }

  /// Returns the last of the ranges of which ``exact(_:in:)`` returns the first.
  static func lastExact<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let bonuses = ScoringTables.shared.bonuses
    let length = term.characters.count
    var best: Int?
    var bestBonus: Int32 = -1
    var start = text.count - length
    while start >= 0, bestBonus < Scoring.boundary {
      if matches(term, in: text, at: start) {
        let bonus = start == 0 ? Scoring.whiteBoundary : text.bonus(at: start, bonuses)
        if bonus > bestBonus { (best, bestBonus) = (start, bonus) }
      }
      start -= 1
    }
    return best.map { $0..<$0 + length }
  }

  /// Returns the first fuzzy match, shortened at its start.
  static func greedy<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let length = term.characters.count
    return greedy(length, text.count) { text.character(at: $0) == term.characters[$1] }
  }

  /// Returns the last fuzzy match, shortened at its end.
  static func lastGreedy<Text: MatchedText>(_ term: Term, in text: Text) -> Range<Int>? {
    let length = term.characters.count
    let last = text.count - 1
    let mirrored = greedy(length, text.count) {
      text.character(at: last - $0) == term.characters[length - 1 - $1]
    }
    return mirrored.map { last + 1 - $0.upperBound..<last + 1 - $0.lowerBound }
  }

  /// - Parameters:
  ///   - length: The length of the term.
  ///   - count: The length of the text.
  ///   - isMatch: Whether the text at a position equals the term at an index.
  private static func greedy(
    _ length: Int, _ count: Int, _ isMatch: (Int, Int) -> Bool
  ) -> Range<Int>? {
    var next = 0
    guard
      let last = (0..<count).first(where: { position in
        if isMatch(position, next) { next += 1 }
        return next == length
      })
    else { return nil }
    var left = length
    var start = last
    while true {
      if isMatch(start, left - 1) { left -= 1 }
      if left == 0 { return start..<last + 1 }
      start -= 1
    }
  }

  private static func matches<Text: MatchedText>(
    _ term: Term, in text: Text, at start: Int
  ) -> Bool {
    start >= 0 && start + term.characters.count <= text.count
      && term.characters.indices.allSatisfy {
        text.character(at: start + $0) == term.characters[$0]
      }
  }
}

extension Term {
  fileprivate var beginsWhite: Bool { Self.isWhite(characters.first) }
  fileprivate var endsWhite: Bool { Self.isWhite(characters.last) }

  private static func isWhite(_ character: UInt32?) -> Bool {
    character.flatMap(Unicode.Scalar.init)?.properties.isWhitespace ?? false
  }
}
