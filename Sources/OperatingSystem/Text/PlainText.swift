// Substring search. It avoids the regex library and its parser, a tenth of a statically linked
// program.

extension Collection where Element: Equatable {
  /// Returns the parts between the separators, in order.
  @specialized(where Self == String, Separator == String)
  @specialized(where Self == Substring, Separator == String)
  package func split<Separator: Collection<Element>>(
    separator: Separator, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    func end(at index: Index) {
      if start < index || !omittingEmptySubsequences { parts.append(self[start..<index]) }
    }
    while let (index, next) = firstRange(of: separator, from: start) {
      end(at: index)
      start = next
    }
    end(at: endIndex)
    return parts
  }

  /// Whether it contains the text.
  @specialized(where Self == String, Other == String)
  package func contains<Other: Collection<Element>>(_ other: Other) -> Bool {
    other.isEmpty || firstRange(of: other, from: startIndex) != nil
  }

  /// Returns the range of the first occurrence from an index on; nil if there is none.
  private func firstRange<Other: Collection<Element>>(
    of other: Other, from start: Index
  ) -> (start: Index, end: Index)? {
    guard let first = other.first else { return nil }
    var rest = self[start...]
    while let index = rest.firstIndex(of: first) {
      rest = self[index...]
      if rest.starts(with: other) { return (index, rest.index(index, offsetBy: other.count)) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension String {
  /// Replaces all occurrences of a text.
  package func exchanging(_ old: String, for new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
