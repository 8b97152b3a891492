import Contracts
import OperatingSystem

extension FindOptions {
  /// Parses a command line. Later options override earlier ones, as with fzf.
  ///
  /// - Parameter before: options to parse first, such as those of an environment variable.
  init(_ arguments: [String], before: String = "") throws(FindUsageError) {
    var rest = ShellWords.split(before)[...] + arguments
    while let argument = rest.popFirst() { try parse(argument, &rest) }
    if history != nil {
      try BindingParser.read("ctrl-n:next-history,ctrl-p:prev-history", into: &bindings)
    }
    for key in expected.keys { bindings[.key(key)] = [Action(kind: .accept)] }
  }

  private mutating func parse(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(FindUsageError) {
    let (name, value) = Self.parts(of: argument)
    guard argument.hasPrefix("-") || argument.hasPrefix("+"), argument.count > 1 else {
      if folder != nil { throw FindUsageError("only one folder can be named: \(argument)") }
      folder = argument
      return
    }
    if let option = OptionSpec.all.first(where: { $0.off.contains(name) }) {
      if value != nil { throw FindUsageError("\(name) takes no value") }
      return option.reset(&self)
    }
    guard let option = Self.options[name] else {
      let names = Set(OptionSpec.all.flatMap { $0.names + $0.off }.filter { $0.hasPrefix("--") })
      let question = SimilarNames.question(for: name, among: names.sorted())
      throw FindUsageError("there is no option \(name)\(question)")
    }
    switch (option.value, value) {
    case (.none, nil): try option.apply(&self, "")
    case (.none, _): throw FindUsageError("\(name) takes no value")
    case (_, let value?): try option.apply(&self, value)
    case (.needed(let what), nil):
      guard let value = rest.popFirst() else { throw FindUsageError("\(name) needs \(what)") }
      try option.apply(&self, value)
    case (.optional(_, let words), nil):
      let isNext = rest.first.map { words.isEmpty ? Int($0) != nil : words.contains($0) } ?? false
      let value = isNext ? rest.popFirst() : nil
      try option.apply(&self, value ?? "")
    }
  }

  private static let options = Dictionary(
    (OptionSpec.all + OptionSpec.accepted).flatMap { option in
      option.names.map { ($0, option) }
    }, uniquingKeysWith: { first, _ in first })

  /// Splits an argument into option and value: `--query=x`, `-qx`.
  private static func parts(of argument: String) -> (name: String, value: String?) {
    if argument.hasPrefix("--") {
      guard let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
      return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
    guard argument.hasPrefix("-"), argument.count > 2 else { return (argument, nil) }
    return (String(argument.prefix(2)), String(argument.dropFirst(2)))
  }
}

/// Splits a text into words as a shell does, without substitutions.
enum ShellWords {
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" && quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
