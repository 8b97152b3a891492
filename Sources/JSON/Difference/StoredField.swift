#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// A stored property of a type, as it lies in memory.
package struct StoredField {
  package let name: String
  package let type: Any.Type
  /// Where it begins, in bytes from the value's first, or for a class from the object's.
  package let offset: Int

  /// The stored properties of a struct, a tuple or a class, with those of its superclasses, in order.
  ///
  /// The standard library tells them through an interface that is not public, and that only its Linux build offers.
  ///
  /// - Returns: `nil` where that cannot be told: for other kinds of types, and on other platforms.
  package static func all(of type: Any.Type) -> [StoredField]? {
    #if os(Linux)
      var fields: [StoredField] = []
      // The first option is `classType`; its name is a variable, which Swift 6 refuses.
      let options = _EachFieldOptions(rawValue: type is AnyObject.Type ? 1 : 0)
      let isComplete = _forEachField(of: type, options: options) { name, offset, type, _ in
        fields.append(StoredField(name: String(cString: name), type: type, offset: offset))
        return true
      }
      return isComplete ? fields : nil
    #else
      return nil
    #endif
  }
}
