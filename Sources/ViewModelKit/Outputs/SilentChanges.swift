import JSON

/// Finds that an `@Observable` object was given something new without anybody being told.
///
/// The setter that the macro writes (Swift 6.2 and later) says nothing when `==` calls the old and the new value equal;
/// yet the composed and the decomposed form of é are equal, and so are two contacts that compare by their id. Then the
/// memory of a stored property has changed all the same. Looking there costs next to nothing, and what is found there
/// is only a reason to read the outputs again. Where the standard library does not tell how objects lie in memory, as
/// on Apple's platforms, it is not found.
struct SilentChanges {
  /// What may have been set.
  enum Change: Comparable {
    case nothing
    /// Values that hold no objects, so that what was followed still is.
    case values
    /// Values that hold objects, which nobody follows yet.
    case objects
  }

  /// A part of an object's memory.
  private struct Place {
    let start: UnsafeRawPointer
    let size: UInt32
    let kind: Change
    let retention: Retained.Kind
  }

  /// Why a place is looked at. The object's life is not prolonged; only its memory is not given to another one.
  private struct Reason {
    unowned let object: AnyObject
    let row: ListRow?
    let version: UInt32

    /// Whether the row has been encoded again since, or has left its list.
    var isOver: Bool { row.map { $0.silentVersion != version } ?? false }
  }

  private var places: [Place] = []
  private var reasons: [Reason] = []
  /// What was in those places, one after another.
  private var known: [UInt8] = []
  /// What is kept of it, so that nothing else comes to look like it.
  private var retained: [Retained] = []
  /// How many places are looked at for nothing, until they are removed.
  private var overCount = 0

  /// Whether there is no object whose setters can be silent.
  var isEmpty: Bool { places.isEmpty }

  /// How many places are looked at for something.
  var count: Int { places.count - overCount }

  /// Begins to look at an object, if the setters of its class can be silent, and at such objects that it holds.
  ///
  /// - Parameter row: the row that is encoded with it.
  mutating func watch(_ object: AnyObject, for row: ListRow? = nil) {
    let first = places.count
    watch(object, for: row, since: first, depth: 3)
    row?.silentPlaces += places.count - first
  }

  /// - Parameters:
  ///   - first: where those begin that are looked at for the same object.
  ///   - depth: how far objects hold others that are looked at.
  private mutating func watch(
    _ object: AnyObject, for row: ListRow?, since first: Int, depth: Int
  ) {
    let fields = Self.fields(of: type(of: object))
    if fields.isEmpty { return }
    let held =
      depth > 0 && fields.contains(where: \.isReference) ? objects(in: object, fields) : [:]
    for case let object? in fields.map({ held[$0.name] })
    where !reasons[first...].contains(where: { $0.object === object }) {
      watch(object, for: row, since: first, depth: depth - 1)
    }
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for field in fields {
      let memory = UnsafeRawBufferPointer(start: start + field.offset, count: field.size)
      places.append(
        Place(
          start: start + field.offset, size: UInt32(field.size), kind: field.kind,
          retention: field.retention))
      reasons.append(Reason(object: object, row: row, version: row?.silentVersion ?? 0))
      known.append(contentsOf: memory)
      let kept =
        held[field.name].map { .reference(.init($0)) }
        ?? Retained(field.retention, at: start + field.offset)
      retained.append(kept)
      if field.kind == .objects { row?.meet(kept.references) }
    }
  }

  /// What an object holds, by the names of its fields.
  private func objects(in object: AnyObject, _ fields: [Field]) -> [String: AnyObject] {
    // A mirror reads references as they are to be read, weak ones too. This is done once for each object.
    var objects: [String: AnyObject] = [:]
    var mirror: Mirror? = Mirror(reflecting: object)
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    while let each = mirror {
      for (name, value) in each.children {
        guard let field = fields.first(where: { $0.isReference && $0.name == name }),
          let held = heldObject(inOptional: value)
        else { continue }
        // In the memory of a weak reference is something else.
        let isStrong =
          start.load(fromByteOffset: field.offset, as: UnsafeRawPointer?.self)
          == UnsafeRawPointer(Unmanaged.passUnretained(held).toOpaque())
        if isStrong { objects[field.name] = held }
      }
      mirror = each.superclassMirror
    }
    return objects
  }

