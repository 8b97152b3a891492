// For `contains`, which is not that of the library of regular expressions.
import OperatingSystem

/// Which member of a ViewModel a line of its interface is about, as the author wrote it:
///
///     output("count", \.outputs.count)                          outputs, count
///     input("add", TodoViewModel.add(title:), "title")          add(title:)
///     input("tap") { $0.inputs.plusButtonDidTap() }             inputs, plusButtonDidTap
///
/// The text is looked at, not parsed: what is written in another way has no path.
nonisolated struct MemberPath: Equatable {
  /// The names one after another; the last may have the labels of a method.
  let names: [String]

  /// - Parameters:
  ///   - text: the source from the line on.
  ///   - kind: `input`, `output` or `event`.
  ///   - name: how frontends call it.
  init?(in text: some StringProtocol, kind: String, name: String) {
    var rest = Scanner(text)
    guard rest.skip(past: "\(kind)(") else { return nil }
    rest.skipSpace()
    guard rest.skip("\"\(name)\"") else { return nil }
    rest.skipSpace()
    if rest.skip(",") { rest.skipSpace() }
    for label in ["constant:", "immediate:", "perform:", "connect:"] where rest.skip(label) {
      rest.skipSpace()
    }
    if rest.skip("\\") {
      names = Self.withoutTypes(rest.path())
    } else if let closure = rest.closure(isLate: [")", "\"", "."].contains(rest.first)) {
      guard let path = Self.firstUse(closure) else { return nil }
      names = path
    } else {
      names = Self.withoutTypes(rest.path())
    }
    if names.isEmpty { return nil }
  }

  /// The members of the first parameter of a closure, where it is used first.
  private static func firstUse(_ text: Substring) -> [String]? {
    var scanner = Scanner(text)
    scanner.skipSpace()
    _ = scanner.skip("(")
    let parameter = scanner.identifier()
    let isNamed = !parameter.isEmpty && text.prefix { $0 != "\n" && $0 != "{" }.contains(" in")
    if isNamed {
      guard scanner.skip(past: " in") else { return nil }
    } else {
      scanner = Scanner(text)
    }
    guard scanner.skip(past: isNamed ? "\(parameter)." : "$0.") else { return nil }
    let path = scanner.path()
    return path.isEmpty ? nil : path
  }

  /// Types stand at the beginning, with capital letters.
  private static func withoutTypes(_ names: [String]) -> [String] {
    Array(names.drop { $0.first?.isUppercase == true })
  }
}

/// Reads a piece of Swift from its beginning on.
private nonisolated struct Scanner {
  private var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  var first: Character? { rest.first }

  mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

  mutating func skip(_ word: String) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  /// Goes behind the first place where a word stands.
  mutating func skip(past word: String) -> Bool {
    while !rest.isEmpty {
      if skip(word) { return true }
      rest.removeFirst()
    }
    return false
  }

  mutating func identifier() -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  /// `a.b?.c(label:)`.
  mutating func path() -> [String] {
    var names: [String] = []
    while true {
      rest = rest.drop { ".?!$".contains($0) }
      var name = identifier()
      if name.isEmpty { return names }
      let labels = rest.prefix { $0 != ")" }
      if rest.first == "(", labels.last == ":", labels.dropFirst().allSatisfy(Self.isLabel) {
        name += labels + ")"
        rest = rest.dropFirst(labels.count + 1)
      }
      names.append(name)
      guard [".", "?", "!"].contains(rest.first) else { return names }
    }
  }

  private static func isLabel(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == ":"
  }

  /// The text behind the brace of a closure.
  ///
  /// - Parameter isLate: whether it stands behind other arguments.
  mutating func closure(isLate: Bool) -> Substring? {
    if isLate {
      guard skip(past: ")") else { return nil }
      while skip(")") {}
      skipSpace()
    }
    return skip("{") ? rest : nil
  }
}
