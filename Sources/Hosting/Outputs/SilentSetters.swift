import JSON
import Observation

/// Whether a setter may change what is encoded and notify nobody. That is known from types: no object is looked at.
///
/// The setter that `@Observable` writes (Swift 6.2 and later) is silent when `==` calls the old and the new value
/// equal; yet the composed and the decomposed form of é are equal, and so are two contacts that compare by their id.
/// Outputs that may have changed so are read again: ``HostedViewModel/findSilentChanges(upTo:)``.
enum SilentSetters {
  private static let registrar = "_$observationRegistrar"
  /// What has been found out about types.
  private static var known: [ObjectIdentifier: Bool] = [:]

  /// Whether a value of the type, or an object that it holds, has such a setter. Objects in collections and behind
  /// protocols are not known from the type; those that are encoded are asked for by themselves.
  static func arePossible(in type: Any.Type) -> Bool { arePossible(in: type, inside: []) }

  /// - Parameter open: the types that this one is a part of.
  private static func arePossible(in type: Any.Type, inside open: [Any.Type]) -> Bool {
    let identifier = ObjectIdentifier(type)
    if let answer = known[identifier] { return answer }
    let answer: Bool
    if let fields = StoredField.all(of: type) {
      // To look for what the macro stores is quicker than to ask for a conformance.
      let isObservable = fields.contains { $0.name == registrar }
      answer = fields.contains { field in
        if field.name == registrar || !canHide(field.type) { return false }
        let optional = field.type is AnyObject.Type ? nil : field.type as? any OptionalType.Type
        guard let held = (optional?.wrapped ?? field.type) as? AnyObject.Type else {
          // What the macro observes is stored under the property's name with `_` before it.
          return isObservable && field.name.hasPrefix("_") && field.type is any Equatable.Type
        }
        return isObservable && held is any Equatable.Type
          || !open.contains { $0 == held } && arePossible(in: held, inside: open + [type])
      }
    } else {
      // Where the standard library does not tell the fields, as on Apple's platforms, there may be one.
      answer = type is any Observable.Type
    }
    // A class that holds itself, by whatever way, is judged by all of its fields only from outside.
    if open.isEmpty { known[identifier] = answer }
    return answer
  }

  /// Whether two values of the type that are equal may have different JSON forms: those of numbers and truth values
  /// have not.
  static func canHide(_ type: Any.Type) -> Bool {
    // The most frequent answers, without a look through all conformances of the process.
    if type == Int.self || type == Bool.self || type == Double.self { return false }
    if type == String.self || type is AnyObject.Type { return true }
    return canValueHide(type)
  }

  static func canValueHide(_ type: Any.Type) -> Bool {
    switch type {
    case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type: false
    case let optional as any OptionalType.Type: canHide(optional.wrapped)
    default: true
    }
  }
}
