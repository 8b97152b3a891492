import Contracts
import ViewModelKit

/// The arguments of a command. Each method removes the ones that it recognizes; any rest is an
/// error.
///
///     let update = arguments.flag("--update")
///     let timeout = try arguments.number("--timeout") ?? 10
///     let files = try arguments.rest()
///
/// An option's value is the next argument, or follows `=`. After `--` there are no options.
package nonisolated struct Arguments {
  private var options: [String]
  private var afterDashes: [String]
  /// The options to suggest for an unknown one.
  package var knownOptions: [String] = []
  /// The names of the ViewModels.
  package var viewModels: [String] = []
  /// The commands of the program.
  package var commands = CommandList([])

  package init(_ arguments: some Sequence<String>) {
    let all = Array(arguments)
    let end = all.firstIndex(of: "--") ?? all.endIndex
    options = Array(all[..<end])
    afterDashes = Array(all[end...].dropFirst())
  }

  /// Removes the first argument if it is a word, such as the name of a command.
  package mutating func word() -> String? {
    guard let first = options.first, !first.hasPrefix("-") else { return nil }
    return options.removeFirst()
  }

  /// Removes the first argument if it is a certain word.
  ///
  /// - Returns: whether it was.
  package mutating func word(_ word: String) -> Bool {
    guard options.first == word else { return false }
    options.removeFirst()
    return true
  }

  /// Removes an option without a value.
  ///
  /// - Returns: whether it was given.
  package mutating func flag(_ name: String) -> Bool {
    let count = options.count
    options.removeAll { $0 == name }
    return options.count < count
  }

  /// Removes an option that may be given several times, and returns its values in order.
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

  /// Removes an option with a value; returns `nil` if it is missing.
  package mutating func value(_ name: String) throws(UsageError) -> String? {
    let values = try values(name)
    guard values.count <= 1 else { throw UsageError("\(name) is given twice") }
    return values.first
  }

  /// Removes an option whose value is an integer from 1 to a limit.
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

  /// Removes an option whose value is a number of seconds. The limit of a day avoids overflows in
  /// the arithmetic of times.
  package mutating func seconds(_ name: String) throws(UsageError) -> Int? {
    try number(name, upTo: 86_400)
  }

  /// Removes an option whose value is one of a few words.
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

  /// Removes all remaining arguments, including options.
  package mutating func takeAll() -> [String] {
    defer { (options, afterDashes) = ([], []) }
    return options + afterDashes
  }

  /// Removes all remaining arguments, which must not be options.
  package mutating func rest() throws(UsageError) -> [String] {
    if let option = options.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      let name = String(option.prefix { $0 != "=" })
      throw UsageError(
        "There is no option \(name) here\(question(name))")
    }
    defer { (options, afterDashes) = ([], []) }
    return options + afterDashes
  }

  /// Suggests an option. A known one that is only invalid here has no suggestion.
  private func question(_ name: String) -> String {
    knownOptions.contains(name) ? "" : SimilarNames.question(for: name, among: knownOptions)
  }

  /// Removes the only remaining word.
  ///
  /// - Parameter choices: valid words; the error for a missing word lists a few.
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

  /// Requires that no argument remains.
  package mutating func end() throws(UsageError) {
    if let word = try rest().first { throw UsageError("Nothing more is expected, found \(word)") }
  }
}

/// An invalid command line; the process exits with status 64.
package nonisolated struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
