/// How candidates are matched and in which order they come, as options of fzf's command line say.
public struct SearchOptions: Equatable, Sendable {
  /// Whether upper case letters differ from lower case ones.
  public enum CaseMode: String, CaseIterable, Sendable {
    /// In terms that have upper case letters.
    case smart
    case ignore
    case respect
  }

  /// What decides between two candidates with the same score; the smaller is the better.
  public enum Tiebreak: String, CaseIterable, Sendable {
    /// The characters of the candidate without the white space around it.
    case length
    /// The characters of what matches, with those around it up to white space.
    case chunk
    /// The characters from the start of the candidate to the first match.
    case begin
    /// The characters from the last match to the end of the candidate, as a part of its length.
    case end
    /// The order in which the candidates come, which decides in the end anyway.
    case index
  }

  /// Whether terms match exactly, and those after a `'` fuzzily (`--exact`).
  public var isExact = false
  /// `-i` and `+i`.
  public var caseMode = CaseMode.smart
  /// Whether marks on Latin letters count even where a term has none (`--literal`).
  public var isLiteral = false
  /// Whether the best come first; else they come as the candidates do (`+s`).
  public var isSorted = true
  /// Whether the last candidate comes first (`--tac`).
  public var isReversed = false
  /// Without ``Tiebreak/index``.
  public private(set) var tiebreaks = [Tiebreak.length]
  /// What of a candidate is matched; everything where there are none (`--nth`).
  public var fields: FieldSelection?

  /// As fzf does without options.
  public init() {}

  /// Chooses what decides between candidates with the same score (`--tiebreak`).
  ///
  /// - Parameter names: raw values of ``Tiebreak``, the first that differs decides: each once, at most three and `index`,
  ///   which must be the last.
  /// - Throws: when they are others.
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

  /// Whether a ``PlainKeys`` has all that is asked for.
  var hasPlainKeys: Bool { !isReversed && fields == nil && tiebreaks == [.length] }

  /// Whether the last of several equal matches counts: when how near the end it is decides, and not before it how near
  /// the start.
  var isBackward: Bool { tiebreaks.first { $0 == .begin || $0 == .end } == .end }
}

/// There is no such option.
public struct SearchOptionError: Error, CustomStringConvertible {
  /// The option, and what it must be.
  public let description: String
}
