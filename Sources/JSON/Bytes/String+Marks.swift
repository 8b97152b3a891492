extension String {
  /// How many combining marks may stand in a row in what a frontend sends; a language needs no more than a few (UAX #15,
  /// section 13, has 30 at most).
  ///
  /// Swift's `==` and `hash(into:)` put them in order (SE-0163), in a time that grows with the square of their number: to
  /// compare a text of 16 MB would take hours, be it by an enum that is decoded, a dictionary, or an author's code.
  package static let markLimit = 256

  /// Whether more than ``markLimit`` combining marks stand in a row.
  package var hasTooManyMarks: Bool {
    let limit = Self.markLimit
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
