import JSON

/// The words of a line that a script sends.
struct AttachWords {
  private var words: ArraySlice<String>

  /// Separates words in a line that contains it, where blanks do not: shells join their arguments
  /// with it.
  private static let separator: Character = "\u{1F}"
  /// Represents a line feed in a word.
  private static let lineFeed = "\u{1E}"

  init(_ line: String) {
    let separator = line.contains(Self.separator) ? Self.separator : " "
    let parts = line.split(separator: separator, omittingEmptySubsequences: separator == " ")
    words = parts.map { String($0).exchanging(Self.lineFeed, for: "\n") }[...]
  }

  var isEmpty: Bool { words.isEmpty }

  mutating func next(_ what: String) throws(AttachReply) -> String {
    guard let word = words.popFirst() else { throw .failed(.usage, "\(what) is missing") }
    return word
  }

  mutating func number(_ what: String) throws(AttachReply) -> Int64 {
    let word = try next(what)
    guard let number = Int64(word) else {
      throw .failed(.usage, "\(what): expected an integer, found \(word)")
    }
    return number
  }

  /// The next word, parsed as JSON.
  mutating func json(_ what: String) throws(AttachReply) -> JSONValue {
    let word = try next(what)
    do { return try JSONValue(parsing: word) } catch {
      throw .failed(.usage, "\(what): expected JSON, found \(word): \(error)")
    }
  }

  /// The value of an option, which is removed with its name.
  mutating func option(_ name: String) throws(AttachReply) -> String? {
    guard let index = words.firstIndex(of: name) else { return nil }
    guard index + 1 < words.endIndex else { throw .failed(.usage, "\(name) needs a value") }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  mutating func jsonOption(_ name: String) throws(AttachReply) -> JSONValue? {
    guard let word = try option(name) else { return nil }
    do { return try JSONValue(parsing: word) } catch {
      throw .failed(.usage, "\(name): expected JSON, found \(word): \(error)")
    }
  }

  mutating func rest() -> [String] {
    defer { words = [] }
    return Array(words)
  }

  /// Throws if words are left.
  func end() throws(AttachReply) {
    if let word = words.first { throw .failed(.usage, "\(word) is not expected") }
  }

  /// The remaining words as arguments: one object or array with all of them, values in order, or
  /// `NAME=VALUE`.
  mutating func arguments() throws(AttachReply) -> JSONValue? {
    let words = rest()
    if words.isEmpty { return nil }
    if words.count == 1, let value = try? JSONValue(parsing: words[0]),
      value.objectValue != nil || value.arrayValue != nil
    {
      return value
    }
    let pairs = words.compactMap(Self.pair)
    guard pairs.count == words.count else { return .array(words.map(Self.value)) }
    var arguments: JSONObject = [:]
    for (name, value) in pairs { arguments[name] = Self.value(value) }
    return .object(arguments)
  }

  /// The word as JSON if it parses, else as a string.
  static func value(_ word: String) -> JSONValue {
    (try? JSONValue(parsing: word)) ?? .string(word)
  }

  /// Splits `NAME=VALUE`, where the name is a Swift identifier.
  static func pair(_ word: String) -> (name: String, value: String)? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].first, first.isLetter || first == "_",
      parts[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return (String(parts[0]), String(parts[1]))
  }
}
