import JSON

/// Finds that an `@Observable` object was given something new without anybody being told.
///
/// The setter that the macro writes (Swift 6.2 and later) says nothing when `==` calls the old and the new value equal;
/// yet the composed and the decomposed form of é are equal, and so are two contacts that compare by their id. Then the
/// memory of a stored property has changed all the same. Looking there costs next to nothing, and what is found there
/// is only a reason to read the outputs again.
struct SilentChanges {
  private let object: UnsafeRawPointer
  private let places: [Range<Int>]
  private var known: [UInt8] = []

  /// - Parameter object: must live for as long as this is asked.
  /// - Returns: `nil` when the setters of the object's class always tell, or where that cannot be found out.
  init?(in object: AnyObject) {
    places = Self.places(in: type(of: object))
    if places.isEmpty { return nil }
    self.object = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    _ = take()
  }

  /// Whether there may have been such a change since the last call.
  mutating func take() -> Bool {
    var offset = 0
    var hasChanged = false
    for place in places {
      let memory = UnsafeRawBufferPointer(start: object + place.lowerBound, count: place.count)
      if known.count < offset + place.count {
        known.append(contentsOf: memory)
      } else if !known[offset..<offset + place.count].elementsEqual(memory) {
        known.replaceSubrange(offset..<offset + place.count, with: memory)
        hasChanged = true
      }
      offset += place.count
    }
    return hasChanged
  }

  /// What has been found out about classes.
  private static var known: [ObjectIdentifier: [Range<Int>]] = [:]

  /// Where in an object the stored properties lie of which the setter may be silent.
  private static func places(in type: AnyObject.Type) -> [Range<Int>] {
    let identifier = ObjectIdentifier(type)
    if let places = known[identifier] { return places }
    let fields = StoredField.all(of: type) ?? []
    let registrar = "_$observationRegistrar"
    var places: [Range<Int>] = []
    if fields.contains(where: { $0.name == registrar }) {
      for field in fields where field.name != registrar && canBeSilent(field.type) {
        places.append(field.offset..<field.offset + size(of: field.type))
      }
    }
    known[identifier] = places
    return places
  }

  /// Whether two values of the type may be equal and have different JSON forms.
  private static func canBeSilent(_ type: Any.Type) -> Bool {
    switch type {
    case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type: false
    case is AnyObject.Type: false
    case let optional as any OptionalType.Type: canBeSilent(optional.wrapped)
    default: type is any Equatable.Type
    }
  }
}

private func size<T>(of type: T.Type) -> Int { MemoryLayout<T>.size }
