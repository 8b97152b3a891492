import JSON

/// Whether objects of a class never change, as in many cell view models. Types decide that; no
/// object is read.
enum Constants {
  /// Whether all stored properties of the class and its superclasses are `let`s without references.
  /// (A referenced object may be of a subclass, so its declared type is not enough.)
  ///
  /// - Returns: false where the standard library does not list the properties, as on Apple's
  ///   platforms.
  static func areAll(of type: AnyObject.Type) -> Bool {
    guard let fields = StoredField.all(of: type) else { return false }
    return fields.allSatisfy { !$0.isVariable && PlainComparison($0.type) != nil }
  }
}
