extension String {
  /// The maximum number of consecutive combining marks in a frontend's text. Languages need only a
  /// few; UAX #15, section 13, allows at most 30.
  ///
  /// Swift's `==` and `hash(into:)` sort marks (SE-0163) in time quadratic in their number:
  /// comparing a text of 16 MB would take hours, in a decoded enum, a dictionary, or an author's
  /// code.
  package static let markLimit = 256

  /// Whether it has more than ``markLimit`` consecutive combining marks.
  package var hasTooManyMarks: Bool {
    let limit = Self.markLimit
    // A mark has at least two bytes, so a longer run covers at least one of these indices.
    let distance = 2 * (limit + 1)
    return stride(from: 0, to: utf8.count, by: distance).contains { offset in
      let index = utf8.index(startIndex, offsetBy: offset)
      let after = unicodeScalars[index...].prefix(limit + 1).prefix(while: \.isMark).count
      if after == 0 { return false }
      let before = unicodeScalars[..<index].reversed().prefix(limit + 1).prefix(while: \.isMark)
      return before.count + after > limit
    }
  }
}

extension Unicode.Scalar {
  /// Whether normalization may reorder it (UAX #15).
  fileprivate var isMark: Bool { properties.canonicalCombiningClass != .notReordered }
}
