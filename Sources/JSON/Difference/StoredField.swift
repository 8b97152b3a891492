#if os(Linux)
  @_spi(Reflection) import Swift
  internal import SwiftShims
#endif

/// A stored property of a type, with its layout in memory.
package struct StoredField {
  package let name: String
  package let type: Any.Type
  /// The offset in bytes from the start of the value, or of the object for a class.
  package let offset: Int
  /// The type that was inspected, and the property's index in it.
  private let owner: Any.Type
  private let index: Int

  /// Returns the stored properties of a struct, a tuple or a class, including superclasses, in
  /// order.
  ///
  /// It uses a non-public interface of the standard library that only its Linux build offers.
  ///
  /// - Returns: nil for other kinds of types, and on other platforms.
  package static func all(of type: Any.Type) -> [StoredField]? {
    #if os(Linux)
      // The first word of a type's metadata is its kind, which is part of the stable ABI. The
      // standard library must not be called for other kinds.
      let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
      let options: _EachFieldOptions
      switch _MetadataKind(rawValue: kind) {
      case .struct, .tuple: options = []
      // This is the option `classType`, a global variable that Swift 6 refuses.
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
  /// Whether it is a `var`; true if that is unknown.
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
  /// The function behind `Mirror`. It reads types only.
  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  private func childMetadata(
    of type: Any.Type, index: Int, into metadata: UnsafeMutablePointer<_FieldReflectionMetadata>
  ) -> Any.Type
#endif
