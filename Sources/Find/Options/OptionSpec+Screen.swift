extension OptionSpec {
  static let screen: [OptionSpec] = [
    OptionSpec(
      "--height", value: .needed("[~]ROWS[%]"),
      help: "Uses rows below the cursor, not the whole screen"
    ) {
      options, value throws(FindUsageError) in
      let adapts = value.hasPrefix("~")
      let size = try Size(value.dropFirst(adapts ? 1 : 0), of: "--height")
      options.height = FindOptions.Height(size: size, adapts: adapts)
    },
    OptionSpec("--no-height", help: "The whole screen (default)") { options, _ in
      options.height = nil
    },
    OptionSpec(
      "--min-height", value: .needed("ROWS"), help: "The fewest rows for a --height in percent: 10"
    ) {
      options, value throws(FindUsageError) in
      options.minimumHeight = try number(value, of: "--min-height", from: 1)
    },
    OptionSpec("--layout", value: .needed("LAYOUT"), help: "default, reverse or reverse-list") {
      options, value throws(FindUsageError) in
      guard let layout = FindOptions.Layout(rawValue: value) else {
        throw FindUsageError("--layout: expected default, reverse or reverse-list: \(value)")
      }
      options.layout = layout
    },
    OptionSpec("--reverse", help: "The prompt is at the top") { options, _ in
      options.layout = .reverse
    },
    OptionSpec("--no-reverse", help: "The prompt is at the bottom (default)") { options, _ in
      options.layout = .bottom
    },
    OptionSpec(
      "--border", value: .optional("STYLE", Array(Border.named.keys)),
      help: "Lines around it: rounded, sharp, bold, double, horizontal, vertical, top, …"
    ) { options, value throws(FindUsageError) in
      guard let border = value.isEmpty ? .rounded : Border.named[value] else {
        throw FindUsageError("--border: there is no style \(value)")
      }
      options.border = border
    },
    OptionSpec("--no-border", help: "No lines around it (default)") { options, _ in
      options.border = .none
    },
    OptionSpec("--border-label", value: .needed("TEXT"), help: "The label of the border") {
      options, value in options.borderLabel.text = value
    },
    OptionSpec(
      "--border-label-pos", value: .needed("COLUMN[:bottom]"),
      help: "The column of the label; -1 at the right"
    ) {
      options, value throws(FindUsageError) in
      try options.borderLabel.readPosition(value, of: "--border-label-pos")
    },
    OptionSpec(
      "--margin", value: .needed("SIZES"),
      help: "The space around all: TRBL; TB,RL; T,RL,B; or T,R,B,L"
    ) {
      options, value throws(FindUsageError) in
      options.margin = try Sides(value, of: "--margin")
    },
    OptionSpec(
      "--padding", value: .needed("SIZES"),
      help: "The space inside the border, in the form of --margin"
    ) {
      options, value throws(FindUsageError) in
      options.padding = try Sides(value, of: "--padding")
    },
    OptionSpec("--info", value: .needed("STYLE"), help: "The counts: default, inline, hidden") {
      options, value throws(FindUsageError) in
      switch value {
      case "default": options.info = .line
      case "hidden": options.info = .hidden
      case "inline": options.info = .inline
      case _ where value.hasPrefix("inline:"):
        options.info = .inline
        options.infoSeparator = String(value.dropFirst(7))
      default: throw FindUsageError("--info: expected default, inline or hidden: \(value)")
      }
    },
    OptionSpec("--inline-info", help: "The same as --info=inline") { options, _ in
      options.info = .inline
    },
    OptionSpec("--no-info", help: "The same as --info=hidden") { options, _ in
      options.info = .hidden
    },
    OptionSpec(
      "--separator", value: .needed("TEXT"), help: "The text that fills the line of the counts: ─"
    ) {
      options, value in options.separator = value
    },
    OptionSpec("--no-separator", help: "Leaves the rest of that line empty") { options, _ in
      options.separator = ""
    },
    OptionSpec("--prompt", value: .needed("TEXT"), help: "The text before the query: '> '") {
      options, value in options.prompt = value
    },
    OptionSpec("--pointer", value: .needed("TEXT"), help: "The sign before the current line: >") {
      options, value throws(FindUsageError) in
      options.pointer = try sign(value, of: "--pointer")
    },
    OptionSpec("--marker", value: .needed("TEXT"), help: "The sign before selected lines: >") {
      options, value throws(FindUsageError) in
      options.marker = try sign(value, of: "--marker")
    },
    OptionSpec("--ellipsis", value: .needed("TEXT"), help: "The sign for omitted text: …") {
      options, value in options.ellipsis = value
    },
    OptionSpec("--header", value: .needed("TEXT"), help: "Lines that stay above the others") {
      options, value in
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      options.header = lines.map(String.init)
    },
    OptionSpec(
      "--header-lines", value: .needed("N"), help: "The first N lines stay above the others, too"
    ) {
      options, value throws(FindUsageError) in
      options.headerLines = try number(value, of: "--header-lines", from: 0)
    },
    .flag(["--header-first"], \.isHeaderFirst, help: "The header comes before the prompt"),
    .flag(["--keep-right"], \.keepsRight, help: "Shows the end of long lines"),
    OptionSpec("--tabstop", value: .needed("N"), help: "Columns between tab stops: 8") {
      options, value throws(FindUsageError) in
      options.tabStop = try number(value, of: "--tabstop", from: 1)
    },
    OptionSpec(
      "--scroll-off", value: .needed("N"), help: "Rows to keep above and below the current line: 0"
    ) {
      options, value throws(FindUsageError) in
      options.scrollOff = try number(value, of: "--scroll-off", from: 0)
    },
    .flag(["--cycle"], \.cycles, help: "The first line follows the last"),
    .flag(["--filepath-word"], \.hasWordsOfPaths, help: "Words of the query end only at slashes"),
    OptionSpec("--no-mouse", help: "Without the mouse") { options, _ in options.hasMouse = false },
    OptionSpec("--mouse", help: "With the mouse (default)") { options, _ in options.hasMouse = true
    },
    OptionSpec(
      "--color", value: .needed("SPEC"),
      help: "dark, light, 16 or bw; and colours of parts: hl:108,bg+:#303030. With NO_COLOR: bw"
    ) { options, value throws(FindUsageError) in
      try options.theme.read(value)
    },
    OptionSpec("--no-color", "+c", help: "The same as --color=bw") { options, _ in
      options.theme = .withoutColors
    },
  ]

  static let others: [OptionSpec] = [
    OptionSpec("--bind", value: .needed("KEY:ACTION[,…]"), help: "Binds keys to actions; see below")
    {
      options, value throws(FindUsageError) in
      try BindingParser.read(value, into: &options.bindings)
    },
    OptionSpec(
      "--history", value: .needed("FILE"), help: "Keeps earlier queries, for Control-N and -P"
    ) {
      options, value in options.history = value
    },
    OptionSpec("--history-size", value: .needed("N"), help: "The most queries to keep: 1000") {
      options, value throws(FindUsageError) in
      options.historySize = try number(value, of: "--history-size", from: 1)
    },
    OptionSpec(
      "--preview", value: .needed("COMMAND"),
      help: "Shows what it prints for the current line, which is {} in it"
    ) { options, value in options.preview = value },
    OptionSpec("--no-preview", help: "Shows no preview of files either") { options, _ in
      options.preview = nil
      options.previewWindow.isHidden = true
    },
    OptionSpec(
      "--preview-window", value: .needed("WORDS"),
      help: "up, down, left, right; a size; border-STYLE; wrap, hidden, follow; +LINE; ~LINES"
    ) { options, value throws(FindUsageError) in
      try options.previewWindow.read(value)
    },
    OptionSpec("--preview-label", value: .needed("TEXT"), help: "The label of the preview border") {
      options, value in options.previewLabel.text = value
    },
    OptionSpec(
      "--preview-label-pos", value: .needed("COLUMN[:bottom]"),
      help: "The column of that label; -1 at the right"
    ) {
      options, value throws(FindUsageError) in
      try options.previewLabel.readPosition(value, of: "--preview-label-pos")
    },
  ]

  static let shell = OptionSpec(
    "--shell", value: .needed("SHELL"),
    help: "Prints keys for bash, zsh or fish: Control-T, Control-R, Alt-C, and Tab behind **"
  ) { options, value throws(FindUsageError) in
    guard let script = ShellKeys.script(for: value) else {
      throw FindUsageError("--shell: expected bash, zsh or fish: \(value)")
    }
    options.shellScript = script
  }

  /// fzf's options that are accepted without effect.
  static let accepted: [OptionSpec] =
    [
      "--extended", "-x", "--sync", "--no-sync", "--no-hscroll", "--hscroll", "--bold", "--no-bold",
      "--unicode", "--no-unicode", "--black", "--no-black",
      "--no-scrollbar",
    ].map { OptionSpec($0, help: "") { _, _ in } } + resets

  private static let resets: [OptionSpec] = [
    OptionSpec("--no-expect", help: "") { options, _ in options.expected = [:] },
    OptionSpec("--no-history", help: "") { options, _ in options.history = nil },
    OptionSpec("--no-border-label", help: "") { options, _ in options.borderLabel.text = "" },
    OptionSpec("--no-preview-label", help: "") { options, _ in options.previewLabel.text = "" },
    OptionSpec("--no-header-lines", help: "") { options, _ in options.headerLines = 0 },
    OptionSpec("--no-header", help: "") { options, _ in options.header = [] },
    OptionSpec("--no-margin", help: "") { options, _ in options.margin = Sides() },
    OptionSpec("--no-padding", help: "") { options, _ in options.padding = Sides() },
  ]

  private static func sign(_ text: String, of option: String) throws(FindUsageError) -> String {
    guard text.count <= 2 else {
      throw FindUsageError("\(option): expected two characters at most: \(text)")
    }
    return text
  }
}
