import Finder

extension SearchOptions.CaseMode: Decodable {}
extension SearchOptions.Tiebreak: Decodable {}

/// How to search, as options of fzf's command line say. What is left out is as in fzf without the
/// option.
nonisolated struct FinderChoices: Decodable {
  /// Whether terms match exactly, and those after a `'` fuzzily (`--exact`).
  let exact: Bool?
  /// Whether upper case letters differ from lower case ones: in terms that have any (`smart`),
  /// never, or always (`-i`, `+i`).
  let `case`: SearchOptions.CaseMode?
  /// Whether marks on Latin letters count also where a term has none (`--literal`).
  let literal: Bool?
  /// Whether the best rows come first; else they come as the candidates do (`+s`).
  let sort: Bool?
  /// Whether the last candidate comes first (`--tac`).
  let tac: Bool?
  /// What decides between rows with the same score, one after the other: at most three and `index`,
  /// which must be the last (`--tiebreak`). Without it, the length.
  let tiebreak: [SearchOptions.Tiebreak]?
  /// In which fields is searched, counted from 1, or backwards from -1: `2`, `-1`, `2..`, `..3`,
  /// `1..3`, or several with commas between (`--nth`).
  let nth: String?
  /// Which fields are shown, and searched, one behind the other; what is chosen is the whole line
  /// (`--with-nth`). Rows then have `line`.
  let withNth: String?
  /// How many of the first candidates are none: they are the `header` (`--header-lines`).
  let headerLines: Int?
  /// What ends a field, as a plain text (`--delimiter`); spaces and tabs where it is left out.
  let delimiter: String?
  /// Whether the candidates of a file or a command end with NUL, and not with a line end
  /// (`--read0`).
  let zero: Bool?
  /// Whether escape sequences for terminals are taken out of candidates that are no names of files
  /// of a folder (`--ansi`); rows then have `styles`.
  let ansi: Bool?
  /// Whether a step past the last row goes to the first, and back (`--cycle`).
  let cycle: Bool?
  /// Whether the folders below the folder are found, and not the files.
  let folders: Bool?

  /// - Throws: ``SearchOptionError`` when a member cannot be as it is.
  func searchOptions() throws -> SearchOptions {
    var options = SearchOptions()
    options.isExact = exact ?? false
    options.caseMode = `case` ?? .smart
    options.isLiteral = literal ?? false
    options.isSorted = sort ?? true
    options.isReversed = tac ?? false
    if let tiebreak { try options.setTiebreaks(tiebreak.map(\.rawValue)) }
    if let nth { options.fields = try FieldSelection(nth, delimiter: delimiter) }
    return options
  }
}

/// What a finder is created with.
nonisolated struct FinderOptions {
  let access: FileAccess
  /// Where a command runs.
  let workingFolder: String
  /// From where the candidates are paths of files; nothing when they are not.
  let folder: String?
  /// How many lines a preview has at most; with 0 there is none.
  let previewLines: Int
  /// After so many candidates, or so many bytes of them, there are no more.
  let candidateLimit: Int
  let search: SearchOptions
  let format: LineFormat
  /// Whether a step past the last row goes to the first, and back.
  let cycles: Bool
  /// What is shown of candidates; everything where there is nothing.
  let shown: FieldSelection?
  /// So many of the first candidates are none.
  let headerLines: Int
  static let byteLimit = 1 << 30
  /// How many bytes of a query count. It is read on the main actor.
  static let queryLimit = 4_096

  /// - Throws: when a number is out of its range, or an option cannot be as it is.
  init(
    access: FileAccess, folder: String?, workingFolder: String, previewLines: Int,
    candidateLimit: Int, _ choices: FinderChoices?
  ) throws {
    guard 0...1_000 ~= previewLines else {
      throw ParameterError(description: "previewLines must be from 0 to 1000")
    }
    self.access = access
    self.folder = previewLines == 0 ? nil : folder
    self.workingFolder = workingFolder
    self.previewLines = previewLines
    self.candidateLimit = candidateLimit
    search = try choices?.searchOptions() ?? SearchOptions()
    format = LineFormat(
      endsWithNUL: choices?.zero ?? false, hasStyles: choices?.ansi ?? false)
    cycles = choices?.cycle ?? false
    shown = try choices?.withNth.map {
      try FieldSelection($0, delimiter: choices?.delimiter, of: "withNth")
    }
    headerLines = choices?.headerLines ?? 0
    guard 0...1_000 ~= headerLines else {
      throw ParameterError(description: "headerLines must be from 0 to 1000")
    }
  }

  /// What is shown of candidates, which is found out on another thread.
  @concurrent func presented(_ chunk: CandidateChunk) async -> CandidateChunk {
    shown.map(chunk.showing) ?? chunk
  }

  /// Starts a program.
  ///
  /// - Throws: when this host runs none, or ``CommandError``.
  func output(of command: [String]) throws -> CommandOutput {
    guard access.folder == nil else {
      throw ParameterError(description: "command: this host runs no commands")
    }
    return try CommandOutput(command, in: workingFolder, format)
  }
}
