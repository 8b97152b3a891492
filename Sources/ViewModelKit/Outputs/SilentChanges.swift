import JSON

/// Finds that an `@Observable` object was given something new without anybody being told.
///
/// The setter that the macro writes (Swift 6.2 and later) says nothing when `==` calls the old and the new value equal;
/// yet the composed and the decomposed form of é are equal, and so are two contacts that compare by their id. Then the
/// memory of a stored property has changed all the same. Looking there costs next to nothing, and what is found there
/// is only a reason to read the outputs again.
struct SilentChanges {
  /// A part of an object's memory. The object's life is not prolonged; only its memory is not given to another one.
  private struct Place {
    unowned let object: AnyObject
    let memory: UnsafeRawBufferPointer
  }

  private var places: [Place] = []
  /// What was in those places, one after another.
  private var known: [UInt8] = []

  /// Begins to look at an object, if the setters of its class can be silent.
  mutating func watch(_ object: AnyObject) {
    let ranges = Self.ranges(in: type(of: object))
    if ranges.isEmpty { return }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for range in ranges {
      let memory = UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
      places.append(Place(object: object, memory: memory))
      known.append(contentsOf: memory)
    }
  }

  /// Looks at no object any more.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
  }

  /// Whether there may have been such a change since the last call.
  mutating func take() -> Bool {
    if places.isEmpty { return false }
    var hasChanged = false
    known.withUnsafeMutableBytes { known in
      var offset = 0
      for place in places {
        let old = UnsafeMutableRawBufferPointer(rebasing: known[offset..<offset + place.memory.count])
        if !old.elementsEqual(place.memory) {
          old.copyMemory(from: place.memory)
          hasChanged = true
        }
        offset += place.memory.count
      }
    }
    return hasChanged
  }

  /// What has been found out about classes.
  private static var knownRanges: [ObjectIdentifier: [Range<Int>]] = [:]

  /// Where in an object the stored properties lie of which the setter may be silent.
  private static func ranges(in type: AnyObject.Type) -> [Range<Int>] {
    let identifier = ObjectIdentifier(type)
    if let ranges = knownRanges[identifier] { return ranges }
    let fields = StoredField.all(of: type) ?? []
    let registrar = "_$observationRegistrar"
    var ranges: [Range<Int>] = []
    if fields.contains(where: { $0.name == registrar }) {
      for field in fields where field.name != registrar && canBeSilent(field.type) {
        ranges.append(field.offset..<field.offset + size(of: field.type))
      }
    }
    knownRanges[identifier] = ranges
    return ranges
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
