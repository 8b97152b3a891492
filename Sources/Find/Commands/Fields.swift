/// The fields of a line: what separates them stands at the end of each, as fzf has it.
struct Fields {
  let fields: [Substring]

  /// - Parameter delimiter: `nil` for white space, which then counts as nothing at the start of the line.
  init(_ text: String, delimiter: String?) {
    var fields: [Substring] = []
    var rest = text[...]
    if let delimiter, !delimiter.isEmpty {
      while let found = rest.firstRange(of: delimiter) {
        fields.append(rest[..<found.upperBound])
        rest = rest[found.upperBound...]
      }
      fields.append(rest)
    } else {
      // What stands before the first belongs to it.
      while !rest.isEmpty {
        var end = rest.firstIndex { !Self.isWhite($0) } ?? rest.endIndex
        end = rest[end...].firstIndex(where: Self.isWhite) ?? rest.endIndex
        end = rest[end...].firstIndex { !Self.isWhite($0) } ?? rest.endIndex
        fields.append(rest[..<end])
        rest = rest[end...]
      }
    }
    self.fields = fields
  }

  private static func isWhite(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// The fields that an expression names (`2`, `-1`, `2..`, `..-2`, `..`), as one text; `nil` where it is no expression.
  func text(of expression: Substring) -> String? {
    guard let range = range(of: expression) else { return nil }
    return fields[range].joined()
  }

  private func range(of expression: Substring) -> Range<Int>? {
    var (start, end) = (1, -1)
    if let dots = expression.firstRange(of: "..") {
      let (first, last) = (expression[..<dots.lowerBound], expression[dots.upperBound...])
      if !first.isEmpty { if let number = Int(first) { start = number } else { return nil } }
      if !last.isEmpty { if let number = Int(last) { end = number } else { return nil } }
    } else {
      guard let number = Int(expression) else { return nil }
      (start, end) = (number, number)
    }
    guard start != 0, end != 0 else { return nil }
    let first = start > 0 ? start - 1 : fields.count + start
    let last = end > 0 ? end : fields.count + end + 1
    let (lower, upper) = (max(first, 0), min(last, fields.count))
    return lower < upper ? lower..<upper : 0..<0
  }
}

extension Substring {
  /// Where a text stands first.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    let count = text.utf8.count
    guard count > 0 else { return nil }
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<utf8.index(start, offsetBy: count)
      }
      start = index(after: start)
    }
    return nil
  }
}
