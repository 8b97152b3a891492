/// The names of types as authors write them: `Todo`, `Outer.Inner`, `Box<Int>`. If types in several
/// modules or functions have the same name, later ones have a number: `Todo2`.
package struct TypeNames {
  private var names: [ObjectIdentifier: String] = [:]
  private var types: [String: ObjectIdentifier] = [:]

  mutating func name(of type: Any.Type) -> String {
    let identifier = ObjectIdentifier(type)
    if let name = names[identifier] { return name }
    let base = Self.baseName(_typeName(type, qualified: true))
    var name = base
    var number = 1
    while types[name] != nil {
      number += 1
      name = "\(base)\(number)"
    }
    names[identifier] = name
    types[name] = identifier
    return name
  }

  /// The name with the module and without generic arguments, as in the compiler's symbol graphs:
  /// `App.Box.Inner` for `App.Box<Swift.Int>.Inner`; `nil` for a type without a name, such as a
  /// tuple.
  package static func symbol(of type: Any.Type) -> String? {
    guard let module = module(of: type) else { return nil }
    var depth = 0
    let path = baseName(_typeName(type, qualified: true)).filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
    return "\(module).\(path)"
  }

  /// Whether a type has a name, and does not belong to the standard library or Foundation.
  static func isAuthors(_ type: Any.Type) -> Bool {
    guard let module = module(of: type) else { return false }
    return !["Swift", "JSON", "Foundation", "FoundationEssentials"].contains(module)
  }

  /// The module of a type that has a name.
  package static func module(of type: Any.Type) -> String? {
    let name = _typeName(type, qualified: true)
    let module = name.prefix { $0 != "." }
    guard module.count < name.count, module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return String(module)
  }

  /// Removes modules, and the number that distinguishes private types, which differs between
  /// processes: `App.(unknown context at $7f).Box<Swift.Int>` is `Box<Int>`.
  private static func baseName(_ qualified: String) -> String {
    var name = ""
    var step = ""
    var isFirst = true
    var isContext = false
    func end(_ step: String, isLast: Bool) -> String {
      (isFirst && !isLast) || step.isEmpty ? "" : isLast ? step : step + "."
    }
    for character in qualified {
      switch character {
      case "(" where step.isEmpty: isContext = true
      case ")" where isContext: isContext = false
      case _ where isContext: break
      case ".":
        if step.isEmpty, name.hasSuffix(">") { name.append(".") }
        name += end(step, isLast: false)
        (step, isFirst) = ("", false)
      case "<", ">", ",", " ", "(", ")":
        name += end(step, isLast: true)
        name.append(character)
        (step, isFirst) = ("", true)
      default: step.append(character)
      }
    }
    return name + end(step, isLast: true)
  }
}
