/// Names in generated code: each once, and none that the language has for itself.
struct CodeNames {
  private var taken: Set<String>

  init(reserved: Set<String> = []) { taken = reserved }

  /// A new name, with a number behind it where that name is taken.
  mutating func unique(_ name: String) -> String {
    var candidate = name
    var number = 1
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }

  /// `list.article` is `ListArticle`, and `Box<Int>` `BoxInt`.
  static func type(_ name: String) -> String {
    let name = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isNumber == true || name.isEmpty ? "T\(name)" : name
  }

  /// The same name with `_` for what cannot stand in a name.
  static func member(_ name: String, reserved: Set<String> = []) -> String {
    let name = words(name).joined(separator: "_")
    let isBad = name.first?.isNumber == true || name.isEmpty
    return isBad ? "_\(name)" : reserved.contains(name) ? "\(name)_" : name
  }

  /// Whether a name can stand in code as it is.
  static func isIdentifier(_ name: String) -> Bool {
    words(name) == [name[...]] && name.first?.isNumber == false
  }

  private static func words(_ name: String) -> [Substring] {
    name.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_") }
  }
}
