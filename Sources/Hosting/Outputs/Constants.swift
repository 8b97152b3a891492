import JSON

/// Whether objects of a class never change, as those of a cell's view model often do. That is known from types: no
/// object is looked at.
enum Constants {
  /// Whether all stored properties of the class, and of its superclasses, are `let`s of values that hold no reference.
  /// (An object that is held may be of a subclass, so that its type tells nothing.)
  ///
  /// - Returns: false where the standard library does not tell the properties, as on Apple's platforms.
  static func areAll(of type: AnyObject.Type) -> Bool {
    guard let fields = StoredField.all(of: type) else { return false }
    return fields.allSatisfy { !$0.isVariable && PlainComparison($0.type) != nil }
  }
}
