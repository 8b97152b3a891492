import JSON

/// Finds that an `@Observable` object was given something new without anybody being told.
///
/// The setter that the macro writes (Swift 6.2 and later) says nothing when `==` calls the old and the new value equal;
/// yet the composed and the decomposed form of é are equal, and so are two contacts that compare by their id. Then the
/// memory of a stored property has changed all the same. Looking there costs next to nothing, and what is found there
/// is only a reason to read the outputs again. Two such values, set one after the other in one turn, can come to lie
/// where the first one was, which is then not seen until something else is told; nor is it seen where the standard
/// library does not tell how objects lie in memory, as on Apple's platforms.
struct SilentChanges {
  /// What may have been set.
  enum Change: Comparable {
    case nothing
    /// Values that hold no objects, so that what was followed still is.
    case values
    /// Values that hold objects, which nobody follows yet.
    case objects
  }

  /// A part of an object's memory. The object's life is not prolonged; only its memory is not given to another one.
  private struct Place {
    unowned let object: AnyObject
    let memory: UnsafeRawBufferPointer
    let kind: Change
  }

  private var places: [Place] = []
  /// What was in those places, one after another.
  private var known: [UInt8] = []

  /// Whether there is no object whose setters can be silent.
  var isEmpty: Bool { places.isEmpty }

  /// How many places are looked at.
  var count: Int { places.count }

  /// Begins to look at an object, if the setters of its class can be silent.
  mutating func watch(_ object: AnyObject) {
    let fields = Self.fields(of: type(of: object))
    if fields.isEmpty { return }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields {
      let memory = UnsafeRawBufferPointer(start: start + field.offset, count: field.size)
      places.append(Place(object: object, memory: memory, kind: field.kind))
      known.append(contentsOf: memory)
    }
  }

  /// Looks at no object any more.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
  }

  /// What may have been set so since the last call.
  mutating func take() -> Change {
    if places.isEmpty { return .nothing }
    var change = Change.nothing
    known.withUnsafeMutableBytes { known in
      var offset = 0
      for place in places {
        let end = offset + place.memory.count
        let old = UnsafeMutableRawBufferPointer(rebasing: known[offset..<end])
        if !old.elementsEqual(place.memory) {
          old.copyMemory(from: place.memory)
          change = max(change, place.kind)
        }
        offset = end
      }
    }
    return change
  }

  private typealias Field = (offset: Int, size: Int, kind: Change)

  /// What has been found out about classes.
  private static var knownFields: [ObjectIdentifier: [Field]] = [:]

  /// The stored properties of which the setter may be silent.
  private static func fields(of type: AnyObject.Type) -> [Field] {
    let identifier = ObjectIdentifier(type)
    if let fields = knownFields[identifier] { return fields }
    let registrar = "_$observationRegistrar"
    var fields = StoredField.all(of: type) ?? []
    if !fields.contains(where: { $0.name == registrar }) { fields = [] }
    let found = fields.filter { $0.name != registrar && canBeSilent($0.type) }.map { field in
      let kind: Change = PlainComparison(field.type) == nil ? .objects : .values
      return (field.offset, size(of: field.type), kind)
    }
    knownFields[identifier] = found
    return found
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
