import Finder
import HostTools
import OperatingSystem
import ViewModelHost

/// An option of `find`, with fzf's names.
struct OptionSpec: Sendable {
  /// The names with their dashes or plus sign. Help lists the first one as the option, and the
  /// others after its text.
  var names: [String]
  let value: Value
  let help: String
  let apply: @Sendable (inout FindOptions, String) throws(FindUsageError) -> Void

  enum Value: Sendable {
    case none
    /// A value after `=`, or in the next argument.
    case needed(String)
    /// A value after `=`, or in the next argument if that is one of these words, or a number if the
    /// list is empty.
    case optional(String, [String])
  }

  /// The options that reset it.
  var off: [String] = []
  var reset: @Sendable (inout FindOptions) -> Void = { _ in }

  init(
    _ names: String..., value: Value = .none, help: String,
    apply: @escaping @Sendable (inout FindOptions, String) throws(FindUsageError) -> Void
  ) {
    (self.names, self.value, self.help, self.apply) = (names, value, help, apply)
  }

  /// All options, in the order of the help.
  static let all = searching + ending + screen + others + [shell]

  private static let searching: [OptionSpec] = [
    .flag(
      ["--exact", "-e"], \.isExact, off: ["+e"], help: "Terms match exactly; 'abc matches fuzzily"),
    OptionSpec("-i", "--ignore-case", help: "Upper and lower case are the same") { options, _ in
      options.letterCase = .ignore
    },
    OptionSpec("+i", "--no-ignore-case", help: "Upper and lower case are not the same") {
      options, _ in
      options.letterCase = .respect
    },
    OptionSpec("--smart-case", help: "Case counts for terms with an upper case letter (default)") {
      options, _ in options.letterCase = .smart
    },
    .flag(["--literal"], \.isLiteral, help: "Letters with marks match only the same letters"),
    OptionSpec("--nth", "-n", value: .needed("N[,…]"), help: "Fields that are matched: 2, -1, 2..")
    {
      options, value throws(FindUsageError) in options.fields = try fields(value, of: "nth")
    },
    OptionSpec("--with-nth", value: .needed("N[,…]"), help: "Fields that are shown and matched") {
      options, value throws(FindUsageError) in
      options.shownFields = try fields(value, of: "with-nth")
    },
    OptionSpec(
      "--delimiter", "-d", value: .needed("TEXT"),
      help: "The text between fields; white space when not given"
    ) {
      options, value in options.delimiter = value
    },
    OptionSpec("--no-sort", "+s", help: "Lines keep their order") { options, _ in
      options.sorts = false
    },
    .flag(["--sort", "-s"], \.sorts, help: "The best lines come first (default)"),
    .flag(["--tac"], \.isReversed, help: "The last lines come first"),
    OptionSpec(
      "--tiebreak", value: .needed("NAME[,…]"),
      help: "The order of equal scores: length, chunk, begin, end, index"
    ) { options, value throws(FindUsageError) in
      options.tiebreak = value.split(separator: ",").map(String.init)
      var known = SearchOptions()
      try checked { () throws(SearchOptionError) in try known.setTiebreaks(options.tiebreak) }
    },
    .flag(
      ["--disabled", "--phony"], \.isDisabled, off: ["--enabled"],
      help: "Typing does not search; see reload in --bind"),
    .flag(["--ansi"], \.hasColors, help: "Colours in lines are shown"),
    .flag(["--folders"], \.findsFolders, help: "Folders are found, not files"),
    .flag(["--read0"], \.readsZero, help: "Lines end with NUL"),
    OptionSpec(
      "--command", "-c", value: .needed("COMMAND"), help: "Searches the lines that it prints"
    ) {
      options, value in options.command = value
    },
  ]

  private static let ending: [OptionSpec] = [
    OptionSpec("--query", "-q", value: .needed("TEXT"), help: "The query at the start") {
      options, value in options.query = value
    },
    OptionSpec("--filter", "-f", value: .needed("TEXT"), help: "Prints all matches, and ends") {
      options, value in options.filter = value
    },
    OptionSpec("--multi", "-m", value: .optional("MOST", []), help: "Several can be selected") {
      options, value throws(FindUsageError) in
      options.selectionLimit = value.isEmpty ? .max : try number(value, of: "--multi", from: 1)
    },
    OptionSpec("--no-multi", "+m", help: "One can be selected (default)") { options, _ in
      options.selectionLimit = 1
    },
    .flag(
      ["--select-1", "-1"], \.selectsOnly, off: ["+1"],
      help: "Accepts without a screen if only one line matches"
    ),
    .flag(["--exit-0", "-0"], \.exitsEmpty, off: ["+0"], help: "Ends at once if no line matches"),
    .flag(["--print-query"], \.printsQuery, help: "Prints the query first"),
    .flag(["--print0"], \.printsZero, help: "Prints NUL after each line instead of a line feed"),
    OptionSpec(
      "--expect", value: .needed("KEY[,…]"),
      help: "More keys that accept; the pressed one is printed"
    ) {
      options, value throws(FindUsageError) in
      for name in names(of: value) {
        guard let key = Key(named: name) else {
          throw FindUsageError("--expect: there is no key \(name)")
        }
        options.expected[key] = name
      }
    },
  ]

  /// An option that sets a flag, with options that reset it: `--no-` and its name, and those in
  /// `off`.
  static func flag(
    _ names: [String], _ path: any WritableKeyPath<FindOptions, Bool> & Sendable,
    off: [String] = [], help: String
  ) -> OptionSpec {
    var flag = OptionSpec(names[0], help: help) { options, _ in options[keyPath: path] = true }
    flag.names = names
    flag.off = names.filter { $0.hasPrefix("--") }.map { "--no-\($0.dropFirst(2))" } + off
    flag.reset = { options in options[keyPath: path] = false }
    return flag
  }

  /// The option as help, completions and the manual page list it.
  var option: Option {
    let others = names.dropFirst().joined(separator: ", ")
    let text = others.isEmpty ? help : "\(help) (\(others))"
    switch value {
    case .none: return Option(names[0], help: text)
    case .needed(let what), .optional(let what, _): return Option(names[0], value: what, help: text)
    }
  }

  /// The names between commas; a comma can be a name.
  private static func names(of text: String) -> [String] {
    var names = text.split(separator: ",").map(String.init)
    if text == "," || text.contains(",,") { names.append(",") }
    return names
  }

  static func number(
    _ text: String, of option: String, from least: Int
  ) throws(FindUsageError) -> Int {
    guard let number = Int(text), number >= least else {
      throw FindUsageError("\(option): expected a number from \(least) on: \(text)")
    }
    return number
  }

  /// Returns a field expression that the finder accepts.
  private static func fields(
    _ expression: String, of option: String
  ) throws(FindUsageError) -> String {
    try checked { () throws(SearchOptionError) in
      _ = try FieldSelection(expression, of: option)
    }
    return expression
  }

  private static func checked(
    _ body: () throws(SearchOptionError) -> Void
  ) throws(FindUsageError) {
    do { try body() } catch { throw FindUsageError("--\(error)") }
  }
}
