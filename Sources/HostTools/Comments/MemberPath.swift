// For its `contains`: the standard library's would link the regex library.
import OperatingSystem

/// The member of a ViewModel that a line of its interface names:
///
///     output("count", \.outputs.count)                          outputs, count
///     input("add", TodoViewModel.add(title:), "title")          add(title:)
///     input("tap") { $0.inputs.plusButtonDidTap() }             inputs, plusButtonDidTap
///
/// This scans for these forms, and does not parse Swift: any other form has no path.
nonisolated struct MemberPath: Equatable {
  /// The names from the ViewModel on; the last may be a method with its labels.
  let names: [String]

  /// - Parameters:
  ///   - text: the source, from that line on.
  ///   - kind: `input`, `output` or `event`.
  ///   - name: its name for frontends.
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

  /// The first member path that starts at a closure's first parameter.
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

  /// Drops the leading type names, which begin with a capital letter.
  private static func withoutTypes(_ names: [String]) -> [String] {
    Array(names.drop { $0.first?.isUppercase == true })
  }
}

/// Scans Swift source from its start.
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

  /// Skips past the first occurrence of a word.
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

  /// Reads a path such as `a.b?.c(label:)`.
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

  /// The text after the opening brace of a closure.
  ///
  /// - Parameter isLate: whether other arguments precede it.
  mutating func closure(isLate: Bool) -> Substring? {
    if isLate {
      guard skip(past: ")") else { return nil }
      while skip(")") {}
      skipSpace()
    }
    return skip("{") ? rest : nil
  }
}
