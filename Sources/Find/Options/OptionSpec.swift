import Finder
import HostTools
import OperatingSystem
import ViewModelHost

/// An option of `find`, with fzf's names.
struct OptionSpec: Sendable {
  /// With the dashes, or the plus sign; the first is the one that help shows last.
  var names: [String]
  let value: Value
  let help: String
  let take: @Sendable (inout FindOptions, String) throws(FindUsageError) -> Void

  enum Value: Sendable {
    case none
    /// It stands behind `=`, or is the next argument.
    case needed(String)
    /// It stands behind `=`, or is the next argument if that is one of these words, or a number where there are none.
    case optional(String, [String])
  }

  /// The names of options that take it back, and how they do.
  var off: [String] = []
  var takeBack: @Sendable (inout FindOptions) -> Void = { _ in }

  init(
    _ names: String..., value: Value = .none, help: String,
    take: @escaping @Sendable (inout FindOptions, String) throws(FindUsageError) -> Void
  ) {
    (self.names, self.value, self.help, self.take) = (names, value, help, take)
  }

  /// All, in the order of the help.
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
    OptionSpec("--smart-case", help: "Case counts for terms with an upper case letter (the rule)") {
      options, _ in options.letterCase = .smart
    },
    .flag(["--literal"], \.isLiteral, help: "Letters with marks are not those without"),
    OptionSpec("--nth", "-n", value: .needed("N[,…]"), help: "Fields that are matched: 2, -1, 2..")
    {
      options, value throws(FindUsageError) in options.fields = try fields(value, of: "nth")
    },
    OptionSpec("--with-nth", value: .needed("N[,…]"), help: "Fields that are shown and matched") {
      options, value throws(FindUsageError) in
      options.shownFields = try fields(value, of: "with-nth")
    },
    OptionSpec(
      "--delimiter", "-d", value: .needed("TEXT"), help: "What separates fields; white space"
    ) {
      options, value in options.delimiter = value
    },
    OptionSpec("--no-sort", "+s", help: "Lines keep their order") { options, _ in
      options.sorts = false
    },
    .flag(["--sort", "-s"], \.sorts, help: "The best lines come first (the rule)"),
    .flag(["--tac"], \.isReversed, help: "The last lines come first"),
    OptionSpec(
      "--tiebreak", value: .needed("NAME[,…]"),
      help: "What decides between equal scores: length, chunk, begin, end, index"
    ) { options, value throws(FindUsageError) in
      options.tiebreak = value.split(separator: ",").map(String.init)
      var known = SearchOptions()
      try checked { () throws(SearchOptionError) in try known.setTiebreaks(options.tiebreak) }
    },
    .flag(
      ["--disabled", "--phony"], \.isDisabled, off: ["--enabled"],
      help: "Nothing is searched; see reload in --bind"),
    .flag(["--ansi"], \.hasColors, help: "Colours in lines are shown"),
    .flag(["--folders"], \.findsFolders, help: "Folders are found, not files"),
    .flag(["--read0"], \.readsZero, help: "Lines end with NUL"),
    OptionSpec("--command", "-c", value: .needed("COMMAND"), help: "The lines that it prints") {
      options, value in options.command = value
    },
  ]

  private static let ending: [OptionSpec] = [
    OptionSpec("--query", "-q", value: .needed("TEXT"), help: "What stands in the prompt at first")
    {
      options, value in options.query = value
    },
    OptionSpec("--filter", "-f", value: .needed("TEXT"), help: "Prints all that matches, and ends")
    {
      options, value in options.filter = value
    },
    OptionSpec("--multi", "-m", value: .optional("MOST", []), help: "Several can be selected") {
      options, value throws(FindUsageError) in
      options.selectionLimit = value.isEmpty ? .max : try number(value, of: "--multi", from: 1)
    },
    OptionSpec("--no-multi", "+m", help: "One can be selected (the rule)") { options, _ in
      options.selectionLimit = 1
    },
    .flag(
      ["--select-1", "-1"], \.selectsOnly, off: ["+1"], help: "Without a screen if just one matches"
    ),
    .flag(["--exit-0", "-0"], \.exitsEmpty, off: ["+0"], help: "Ends at once if nothing matches"),
    .flag(["--print-query"], \.printsQuery, help: "Prints the query first"),
    .flag(["--print0"], \.printsZero, help: "Prints NUL behind each instead of a line feed"),
    OptionSpec(
      "--expect", value: .needed("KEY[,…]"), help: "Keys that accept, too, and are printed"
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

  /// An option that sets something, which others take back: `--no-` and its name, and some more.
  static func flag(
    _ names: [String], _ path: any WritableKeyPath<FindOptions, Bool> & Sendable,
    off: [String] = [], help: String
  ) -> OptionSpec {
    var flag = OptionSpec(names[0], help: help) { options, _ in options[keyPath: path] = true }
    flag.names = names
    flag.off = names.filter { $0.hasPrefix("--") }.map { "--no-\($0.dropFirst(2))" } + off
    flag.takeBack = { options in options[keyPath: path] = false }
    return flag
  }

  /// As help, completions and the manual page have it.
  var option: Option {
    let others = names.dropFirst().joined(separator: ", ")
    let text = others.isEmpty ? help : "\(help) (\(others))"
    switch value {
    case .none: return Option(names[0], help: text)
    case .needed(let what), .optional(let what, _): return Option(names[0], value: what, help: text)
    }
  }

  /// The names between commas, of which a comma may be one.
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

  /// An expression for fields, if the finder takes it.
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
