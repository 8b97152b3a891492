#if os(Linux)
  @_spi(Reflection) import Swift
  internal import SwiftShims
#endif

/// A stored property of a type, as it lies in memory.
package struct StoredField {
  package let name: String
  package let type: Any.Type
  /// Where it begins, in bytes from the value's first, or for a class from the object's.
  package let offset: Int
  /// The type that was asked for, and the how manieth of its properties it is.
  private let owner: Any.Type
  private let index: Int

  /// The stored properties of a struct, a tuple or a class, with those of its superclasses, in order.
  ///
  /// The standard library tells them through an interface that is not public, and that only its Linux build offers.
  ///
  /// - Returns: `nil` where that cannot be told: for other kinds of types, and on other platforms.
  package static func all(of type: Any.Type) -> [StoredField]? {
    #if os(Linux)
      // The first word of a type's metadata is its kind, which is part of the stable ABI. Of other kinds than these the
      // standard library must not be asked.
      let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
      let options: _EachFieldOptions
      switch _MetadataKind(rawValue: kind) {
      case .struct, .tuple: options = []
      // The option `classType`, whose name is a variable, which Swift 6 refuses.
      case .class: options = _EachFieldOptions(rawValue: 1)
      default: return nil
      }
      let owner = type
      var fields: [StoredField] = []
      let isComplete = _forEachField(of: type, options: options) { name, offset, type, _ in
        fields.append(
          StoredField(
            name: String(cString: name), type: type, offset: offset, owner: owner,
            index: fields.count))
        return true
      }
      return isComplete ? fields : nil
    #else
      return nil
    #endif
  }
}

extension StoredField {
  /// Whether it is a `var`; true where that cannot be told.
  package var isVariable: Bool {
    #if os(Linux)
      var metadata = _FieldReflectionMetadata()
      _ = childMetadata(of: owner, index: index, into: &metadata)
      metadata.freeFunc?(metadata.name)
      return metadata.isVar
    #else
      return true
    #endif
  }
}

#if os(Linux)
  /// What the standard library itself asks, for `Mirror` too. It looks at types only.
  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  private func childMetadata(
    of type: Any.Type, index: Int, into metadata: UnsafeMutablePointer<_FieldReflectionMetadata>
  ) -> Any.Type
#endif
