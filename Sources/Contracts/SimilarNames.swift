/// Suggests known names that are similar to an unknown one.
package nonisolated enum SimilarNames {
  /// The names most similar to an unknown name.
  ///
  /// Case is ignored, and so are `_ - . / ` and spaces: a name in the style of another language is
  /// found. Otherwise at most a third of the letters may differ, and no more than three: omitted,
  /// added, replaced, or two neighbours exchanged (the optimal string alignment distance). If no
  /// name is similar, those that begin with the unknown one are returned.
  ///
  /// - Returns: up to three names, in their order.
  package static func similar(to name: String, among names: [String]) -> [String] {
    guard name.utf8.count <= Letters.byteLimit else { return [] }
    let written = Letters(name)
    let candidates = names.filter { $0.utf8.count <= Letters.byteLimit }
      .map { (name: $0, letters: Letters($0)) }
    var best = written.bound
    var nearest: [String] = []
    for candidate in candidates {
      guard let distance = written.distance(to: candidate.letters, upTo: best) else { continue }
      if distance < best { nearest = [] }
      best = distance
      nearest.append(candidate.name)
    }
    if !nearest.isEmpty { return Array(nearest.prefix(listed)) }
    guard written.count >= Letters.shortestBeginning else { return [] }
    let longer = candidates.filter { $0.letters.begin(with: written) }
    return Array(longer.map(\.name).prefix(listed))
  }

  /// The end of a message about an unknown name: `; did you mean counter?`; empty if no name is
  /// similar.
  package static func question(for name: String, among names: [String]) -> String {
    let similar = similar(to: name, among: names)
    return similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
  }

  /// The end of a message about an unknown name: a question, or the known names:
  /// `; it has counter, user`.
  package static func hint(
    for name: String, among names: [String], _ thereAre: String = "it has"
  ) -> String {
    let question = question(for: name, among: names)
    if !question.isEmpty { return question }
    if names.isEmpty { return "; \(thereAre) none" }
    let rest = names.count > enumerated ? " and \(names.count - enumerated) more" : ""
    return "; \(thereAre) \(names.prefix(enumerated).joined(separator: ", "))\(rest)"
  }

  /// A name in a message, shortened: a frontend may send one of any length.
  package static func shown(_ name: String) -> String {
    let shown = name.unicodeScalars.prefix(longest)
    return shown.endIndex == name.endIndex ? name : "\(String(shown))…"
  }

  /// The maximum number of scalars that are shown.
  private static let longest = 200
  /// The maximum number of names in a question.
  private static let listed = 3
  /// The maximum number of names in a list.
  private static let enumerated = 8
}

/// The letters of a name that are compared.
nonisolated private struct Letters {
  private let letters: [Unicode.Scalar]

  /// Longer names are not compared; a frontend may send any.
  static let byteLimit = 64
  /// The minimum number of letters to search for a beginning.
  static let shortestBeginning = 3

  init(_ name: String) {
    var letters: [Unicode.Scalar] = []
    for scalar in name.unicodeScalars {
      switch scalar {
      case "_", "-", ".", "/", " ": break
      case "A"..."Z": letters.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      case _ where scalar.isASCII: letters.append(scalar)
      default: letters += scalar.properties.lowercaseMapping.unicodeScalars
      }
    }
    self.letters = letters
  }

  var count: Int { letters.count }

  /// The maximum number of differing letters.
  var bound: Int { min(count / 3, 3) }

  func begin(with other: Letters) -> Bool { letters.starts(with: other.letters) }

  /// The number of steps from this name to another; `nil` above the limit.
  func distance(to other: Letters, upTo limit: Int) -> Int? {
    guard abs(count - other.count) <= limit else { return nil }
    // Cells further from the diagonal than the limit need more steps.
    let far = Array(repeating: limit + 1, count: other.count + 1)
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in letters.enumerated() {
      var current = far
      current[0] = row + 1
      for column in max(0, row - limit)..<max(0, min(other.count, row + limit + 1)) {
        let otherLetter = other.letters[column]
        var steps = min(
          last[column] + (letter == otherLetter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == other.letters[column - 1],
          letters[row - 1] == otherLetter
        {
          steps = min(steps, beforeLast[column - 1] + 1)
        }
        current[column + 1] = steps
      }
      // Two successive rows above the limit end the search.
      if !current.contains(where: { $0 <= limit }), !last.contains(where: { $0 <= limit }) {
        return nil
      }
      beforeLast = last
      last = current
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
