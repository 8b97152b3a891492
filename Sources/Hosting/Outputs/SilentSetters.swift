import JSON
import Observation

/// Whether a setter may change an encoded value without a report. Types decide that; no object is
/// read.
///
/// The setter that `@Observable` generates (Swift 6.2 and later) does not report a change if `==`
/// returns true for the old and the new value. Yet the composed and the decomposed form of é are
/// equal, and so are two contacts that compare only ids. Outputs with such a setter are read again:
/// ``HostedViewModel/findSilentChanges(upTo:)``.
enum SilentSetters {
  private static let registrar = "_$observationRegistrar"
  /// The results by type.
  private static var known: [ObjectIdentifier: Bool] = [:]

  /// Whether a value of the type, or an object that it holds, has such a setter. The type does not
  /// show objects in collections and behind protocols; they are checked when they are encoded.
  static func arePossible(in type: Any.Type) -> Bool { arePossible(in: type, inside: []) }

  /// - Parameter open: the types that contain this one.
  private static func arePossible(in type: Any.Type, inside open: [Any.Type]) -> Bool {
    let identifier = ObjectIdentifier(type)
    if let answer = known[identifier] { return answer }
    let answer: Bool
    if let fields = StoredField.all(of: type) {
      // Searching the fields for the macro's registrar is faster than checking a conformance.
      let isObservable = fields.contains { $0.name == registrar }
      answer = fields.contains { field in
        if field.name == registrar || !canHide(field.type) { return false }
        let optional = field.type is AnyObject.Type ? nil : field.type as? any OptionalType.Type
        guard let held = (optional?.wrapped ?? field.type) as? AnyObject.Type else {
          // The macro stores an observed property under its name with a leading `_`.
          return isObservable && field.name.hasPrefix("_") && field.type is any Equatable.Type
        }
        return isObservable && held is any Equatable.Type
          || !open.contains { $0 == held } && arePossible(in: held, inside: open + [type])
      }
    } else {
      // Where the standard library does not list the fields, as on Apple's platforms, assume one in
      // every `Observable` type.
      answer = type is any Observable.Type
    }
    // For a class that contains itself, only the outermost result covers all fields.
    if open.isEmpty { known[identifier] = answer }
    return answer
  }

  /// Whether equal values of the type may have different JSON; false for numbers and Booleans.
  static func canHide(_ type: Any.Type) -> Bool {
    // The most frequent types first, as the casts below search all conformances of the process.
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
