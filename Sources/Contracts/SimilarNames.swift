/// What somebody may have meant who has written a name that there is not.
package nonisolated enum SimilarNames {
  /// The names that are so near to a name that it may be one of them, with the nearest only.
  ///
  /// Upper and lower case and the marks `_ - . / ` and space are all one, so a name in the style of another language is
  /// found. Otherwise a third of the letters may differ, and no more than three: left out, added, replaced, or two
  /// neighbours exchanged (the optimal string alignment distance). When there is no such name, those count that
  /// begin with what was written.
  ///
  /// - Returns: up to three names, in their order; the same for the same names.
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

  /// The end of a sentence that has said that there is no such name: `; did you mean counter?`, or nothing.
  package static func question(for name: String, among names: [String]) -> String {
    let similar = similar(to: name, among: names)
    return similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
  }

  /// The same, which says what there is when no name is near: `; it has counter, user`.
  package static func hint(
    for name: String, among names: [String], _ thereAre: String = "it has"
  ) -> String {
    let question = question(for: name, among: names)
    if !question.isEmpty { return question }
    if names.isEmpty { return "; \(thereAre) none" }
    let rest = names.count > enumerated ? " and \(names.count - enumerated) more" : ""
    return "; \(thereAre) \(names.prefix(enumerated).joined(separator: ", "))\(rest)"
  }

  /// A name as it stands in a message: a frontend may send one of any length, and gets it back beside the message.
  package static func shown(_ name: String) -> String {
    let shown = name.unicodeScalars.prefix(longest)
    return shown.endIndex == name.endIndex ? name : "\(String(shown))…"
  }

  /// How many scalars of a name are shown.
  private static let longest = 200
  /// How many names a question offers.
  private static let listed = 3
  /// How many names are enumerated.
  private static let enumerated = 8
}

/// The letters of a name that tell it from others.
nonisolated private struct Letters {
  private let letters: [Unicode.Scalar]

  /// Names that are longer are not compared; a frontend may send any.
  static let byteLimit = 64
  /// With fewer letters than this many names begin.
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

  /// How many letters may differ.
  var bound: Int { min(count / 3, 3) }

  func begin(with other: Letters) -> Bool { letters.starts(with: other.letters) }

  /// In how many steps this becomes the other; `nil` when more than the limit are needed.
  func distance(to other: Letters, upTo limit: Int) -> Int? {
    guard abs(count - other.count) <= limit else { return nil }
    // What is further from the diagonal than the limit needs more steps.
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
      // From two rows that are all beyond the limit no way leads back.
      if !current.contains(where: { $0 <= limit }), !last.contains(where: { $0 <= limit }) {
        return nil
      }
      beforeLast = last
      last = current
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