  /// Looks at no object any more.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    reasons.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    retained.removeAll(keepingCapacity: true)
    overCount = 0
  }

  /// Looks at nothing any more on behalf of a row.
  mutating func forget(_ row: ListRow) {
    if row.silentPlaces == 0 { return }
    overCount += row.silentPlaces
    row.silentPlaces = 0
    row.silentVersion &+= 1
    if overCount > max(64, places.count / 2) { removeThoseOver() }
  }

  private mutating func removeThoseOver() {
    let all = self
    removeAll()
    var offset = 0
    for (index, place) in all.places.enumerated() {
      let end = offset + Int(place.size)
      if !all.reasons[index].isOver {
        places.append(place)
        reasons.append(all.reasons[index])
        retained.append(all.retained[index])
        known.append(contentsOf: all.known[offset..<end])
      }
      offset = end
    }
  }

  /// What may have been set so since the last call in an object that is alive, and in those that it holds.
  mutating func take(of object: AnyObject) -> Change {
    let changed = takePlaces()
    let change = kind(of: changed)
    switch change {
    case .nothing: break
    // What holds those objects is as it was, so that they are alive.
    case .values:
      for index in changed {
        retained[index] = Retained(places[index].retention, at: places[index].start)
      }
    case .objects:
      removeAll()
      watch(object)
    }
    return change
  }

  /// What may have been set so since the last call. Those objects are to be watched anew then.
  mutating func take() -> Change {
    kind(of: takePlaces())
  }

  private func kind(of changed: [Int]) -> Change {
    changed.reduce(.nothing) { max($0, places[$1].kind) }
  }

  /// The rows for which something is looked at that may have been set so since the last call. Those are to be
  /// forgotten, or watched anew, then.
  mutating func takeRows() -> [ListRow] {
    takePlaces().compactMap { reasons[$0].isOver ? nil : reasons[$0].row }
  }

  private mutating func takePlaces() -> [Int] {
    var changed: [Int] = []
    known.withUnsafeMutableBytes { known in
      guard var old = known.baseAddress else { return }
      for index in places.indices {
        let place = places[index]
        let size = Int(place.size)
        // As large as a text.
        let isSame =
          size == 16
          ? old.hasSameWords(as: place.start) : old.hasSameBytes(as: place.start, count: size)
        if !isSame {
          old.copyMemory(from: place.start, byteCount: size)
          changed.append(index)
        }
        old += size
      }
    }
    return changed
  }

  private struct Field {
    let name: String
    let offset: Int
    let size: Int
    let kind: Change
    let retention: Retained.Kind
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
      let optional = field.type as? any OptionalType.Type
      if let held = (optional?.wrapped ?? field.type) as? AnyObject.Type {
        // A class that holds itself, by whatever way, is looked at as far as it is known then.
        guard
          isFollowed && held is any Equatable.Type
            || !open.contains(where: { $0 == held })
              && !fields(of: held, inside: open + [type]).isEmpty
        else { return nil }
        return Field(
          name: field.name, offset: field.offset, size: size(of: field.type), kind: .objects,
          retention: .nothing, isReference: true)
      }
      guard isFollowed, canBeSilent(field.type) else { return nil }
      return Field(
        name: field.name, offset: field.offset, size: size(of: field.type),
        kind: PlainComparison(field.type) == nil ? .objects : .values,
        retention: Retained.Kind(field.type), isReference: false)
    }
    if open.isEmpty { knownFields[identifier] = found }
    return found
  }

  /// Whether two values of the type may be equal and have different JSON forms.
  static func canBeSilent(_ type: Any.Type) -> Bool {
    // The most frequent answers, without a look through all conformances of the process.
    if type == Int.self || type == Bool.self || type == Double.self { return false }
    if type == String.self { return true }
    return canValuesBeSilent(type)
  }

  static func canValuesBeSilent(_ type: Any.Type) -> Bool {
    switch type {
    case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type: false
    case is AnyObject.Type: false
    case let optional as any OptionalType.Type: canBeSilent(optional.wrapped)
    default: type is any Equatable.Type
    }
  }
}

private func size<T>(of type: T.Type) -> Int { MemoryLayout<T>.size }

extension UnsafeMutableRawPointer {
  /// Compares two words.
  nonisolated fileprivate func hasSameWords(as other: UnsafeRawPointer) -> Bool {
    loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
      && loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  nonisolated fileprivate func hasSameBytes(as other: UnsafeRawPointer, count: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < count {
      let byte = load(fromByteOffset: offset, as: UInt8.self)
      if byte != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}
