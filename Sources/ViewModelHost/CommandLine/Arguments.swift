import Contracts
import ViewModelKit

/// The arguments of a command, of which each part takes what it knows; what is left in the end is a fault.
///
///     let update = arguments.flag("--update")
///     let timeout = try arguments.number("--timeout") ?? 10
///     let files = try arguments.rest()
///
/// An option's value is the next argument, or stands after `=`. After `--` nothing is an option.
package nonisolated struct Arguments {
  private var options: [String]
  private var afterDashes: [String]
  /// The options that somebody may have meant who has written another.
  package var knownOptions: [String] = []
  /// The ViewModels that somebody may name.
  package var viewModels: [String] = []
  /// What the program can do.
  package var commands = CommandList([])

  package init(_ arguments: some Sequence<String>) {
    let all = Array(arguments)
    let end = all.firstIndex(of: "--") ?? all.endIndex
    options = Array(all[..<end])
    afterDashes = Array(all[end...].dropFirst())
  }

  /// Takes the first argument if it is a word, such as the name of a command.
  package mutating func word() -> String? {
    guard let first = options.first, !first.hasPrefix("-") else { return nil }
    return options.removeFirst()
  }

  /// Takes the first argument if it is a certain word, and tells whether it was.
  package mutating func word(_ word: String) -> Bool {
    guard options.first == word else { return false }
    options.removeFirst()
    return true
  }

  /// Takes an option without value, and tells whether it was there.
  package mutating func flag(_ name: String) -> Bool {
    let count = options.count
    options.removeAll { $0 == name }
    return options.count < count
  }

  /// Takes an option that may be given several times, and gives its values in order.
  package mutating func values(_ name: String) throws(UsageError) -> [String] {
    var values: [String] = []
    var index = 0
    while index < options.count {
      if options[index].hasPrefix("\(name)=") {
        values.append(String(options.remove(at: index).dropFirst(name.count + 1)))
      } else if options[index] == name {
        guard index + 1 < options.count else { throw UsageError("\(name) needs a value") }
        values.append(options[index + 1])
        options.removeSubrange(index...index + 1)
      } else {
        index += 1
      }
    }
    return values
  }

  /// Takes an option with a value; `nil` when it was not there.
  package mutating func value(_ name: String) throws(UsageError) -> String? {
    let values = try values(name)
    guard values.count <= 1 else { throw UsageError("\(name) is given twice") }
    return values.first
  }

  /// Takes an option whose value is an integer above 0, and not above a limit.
  package mutating func number(_ name: String, upTo limit: Int = .max) throws(UsageError) -> Int? {
    guard let value = try value(name) else { return nil }
    guard let number = Int(value), number > 0 else {
      throw UsageError("\(name): expected a whole number above 0, found \(value)")
    }
    guard number <= limit else {
      throw UsageError("\(name): expected at most \(limit), found \(value)")
    }
    return number
  }

  /// Takes an option whose value is a number of seconds, a day at most: far from where the arithmetic of times overflows.
  package mutating func seconds(_ name: String) throws(UsageError) -> Int? {
    try number(name, upTo: 86_400)
  }

  /// Takes an option whose value is one of a few words.
  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    of: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? {
    guard let value = try value(name) else { return nil }
    guard let choice = Choice(rawValue: value) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(name): expected one of \(words), found \(value)")
    }
    return choice
  }

  /// Takes all that is left, options too.
  package mutating func takeAll() -> [String] {
    defer { (options, afterDashes) = ([], []) }
    return options + afterDashes
  }

  /// Takes all that is left, which must not be options.
  package mutating func rest() throws(UsageError) -> [String] {
    if let option = options.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      let name = String(option.prefix { $0 != "=" })
      throw UsageError(
        "There is no option \(name) here\(question(name))")
    }
    defer { (options, afterDashes) = ([], []) }
    return options + afterDashes
  }

  /// Which option may have been meant; one that is known, and only not here, is not asked for.
  private func question(_ name: String) -> String {
    knownOptions.contains(name) ? "" : SimilarNames.question(for: name, among: knownOptions)
  }

  /// Takes the one word that is left.
  ///
  /// - Parameter choices: some that it may be; a few are named when it is missing.
  package mutating func only(_ what: String, of choices: [String] = []) throws(UsageError) -> String
  {
    let words = try rest()
    guard let word = words.first else {
      let few = choices.prefix(4).joined(separator: ", ")
      let more = choices.count > 4 ? " and \(choices.count - 4) more, see list" : ""
      throw UsageError("Which \(what)?\(choices.isEmpty ? "" : " There are \(few)\(more)")")
    }
    guard words.count == 1 else {
      throw UsageError("Only one \(what) is expected, found \(words[1]) too")
    }
    return word
  }

  /// Makes sure that nothing is left.
  package mutating func end() throws(UsageError) {
    if let word = try rest().first { throw UsageError("Nothing more is expected, found \(word)") }
  }
}

/// A command line that makes no sense; the process exits with status 64.
package nonisolated struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
