/// How a query matches a text.
struct QueryMatch {
  var score: Int32 = 0
  /// Of the terms that match something: the first start of one, the first end, the last end. As in fzf, the first two are
  /// 65,535 at most.
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
  /// How a text matches, or `nil` when it does not. It takes more time than ``score(_:mask:)``, and heeds the options that
  /// say where in a text to look.
  ///
  /// - Parameter positions: takes the positions of the matched characters, in Unicode scalars and any order.
  mutating func match(
    _ text: UnsafeBufferPointer<UInt8>, mask: UInt64, positions: UnsafeMutablePointer<[Int]>? = nil
  ) -> QueryMatch? {
    let parts = query.options.fields?.parts(of: text) ?? [text.indices]
    let wantsPositions = positions != nil || query.options.tiebreaks.contains(.chunk)
    var whole = QueryMatch()
    for terms in query.conditions {
      var found: Int32?
      for term in terms {
        var place = TermPlace(
          isBackward: query.options.isBackward, wantsPositions: wantsPositions)
        let score = find(term, in: text, parts, mask: mask, &place)
        if term.isNegated {
          if score == nil { found = 0 }
        } else if let score {
          found = score
          whole.add(place.span)
          positions?.pointee += place.positions
          break
        }
      }
      guard let found else { return nil }
      whole.score += found
    }
    return whole
  }

  /// Looks for a term in one part of a text after another.
  private mutating func find(
    _ term: Term, in text: UnsafeBufferPointer<UInt8>, _ parts: [Range<Int>], mask: UInt64,
    _ place: inout TermPlace
  ) -> Int32? {
    guard mask & term.mask == term.mask else { return nil }
    for part in parts {
      let bytes = UnsafeBufferPointer(rebasing: text[part])
      guard let score = match(term, in: bytes, mask: mask, &place) else { continue }
      place.move(by: text[..<part.lowerBound].count { $0 & 0xC0 != 0x80 })
      return score
    }
    return nil
  }
}
