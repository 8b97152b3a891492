/// Matches texts with a query, and scores and locates the matches. It owns the required memory, so
/// one matcher serves many texts.
struct Matcher: ~Copyable {
  let query: Query
  /// The bits that the mask of every match has.
  let requiredMask: UInt64
  private var fuzzy = FuzzyMatcher()
  private var characters = Scratch<UInt32>()
  private var kinds = Scratch<UInt8>()
  private let tables = ScoringTables.shared

  init(_ query: Query) {
    self.query = query
    requiredMask = query.conditions.reduce(0) { mask, terms in
      terms.count == 1 && !terms[0].isNegated ? mask | terms[0].mask : mask
    }
  }

  /// Returns the score of a text, or nil if it does not match.
  ///
  /// - Parameters:
  ///   - text: A part of a ``CandidateChunk``; some bytes after it are read, too.
  ///   - mask: The text's ``CharacterMask``; all bits unless the text is ASCII.
  mutating func score(_ text: UnsafeBufferPointer<UInt8>, mask: UInt64) -> Int32? {
    var scoring = TermScoring()
    var total: Int32 = 0
    for terms in query.conditions {
      var found: Int32?
      for term in terms {
        let score =
          mask & term.mask == term.mask ? match(term, in: text, mask: mask, &scoring) : nil
        if term.isNegated {
          if score == nil { found = 0 }
        } else if let score {
          found = score
          break
        }
      }
      guard let found else { return nil }
      total += found
    }
    return total
  }

  /// Returns the score of a term, or nil if it does not match.
  mutating func match<Scoring: TermMatching>(
    _ term: Term, in text: UnsafeBufferPointer<UInt8>, mask: UInt64, _ scoring: inout Scoring
  ) -> Int32? {
    guard let start = text.baseAddress else { return nil }
    if mask & CharacterMask.notASCII == 0 {
      if !term.isASCII { return nil }
      return term.slotOfByte.withUnsafeBufferPointer { slots in
        guard let slots = slots.baseAddress else { return nil }
        let text = ASCIIText(
          start, count: text.count, caseSensitive: term.isCaseSensitive, slots: slots, tables)
        return scoring.match(term, in: text, &fuzzy)
      }
    }
    let count = decode(text, for: term)
    return scoring.match(
      term,
      in: UnicodeText(characters.start, kinds.start, count: count, distinct: term.distinct), &fuzzy)
  }

  /// Decodes a text into characters as the term compares them.
  ///
  /// - Returns: The number of characters.
  private mutating func decode(_ text: UnsafeBufferPointer<UInt8>, for term: Term) -> Int {
    characters.reserve(text.count)
    kinds.reserve(text.count)
    var count = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let kind = CharacterClass(scalar)
      var folded = scalar
      if !term.isCaseSensitive, scalar.value >= 0x80 || kind == .upper {
        folded = Folding.lowercase(scalar)
      }
      if term.ignoresMarks { folded = Folding.base(folded) }
      characters.start[count] = folded.value
      kinds.start[count] = kind.rawValue
      count += 1
    }
    return count
  }
}
