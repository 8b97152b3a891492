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

  /// Begins to look at an object, if the setters of its class can be silent, and at such objects that it holds.
  ///
  /// - Parameter depth: how far objects hold others that are looked at.
  mutating func watch(_ object: AnyObject, depth: Int = 3) {
    let fields = Self.fields(of: type(of: object))
    if fields.isEmpty { return }
    if depth > 0 && fields.contains(where: \.isReference) {
      watchObjects(in: object, fields, depth)
    }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields {
      let memory = UnsafeRawBufferPointer(start: start + field.offset, count: field.size)
      places.append(Place(object: object, memory: memory, kind: field.kind))
      known.append(contentsOf: memory)
    }
  }

  private mutating func watchObjects(in object: AnyObject, _ fields: [Field], _ depth: Int) {
    // A mirror reads references as they are to be read, weak ones too. This is done once for each object.
    var mirror: Mirror? = Mirror(reflecting: object)
    while let each = mirror {
      for (name, value) in each.children
      where fields.contains(where: { $0.isReference && $0.name == name }) {
        let held = value as AnyObject
        if !places.contains(where: { $0.object === held }) { watch(held, depth: depth - 1) }
      }
      mirror = each.superclassMirror
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

  private struct Field {
    let name: String
    let offset: Int
    let size: Int
    let kind: Change
    /// Whether it holds an object to look at.
    let isReference: Bool
  }

  /// What has been found out about classes.
  private static var knownFields: [ObjectIdentifier: [Field]] = [:]

  /// The stored properties of which the setter may be silent, and those that hold objects with such ones.
  private static func fields(of type: AnyObject.Type, inside open: [Any.Type] = []) -> [Field] {
    let identifier = ObjectIdentifier(type)
    if let fields = knownFields[identifier] { return fields }
    let registrar = "_$observationRegistrar"
    let stored = StoredField.all(of: type) ?? []
    let isFollowed = stored.contains { $0.name == registrar }
    let found = stored.compactMap { field -> Field? in
      if field.name == registrar { return nil }
      if let held = field.type as? AnyObject.Type {
        // A class that holds itself, by whatever way, is looked at as far as it is known then.
        guard !open.contains(where: { $0 == held }),
          !fields(of: held, inside: open + [type]).isEmpty
        else { return nil }
        return Field(
          name: field.name, offset: field.offset, size: size(of: field.type), kind: .objects,
          isReference: true)
      }
      guard isFollowed, canBeSilent(field.type) else { return nil }
      return Field(
        name: field.name, offset: field.offset, size: size(of: field.type),
        kind: PlainComparison(field.type) == nil ? .objects : .values, isReference: false)
    }
    if open.isEmpty { knownFields[identifier] = found }
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
