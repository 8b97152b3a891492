import Contracts
import JSON
import ViewModelKit

/// The names that somebody who types in `play` may use.
struct Vocabulary {
  private let creations: [Frontend.Creation]

  /// The words that are no inputs.
  private let commands: [String]

  /// The words for a host that can go back.
  private static let supervised = ["undo", "redo"]

  /// - Parameter isSupervised: whether the host can go back.
  init(_ creations: [Frontend.Creation], isSupervised: Bool = false) {
    self.creations = creations
    commands = ["help", "state", "try", "quit", "exit"] + (isSupervised ? Self.supervised : [])
  }

  /// An input that was found, or what stands in the way.
  enum Match: Equatable {
    /// The arguments are `nil` when there is no such input.
    case input(instance: String, name: String, arguments: [JSONValue]?)
    /// One of the words that are no inputs.
    case command(String)
    /// The beginning of several names.
    case ambiguous([String])
    /// No name, but nearly that of a command; the text says so.
    case unknown(String)
  }

  /// Finds an input by its name, or by the beginning of just one name; so a command too, when no id was typed. A name
  /// that there is not is left to the host, which knows what may have been meant, unless it may be a command.
  ///
  /// - Parameter instance: the id that was typed before a dot; `nil` for the last instance.
  func match(instance: String?, name: String) -> Match? {
    guard let creation = creations.first(where: { $0.id == instance }) ?? creations.last else {
      return nil
    }
    let names = creation.inputs.map { $0.text("name") }
    let commands = instance == nil ? self.commands : []
    // Who calls the others by their whole names hears what they need.
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

  /// What could stand at the end of a text: a command, an input, or behind an input the name of an argument or one of
  /// its few values.
  func completion(of text: String) -> LineEditor.Completion? {
    let words = TypedLine.words(of: text)
    let word = text.last.map { $0.isWhitespace } ?? true ? "" : words.last ?? ""
    if words.first == "try", !words.dropFirst().isEmpty || word.isEmpty {
      // What is tried is typed like any input.
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

  /// All inputs.
  private var names: [String] {
    creations.flatMap { creation in
      creation.inputs.map { prefix(of: creation.id) + $0.text("name") }
    }
  }

  /// What stands before the inputs of an instance: those of the last have only their names.
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
