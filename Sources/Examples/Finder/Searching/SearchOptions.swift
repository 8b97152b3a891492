/// How candidates are matched and sorted, as in fzf's command line options.
public struct SearchOptions: Equatable, Sendable {
  /// Whether case counts.
  public enum CaseMode: String, CaseIterable, Sendable {
    /// Case counts in terms with upper case letters.
    case smart
    case ignore
    case respect
  }

  /// A criterion between two candidates with equal scores; the smaller value is better.
  public enum Tiebreak: String, CaseIterable, Sendable {
    /// The length of the candidate without the white space around it.
    case length
    /// The length of the match, extended to the surrounding white space.
    case chunk
    /// The distance from the start of the candidate to the first match.
    case begin
    /// The distance from the last match to the end of the candidate, relative to its length.
    case end
    /// The order of the candidates, which always decides last.
    case index
  }

  /// Whether terms match exactly, and those after a `'` fuzzily (`--exact`).
  public var isExact = false
  /// `-i` and `+i`.
  public var caseMode = CaseMode.smart
  /// Whether diacritics of Latin letters count even if a term has none (`--literal`).
  public var isLiteral = false
  /// Whether the best come first, or the candidates keep their order (`+s`).
  public var isSorted = true
  /// Whether the last candidate comes first (`--tac`).
  public var isReversed = false
  /// The tiebreaks, without ``Tiebreak/index``.
  public private(set) var tiebreaks = [Tiebreak.length]
  /// The searched fields of a candidate; nil for all (`--nth`).
  public var fields: FieldSelection?

  /// Creates fzf's default options.
  public init() {}

  /// Sets the tiebreaks (`--tiebreak`).
  ///
  /// - Parameter names: Raw values of ``Tiebreak``, the most important first: each once, at most
  ///   three and `index`, which must be the last.
  /// - Throws: If the names are invalid.
  public mutating func setTiebreaks(_ names: [String]) throws(SearchOptionError) {
    var chosen: [Tiebreak] = []
    for name in names {
      guard let tiebreak = Tiebreak(rawValue: name) else {
        let known = Tiebreak.allCases.map(\.rawValue).joined(separator: ", ")
        throw SearchOptionError(description: "tiebreak must be of \(known)")
      }
      if chosen.contains(tiebreak) {
        throw SearchOptionError(description: "tiebreak must have \(name) only once")
      }
      if chosen.contains(.index) {
        throw SearchOptionError(description: "tiebreak must have index at the end")
      }
      chosen.append(tiebreak)
    }
    chosen.removeAll { $0 == .index }
    if chosen.count > 3 {
      throw SearchOptionError(description: "tiebreak must have at most 3 besides index")
    }
    tiebreaks = chosen
  }

  /// Whether ``PlainKeys`` suffice for these options.
  var hasPlainKeys: Bool { !isReversed && fields == nil && tiebreaks == [.length] }

  /// Whether the last of several equal matches counts: if `end` is a tiebreak before any `begin`.
  var isBackward: Bool { tiebreaks.first { $0 == .begin || $0 == .end } == .end }
}

/// An invalid option.
public struct SearchOptionError: Error, CustomStringConvertible {
  /// The option, and its valid values.
  public let description: String
}
