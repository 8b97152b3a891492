/// A query in fzf's extended syntax.
///
/// Terms are separated by spaces (`\ ` is a space within a term), and all must match: `abc`
/// fuzzily, `'abc` exactly, `^abc` at the start, `abc$` at the end, `^abc$` the whole text; `!abc`
/// must not occur, `!'abc` not even fuzzily; of `a | b | c` one must match. A term with an upper
/// case letter is case-sensitive, one with diacritics is sensitive to them. Options can change
/// that.
public struct Query: Equatable, Sendable {
  /// The conditions. All must match, each by one of its terms.
  let conditions: [[Term]]
  /// The options of the search.
  public let options: SearchOptions

  /// Parses a query. Every text is valid.
  public init(_ text: String, _ options: SearchOptions = SearchOptions()) {
    self.options = options
    var conditions: [[Term]] = []
    var alternatives: [Term] = []
    /// Whether the next term starts a new condition.
    var isComplete = false
    var followsBar = false
    for word in Self.words(of: text) {
      if word == "|", !alternatives.isEmpty, !followsBar {
        isComplete = false
        followsBar = true
        continue
      }
      followsBar = false
      guard let term = Term(word, options) else { continue }
      if isComplete {
        conditions.append(alternatives)
        alternatives = []
      }
      alternatives.append(term)
      isComplete = true
    }
    if !alternatives.isEmpty { conditions.append(alternatives) }
    self.conditions = conditions
  }

  /// Whether every text matches.
  public var isEmpty: Bool { conditions.isEmpty }

  /// Whether results are ordered by score. If all terms are negated, they have the order of the
  /// candidates.
  var isRanked: Bool {
    options.isSorted && conditions.contains { $0.contains { !$0.isNegated } }
  }

  /// Whether the other query finds everything that this one finds, as after typing another
  /// character.
  public func narrows(_ other: Query) -> Bool {
    guard conditions.count >= other.conditions.count, options.fields == other.options.fields else {
      return false
    }
    return zip(conditions, other.conditions).allSatisfy { new, old in
      if new == old { return true }
      guard new.count == 1, old.count == 1 else { return false }
      return new[0].narrows(old[0])
    }
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "\\", scalars.first == " " {
        scalars.removeFirst()
        word.append(" ")
      } else if scalar == " " {
        if !word.isEmpty { words.append(String(word)) }
        word = String.UnicodeScalarView()
      } else {
        word.append(scalar == "\t" ? " " : scalar)
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }
}

extension Term {
  /// Parses a word of a query; nil if it consists of signs only.
  fileprivate convenience init?(_ word: String, _ options: SearchOptions) {
    let lowercase = word.unicodeScalars.map { Folding.lowercase($0) }
    let isCaseSensitive =
      switch options.caseMode {
      case .smart: lowercase != Array(word.unicodeScalars)
      case .ignore: false
      case .respect: true
      }
    let ignoresMarks = !options.isLiteral && lowercase.allSatisfy { Folding.base($0) == $0 }
    var rest = (isCaseSensitive ? Array(word.unicodeScalars) : lowercase)[...]
    var kind = options.isExact ? Kind.exact : .fuzzy
    let isNegated = rest.first == "!"
    if isNegated {
      kind = .exact
      rest.removeFirst()
    }
    if rest != ["$"], rest.last == "$" {
      kind = .suffix
      rest.removeLast()
    }
    if rest.first == "'" {
      kind = isNegated || options.isExact ? .fuzzy : .exact
      rest.removeFirst()
    } else if rest.first == "^" {
      kind = kind == .suffix ? .equal : .prefix
      rest.removeFirst()
    }
    if rest.isEmpty { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: rest)
    self.init(
      kind, isNegated: isNegated, String(text), caseSensitive: isCaseSensitive,
      ignoresMarks: ignoresMarks)
  }

  /// Whether the other term matches every text that this one matches.
  fileprivate func narrows(_ other: Term) -> Bool {
    kind == .fuzzy && other.kind == .fuzzy && !isNegated && !other.isNegated
      && isCaseSensitive == other.isCaseSensitive && ignoresMarks == other.ignoresMarks
      && characters.starts(with: other.characters)
  }
}
