extension String {
  /// Whether the host refuses a line with this text, for its combining marks.
  package var hasTooManyMarks: Bool { hasMarks(inARow: Parser.usualMarkLimit) }

  /// Whether more combining marks than a number stand in a row.
  func hasMarks(inARow limit: Int) -> Bool {
    // A mark has two bytes at least, so that a longer run has a part at one of these places.
    let distance = 2 * (limit + 1)
    return stride(from: 0, to: utf8.count, by: distance).contains { offset in
      let place = utf8.index(startIndex, offsetBy: offset)
      let after = unicodeScalars[place...].prefix(limit + 1).prefix(while: \.isMark).count
      if after == 0 { return false }
      let before = unicodeScalars[..<place].reversed().prefix(limit + 1).prefix(while: \.isMark)
      return before.count + after > limit
    }
  }
}

extension Unicode.Scalar {
  /// Whether it changes places with its neighbours when a text is put into a normal form (UAX #15).
  fileprivate var isMark: Bool { properties.canonicalCombiningClass != .notReordered }
}
