/// Unique names in generated code, which avoid the language's keywords.
///
/// All languages share the rule. The words of a JSON name, which consist of ASCII letters, digits
/// and `_`, form the name. Other ASCII characters separate words. A character beyond ASCII is a
/// word of its own, its number: `é` is `u00e9`. A name without words is converted to numbers
/// entirely.
struct CodeNames {
  private let keywords: Set<String>
  private var taken: Set<String>

  /// - Parameters:
  ///   - keywords: the words of the language, to which a name adds `_`.
  ///   - reserved: the names already in use.
  init(keywords: Set<String> = [], reserved: Set<String> = []) {
    self.keywords = keywords
    taken = reserved
  }

  /// Reserves names, so that they are not returned later.
  mutating func reserve(_ names: some Sequence<String>) { taken.formUnion(names) }

  /// Returns an unused name, with a number if the name is in use.
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

  /// Unused names for several JSON names, in order. A name that needs no change has precedence, so
  /// a new member never renames an old one.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of each name.
  ///   - name: converts a JSON name.
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

  /// Converts `list.article` to `ListArticle`, and `Box<Int>` to `BoxInt`.
  static func type(_ name: String) -> String {
    let name = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "T\(name)"
  }

  /// The words joined with `_`. It begins with at most one `_`: two have a meaning in some
  /// languages.
  static func member(_ name: String) -> String {
    let name = words(name).joined(separator: "_")
    let rest = name.drop { $0 == "_" }
    return rest.first?.isLetter != true || name.hasPrefix("__") ? "_\(rest)" : name
  }

  /// Whether a name is an identifier without any change.
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
