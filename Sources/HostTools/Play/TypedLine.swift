import Contracts
import JSON
import ViewModelKit

/// A line that the user types in `play`.
enum TypedLine: Equatable {
  case nothing
  /// The quote or bracket that is not closed.
  case unclosed(Character)
  case help
  case state
  case quit
  /// The result of the oldest open service call.
  case answer(String)
  /// The error of the oldest open service call.
  case refuse(String)
  /// An input with the words after it; `instance` is `nil` if no id was typed.
  case input(instance: String?, name: String, words: [String])
  /// An input to try.
  case trial(instance: String?, name: String, words: [String])

  /// - Parameters:
  ///   - line: the typed line.
  ///   - instances: the ids that may precede an input, with a dot.
  init(_ line: String, instances: [String]) {
    let (words, open) = Self.parts(of: line)
    switch words.first {
    case nil: self = .nothing
    case "?"?, "help"?: self = .help
    case "state"?: self = .state
    case "quit"?, "exit"?: self = .quit
    case "="?: self = .answer(Self.text(of: line, after: "="))
    case "!"?: self = .refuse(Self.text(of: line, after: "!"))
    case _? where open != nil: self = .unclosed(open ?? "\"")
    case "try"?:
      let (instance, name) = Self.input(words.dropFirst().first ?? "", instances: instances)
      self = .trial(instance: instance, name: name, words: Array(words.dropFirst(2)))
    case let first?:
      let (instance, name) = Self.input(first, instances: instances)
      self = .input(instance: instance, name: name, words: Array(words.dropFirst()))
    }
  }

  /// Splits `ID.INPUT`; the id is optional.
  static func input(_ word: String, instances: [String]) -> (instance: String?, name: String) {
    let instance = instances.first { word.hasPrefix("\($0).") }
    return (instance, instance.map { String(word.dropFirst($0.count + 1)) } ?? word)
  }

  private static func text(of line: String, after mark: Character) -> String {
    String((line.drop { $0 != mark }).dropFirst().drop { $0.isWhitespace })
  }

  /// The words of a line, split at spaces outside JSON.
  static func words(of line: String) -> [String] { parts(of: line).words }

  /// Splits at spaces outside JSON strings, arrays and objects.
  ///
  /// - Returns: the words, and the quote or bracket that is not closed.
  private static func parts(of line: String) -> (words: [String], open: Character?) {
    var words: [String] = []
    var word = ""
    var brackets: [Character] = []
    var isInString = false
    var isEscaped = false
    for character in line {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInString = false
        }
      } else if character.isWhitespace && brackets.isEmpty {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      } else if !brackets.isEmpty || word.isEmpty || word.last == "=" {
        // JSON starts only at the start of an argument: an apostrophe or bracket within a word
        // belongs to it.
        switch character {
        case "\"": isInString = true
        case "[", "{": brackets.append(character)
        case "]", "}": _ = brackets.popLast()
        default: break
        }
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return (words, isInString ? "\"" : brackets.last)
  }

  /// The words after an input as its arguments: values in order, or `name=value`.
  ///
  /// - Parameters:
  ///   - words: the typed words.
  ///   - input: the name of the input.
  ///   - arguments: the input's arguments, as `viewModel/describe` lists them.
  /// - Returns: an object if a name was typed, else an array; `nil` for no words.
  /// - Throws: if a name occurs twice, or is misspelled. Any other `a=b` is a plain word.
  static func arguments(
    _ words: [String], of input: String, for arguments: [JSONValue]
  ) throws(ArgumentFault) -> JSONValue? {
    guard !words.isEmpty else { return nil }
    var byName = JSONObject()
    var inOrder: [String] = []
    for word in words {
      if let (name, text, schema) = try named(word, of: input, among: arguments) {
        if byName[name] != nil { throw ArgumentFault(description: "\(name) is given twice") }
        byName[name] = try value(text, name, schema)
      } else {
        inOrder.append(word)
      }
    }
    let free = arguments.filter { byName[$0.text("name")] == nil }
    if inOrder.count > free.count {
      let names = arguments.map { $0.text("name") }.joined(separator: ", ")
      let hint =
        arguments.isEmpty ? "none" : "only \(names); \(guess(inOrder, of: input, for: free))"
      throw ArgumentFault(description: "there are too many arguments: \(input) takes \(hint)")
    }
    let values = try zip(inOrder, free).map { word, argument throws(ArgumentFault) in
      try value(word, argument.text("name"), argument["schema"])
    }
    if byName.isEmpty { return .array(values) }
    for (value, argument) in zip(values, free) { byName[argument.text("name")] = value }
    return .object(byName)
  }

  /// A hint for too many words.
  private static func guess(
    _ words: [String], of input: String, for free: [JSONValue]
  ) -> String {
    guard free.count == 1, let schema = free[0]["schema"], schema["type"] == "array" else {
      return "a text with blanks stands in double quotes"
    }
    let list = JSONValue.array(words.map { value($0, schema["items"]) ?? .string($0) })
    return "a list is one argument: \(input) \(list)"
  }

  private static func named(
    _ word: String, of input: String, among arguments: [JSONValue]
  ) throws(ArgumentFault) -> (name: String, text: String, schema: JSONValue?)? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    let name = String(word[..<equals])
    guard let argument = arguments.first(where: { $0["name"] == .string(name) }) else {
      // JSON in quotes or brackets is not a name.
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }) else { return nil }
      let names = arguments.compactMap { $0["name"]?.stringValue }
      let question = SimilarNames.question(for: name, among: names)
      if question.isEmpty { return nil }
      throw ArgumentFault(description: "\(input) has no argument \(name)\(question)")
    }
    return (name, String(word[word.index(after: equals)...]), argument["schema"])
  }

  private static func value(
    _ word: String, _ name: String, _ schema: JSONValue?
  ) throws(ArgumentFault) -> JSONValue {
    if let value = value(word, schema) { return value }
    let expected = Schema.words(schema ?? [:])
    throw ArgumentFault(
      description: "\(name): expected \(expected), found \(word), which is not JSON")
  }

  /// A word as JSON. It becomes a string if it is not JSON, or if the schema wants a string and it
  /// has no quotes.
  ///
  /// - Returns: `nil` if it is not JSON, and the schema excludes strings.
  private static func value(_ word: String, _ schema: JSONValue?) -> JSONValue? {
    let types = schema?["type"].map { $0.arrayValue ?? [$0] }
    let isText = types == ["string"] && !word.hasPrefix("\"")
    if !isText, let json = try? JSONValue(parsing: word) { return json }
    return types?.contains("string") ?? true ? .string(word) : nil
  }
}

/// A fault in the words after an input.
struct ArgumentFault: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension Array {
  /// The element at an index; `nil` if the index is out of bounds.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
