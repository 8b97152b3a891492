import Contracts

/// Parses fzf's key bindings: `KEY:ACTION[+ACTION…][,KEY:…]`. The argument of an action is in
/// parentheses or another pair of delimiters, or follows a colon and extends to the end.
struct BindingParser {
  private var rest: Substring

  private init(_ text: String) { rest = text[...] }

  /// Adds the bindings of a text. A `+` before the first action keeps the existing actions of the
  /// key.
  static func read(_ text: String, into bindings: inout [Trigger: [Action]]) throws(FindUsageError)
  {
    var parser = BindingParser(text)
    while !parser.rest.isEmpty {
      let triggers = try parser.triggers()
      let adds = parser.skip("+")
      let actions = try parser.actions()
      for trigger in triggers {
        bindings[trigger] = (adds ? bindings[trigger] ?? [] : []) + actions
      }
      if !parser.rest.isEmpty && !parser.skip(",") {
        throw FindUsageError("--bind: expected a comma before \(parser.rest)")
      }
    }
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Parses the keys before a colon: `up,ctrl-p:up`.
  private mutating func triggers() throws(FindUsageError) -> [Trigger] {
    var triggers: [Trigger] = []
    repeat {
      // A comma or a colon can be a key.
      let first = rest.prefix(1)
      let name = first + rest.dropFirst().prefix { $0 != ":" && $0 != "," }
      guard let trigger = Trigger(String(name)) else {
        throw FindUsageError("--bind: there is no key \(name)")
      }
      triggers.append(trigger)
      rest = rest.dropFirst(name.count)
    } while skip(",")
    guard skip(":") else { throw FindUsageError("--bind: a key and a colon come before an action") }
    return triggers
  }

  private mutating func actions() throws(FindUsageError) -> [Action] {
    var actions: [Action] = []
    repeat {
      let name = String(rest.prefix { $0.isLetter || $0 == "-" || $0 == "/" })
      rest = rest.dropFirst(name.count)
      if let kinds = Action.synonyms[name] {
        actions += kinds.map { Action(kind: $0) }
        continue
      }
      guard let kind = Action.Kind(rawValue: name) else {
        let name = name.isEmpty ? String(rest) : name
        let question = SimilarNames.question(for: name, among: Action.names)
        throw FindUsageError("--bind: there is no action \(name)\(question)")
      }
      var action = Action(kind: kind)
      if kind.takesArgument, let opening = rest.first, opening != "+", opening != "," {
        rest.removeFirst()
        action.argument = try argument(opening, of: name)
      }
      actions.append(action)
    } while skip("+")
    return actions
  }

  private static let pairs: [Character: Character] = ["(": ")", "[": "]", "{": "}", "<": ">"]

  private mutating func argument(
    _ opening: Character, of name: String
  ) throws(FindUsageError) -> String {
    if opening == ":" {
      defer { rest = "" }
      return String(rest)
    }
    let closing = Self.pairs[opening] ?? opening
    // The argument can contain the delimiter: it ends at a delimiter before `+`, a comma, or the
    // end.
    var start = rest.startIndex
    while let found = rest[start...].firstIndex(of: closing) {
      let after = rest.index(after: found)
      if after == rest.endIndex || rest[after] == "+" || rest[after] == "," {
        defer { rest = rest[after...] }
        return String(rest[..<found])
      }
      start = after
    }
    throw FindUsageError("--bind: \(name)\(opening) has no \(closing)")
  }
}
