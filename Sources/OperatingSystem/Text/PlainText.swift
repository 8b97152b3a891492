// What looks for a text in a text. The library of regular expressions has the same; but that library, and the parser it
// brings along, would be a tenth of a program that is linked statically.

extension Collection where Element: Equatable {
  /// The parts between the places where a separator is, in order.
  @specialized(where Self == String, Separator == String)
  @specialized(where Self == Substring, Separator == String)
  package func split<Separator: Collection<Element>>(
    separator: Separator, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    func end(at place: Index) {
      if start < place || !omittingEmptySubsequences { parts.append(self[start..<place]) }
    }
    while let (place, next) = firstPlace(of: separator, from: start) {
      end(at: place)
      start = next
    }
    end(at: endIndex)
    return parts
  }

  /// Whether a text is anywhere in it.
  @specialized(where Self == String, Other == String)
  package func contains<Other: Collection<Element>>(_ other: Other) -> Bool {
    other.isEmpty || firstPlace(of: other, from: startIndex) != nil
  }

  /// Where something begins and ends; `nil` if it is nowhere behind an index.
  private func firstPlace<Other: Collection<Element>>(
    of other: Other, from start: Index
  ) -> (start: Index, end: Index)? {
    guard let first = other.first else { return nil }
    var rest = self[start...]
    while let place = rest.firstIndex(of: first) {
      rest = self[place...]
      if rest.starts(with: other) { return (place, rest.index(place, offsetBy: other.count)) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension String {
  /// The same with one text in place of another.
  package func exchanging(_ old: String, for new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
