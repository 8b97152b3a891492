/// Names in generated code: each once, and none that the language has for itself.
///
/// All languages share the rule. A name is made of the words of the wire's name: ASCII letters, digits and `_`. Other
/// ASCII characters separate words. What is beyond ASCII is a word by itself, its number: `é` is `u00e9`. So is all of a
/// name that would have no word.
struct CodeNames {
  private let keywords: Set<String>
  private var taken: Set<String>

  /// - Parameters:
  ///   - keywords: what the language has for itself, which a name avoids by a `_` behind it.
  ///   - reserved: names that are taken.
  init(keywords: Set<String> = [], reserved: Set<String> = []) {
    self.keywords = keywords
    taken = reserved
  }

  /// Takes names that are given to nothing from now on.
  mutating func reserve(_ names: some Sequence<String>) { taken.formUnion(names) }

  /// A new name, with a number behind it where that name is taken.
  mutating func unique(_ name: String) -> String {
    let name = keywords.contains(name) ? "\(name)_" : name
    var candidate = name
    var number = 1
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }

  /// New names for several of the wire, in their order. One that stands in code as it is has precedence over those that
  /// have to change, so a new member renames no old one.
  ///
  /// - Parameters:
  ///   - prefix: what stands before each of them.
  ///   - name: what a name of the wire is changed to.
  mutating func unique(
    _ names: [String], prefix: String = "",
    _ name: (String) -> String = { CodeNames.member($0) }
  ) -> [String] {
    let changed = names.map(name)
    let keep = names.indices.filter { changed[$0] == names[$0] && !keywords.contains(names[$0]) }
    let wanted = changed.map { prefix + $0 }
    var result = wanted
    for index in keep { result[index] = unique(wanted[index]) }
    for index in names.indices where !keep.contains(index) { result[index] = unique(wanted[index]) }
    return result
  }

  /// `list.article` is `ListArticle`, and `Box<Int>` `BoxInt`.
  static func type(_ name: String) -> String {
    let name = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "T\(name)"
  }

  /// The words with `_` between them. It begins with one `_` at most: two have a meaning in some languages.
  static func member(_ name: String) -> String {
    let name = words(name).joined(separator: "_")
    let rest = name.drop { $0 == "_" }
    return rest.first?.isLetter != true || name.hasPrefix("__") ? "_\(rest)" : name
  }

  /// Whether a name can stand in code as it is.
  static func isIdentifier(_ name: String) -> Bool { !name.isEmpty && member(name) == name }

  static func words(_ name: String) -> [String] {
    let words = words(name) { $0.isASCII ? nil : number($0) }
    return words.contains { $0.contains { $0 != "_" } } || name.isEmpty
      ? words : Self.words(name, number)
  }

  private static func words(
    _ name: String, _ number: (Unicode.Scalar) -> String?
  ) -> [String] {
    var words: [String] = []
    var isOpen = false
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_":
        if !isOpen { words.append("") }
        words[words.count - 1].unicodeScalars.append(scalar)
        isOpen = true
      default:
        if let number = number(scalar) { words.append(number) }
        isOpen = false
      }
    }
    return words
  }

  private static func number(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
