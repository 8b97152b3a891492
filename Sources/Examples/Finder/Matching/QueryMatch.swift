/// The match of a query in a text.
struct QueryMatch {
  var score: Int32 = 0
  /// The first start of a matching term, the first end, and the last end. As in fzf, the first two
  /// are at most 65,535.
  var firstStart = 0xFFFF
  var firstEnd = 0xFFFF
  var lastEnd = 0

  fileprivate mutating func add(_ span: Range<Int>) {
    if span.isEmpty { return }
    firstStart = min(firstStart, span.lowerBound)
    firstEnd = min(firstEnd, span.upperBound)
    lastEnd = max(lastEnd, span.upperBound)
  }
}

extension Matcher {
  /// Returns the match of a text, or nil. It is slower than ``score(_:mask:)``, and obeys the
  /// options for fields.
  ///
  /// - Parameter positions: Receives the positions of the matched characters, in Unicode scalars,
  ///   in any order.
  mutating func match(
    _ text: UnsafeBufferPointer<UInt8>, mask: UInt64, positions: UnsafeMutablePointer<[Int]>? = nil
  ) -> QueryMatch? {
    let parts = query.options.fields?.parts(of: text) ?? [text.indices]
    let wantsPositions = positions != nil || query.options.tiebreaks.contains(.chunk)
    var whole = QueryMatch()
    for terms in query.conditions {
      var found: Int32?
      for term in terms {
        var locator = TermLocator(
          isBackward: query.options.isBackward, wantsPositions: wantsPositions)
        let score = find(term, in: text, parts, mask: mask, &locator)
        if term.isNegated {
          if score == nil { found = 0 }
        } else if let score {
          found = score
          whole.add(locator.span)
          positions?.pointee += locator.positions
          break
        }
      }
      guard let found else { return nil }
      whole.score += found
    }
    return whole
  }

  /// Searches for a term in the parts of a text, in order.
  private mutating func find(
    _ term: Term, in text: UnsafeBufferPointer<UInt8>, _ parts: [Range<Int>], mask: UInt64,
    _ locator: inout TermLocator
  ) -> Int32? {
    guard mask & term.mask == term.mask else { return nil }
    for part in parts {
      let bytes = UnsafeBufferPointer(rebasing: text[part])
      guard let score = match(term, in: bytes, mask: mask, &locator) else { continue }
      locator.move(by: text[..<part.lowerBound].count { $0 & 0xC0 != 0x80 })
      return score
    }
    return nil
  }
}
