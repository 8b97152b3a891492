/// A selection of candidates' fields, for searching or showing (fzf's `--nth`, `--with-nth` and
/// `--delimiter`).
public struct FieldSelection: Equatable, Sendable {
  /// A range of fields, counted from 1, or backwards from -1; nil for an open end.
  private struct Fields: Equatable {
    var first: Int?
    var last: Int?
  }

  private let selected: [Fields]
  private let delimiter: [UInt8]?
  /// Whether it selects all fields: white space at the start then counts, too.
  private let isWhole: Bool

  /// - Parameters:
  ///   - expression: `2`, `-1`, `2..`, `..-2`, `2..4`, `..`, or several, separated by commas.
  ///   - delimiter: The plain text at the end of each field but the last. Without it, white space
  ///     separates fields, and leading white space belongs to no field.
  ///   - option: The option whose value the expression is.
  /// - Throws: If the expression is invalid, or the delimiter is empty.
  public init(
    _ expression: String, delimiter: String? = nil, of option: String = "nth"
  ) throws(SearchOptionError) {
    if delimiter?.isEmpty == true {
      throw SearchOptionError(description: "delimiter must not be empty")
    }
    self.delimiter = delimiter.map { Array($0.utf8) }
    var selected: [Fields] = []
    for part in expression.split(separator: ",", omittingEmptySubsequences: false) {
      guard let fields = Self.fields(part) else {
        throw SearchOptionError(
          description: "\(option) must be as 1, -1, 2.., 1..3 or .., with commas between")
      }
      selected.append(fields)
    }
    self.selected = selected
    isWhole =
      selected.count == 1
      && selected.allSatisfy { [1, nil].contains($0.first) && [-1, nil].contains($0.last) }
  }

  private static func fields(_ text: Substring) -> Fields? {
    guard let dots = text.indices.first(where: { text[$0...].hasPrefix("..") }) else {
      return number(text).map { Fields(first: $0, last: $0) }
    }
    let (first, last) = (text[..<dots], text[dots...].dropFirst(2))
    let fields = Fields(first: number(first), last: number(last))
    let isRead = (fields.first != nil || first.isEmpty) && (fields.last != nil || last.isEmpty)
    return isRead ? fields : nil
  }

  private static func number(_ text: Substring) -> Int? {
    let digits = text.first == "-" ? text.dropFirst() : text
    guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return nil
    }
    return Int(text).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Returns the selected parts of a text, joined.
  public func text(in text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      parts(of: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
    }
  }

  /// Returns the ranges of the non-empty selected parts of a text, in the order of the expression.
  func parts(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    if isWhole { return [text.indices] }
    return fieldParts(of: text)
  }

  /// Returns the ranges of the shown parts: the selected ones, without surrounding white space that
  /// belongs to no field.
  func shownParts(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var parts = fieldParts(of: text)
    while let last = parts.popLast() {
      var end = last.upperBound
      while end > last.lowerBound, text[end - 1] == 32 || 9...13 ~= text[end - 1] { end -= 1 }
      if end > last.lowerBound { return parts + [last.lowerBound..<end] }
    }
    return []
  }

  private func fieldParts(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let fields = delimiter.map { Self.fields(of: text, $0) } ?? Self.words(of: text)
    return selected.compactMap { selection in
      func index(_ number: Int) -> Int { number < 0 ? fields.count + number : number - 1 }
      let first = max(0, selection.first.map(index) ?? 0)
      let last = min(fields.count - 1, selection.last.map(index) ?? fields.count - 1)
      if first > last { return nil }
      let part = fields[first].lowerBound..<fields[last].upperBound
      return part.isEmpty ? nil : part
    }
  }

  /// Returns the words, each with the following spaces and tabs.
  private static func words(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    func isWhite(_ position: Int) -> Bool { text[position] == 32 || text[position] == 9 }
    var words: [Range<Int>] = []
    var start = 0
    while start < text.count, isWhite(start) { start += 1 }
    while start < text.count {
      var end = start
      while end < text.count, !isWhite(end) { end += 1 }
      while end < text.count, isWhite(end) { end += 1 }
      words.append(start..<end)
      start = end
    }
    return words
  }

  /// Returns the fields, each with its delimiter, and the rest.
  private static func fields(
    of text: UnsafeBufferPointer<UInt8>, _ delimiter: [UInt8]
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var (start, position) = (0, 0)
    while position + delimiter.count <= text.count {
      if text[position] == delimiter[0],
        text[position..<position + delimiter.count].elementsEqual(delimiter)
      {
        position += delimiter.count
        fields.append(start..<position)
        start = position
      } else {
        position += 1
      }
    }
    return fields + [start..<text.count]
  }
}
