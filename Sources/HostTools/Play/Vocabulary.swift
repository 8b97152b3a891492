import Contracts
import JSON
import ViewModelKit

/// The names that may be typed in `play`.
struct Vocabulary {
  private let creations: [Frontend.Creation]

  /// The commands of `play`.
  private let commands: [String]

  /// The commands that need a supervised host.
  private static let supervised = ["undo", "redo"]

  /// - Parameter isSupervised: whether the host supports undo.
  init(_ creations: [Frontend.Creation], isSupervised: Bool = false) {
    self.creations = creations
    commands = ["help", "state", "try", "quit", "exit"] + (isSupervised ? Self.supervised : [])
  }

  /// The result of a lookup.
  enum Match: Equatable {
    /// An input; its arguments are `nil` if it is unknown.
    case input(instance: String, name: String, arguments: [JSONValue]?)
    /// A command of `play`.
    case command(String)
    /// A prefix of several names.
    case ambiguous([String])
    /// An unknown name that resembles a command, with a message.
    case unknown(String)
  }

  /// Finds an input or a command by its name or an unambiguous prefix; commands only without an id.
  /// An unknown name is left to the host, which suggests similar ones, unless it resembles a
  /// command.
  ///
  /// - Parameter instance: the id that was typed before a dot; `nil` for the last instance.
  func match(instance: String?, name: String) -> Match? {
    guard let creation = creations.first(where: { $0.id == instance }) ?? creations.last else {
      return nil
    }
    let names = creation.inputs.map { $0.text("name") }
    let commands = instance == nil ? self.commands : []
    // A full name of an undo command leads to the message that it needs a supervised host.
    if instance == nil, Self.supervised.contains(name), !names.contains(name) {
      return .command(name)
    }
    let longer = (names + commands).filter { $0.hasPrefix(name) }
    if !names.contains(name) {
      if longer.count > 1 { return .ambiguous(longer) }
      if let only = longer.first, !names.contains(only) { return .command(only) }
      let similar = SimilarNames.similar(to: name, among: names + commands)
      if longer.isEmpty, similar.contains(where: commands.contains) {
        return .unknown(
          "\(creation.id) has no input \(name); did you mean \(similar.joined(separator: " or "))?")
      }
    }
    let found = names.contains(name) ? name : longer.first ?? name
    let input = creation.inputs.first { $0["name"] == .string(found) }
    return .input(
      instance: creation.id, name: found, arguments: input?.list("arguments"))
  }

  /// The completions at the end of a text: a command, an input, or after an input the name of an
  /// argument or one of its few values.
  func completion(of text: String) -> LineEditor.Completion? {
    let words = TypedLine.words(of: text)
    let word = text.last.map { $0.isWhitespace } ?? true ? "" : words.last ?? ""
    if words.first == "try", !words.dropFirst().isEmpty || word.isEmpty {
      // Complete the input after `try` like any other.
      let rest = text.drop { $0.isWhitespace }.dropFirst("try".count).drop { $0.isWhitespace }
      return completion(of: String(rest))
    }
    if words.isEmpty || words.count == 1 && !word.isEmpty {
      return Self.completion(of: word, among: names + commands)
    }
    let (instance, name) = TypedLine.input(words[0], instances: creations.map(\.id))
    guard case .input(_, _, let arguments?)? = match(instance: instance, name: name) else {
      return nil
    }
    let typed = words.dropFirst().compactMap { $0.split(separator: "=").first.map(String.init) }
    if let equals = word.firstIndex(of: "=") {
      let argument = arguments.first { $0["name"] == .string(String(word[..<equals])) }
      let values = Self.values(argument?["schema"]).map { "\(word[...equals])\($0)" }
      return Self.completion(of: word, among: values)
    }
    let free = arguments.compactMap { $0["name"]?.stringValue }
      .filter { !typed.contains($0) || $0 == word }
    return Self.completion(of: word, among: free.map { "\($0)=" }, ending: "")
  }

  /// The names of all inputs.
  private var names: [String] {
    creations.flatMap { creation in
      creation.inputs.map { prefix(of: creation.id) + $0.text("name") }
    }
  }

  /// The prefix of an instance's inputs; empty for the last instance.
  func prefix(of id: String) -> String { id == creations.last?.id ? "" : "\(id)." }

  private static func values(_ schema: JSONValue?) -> [String] {
    if schema?["type"] == "boolean" { return ["true", "false"] }
    return (schema?.list("enum") ?? []).map { $0.stringValue ?? $0.description }
  }

  private static func completion(
    of word: String, among names: [String], ending: String = " "
  ) -> LineEditor.Completion? {
    let choices = names.filter { $0.hasPrefix(word) }
    return choices.isEmpty
      ? nil
      : LineEditor.Completion(replacing: word.count, choices: choices, ending: ending)
  }
}
