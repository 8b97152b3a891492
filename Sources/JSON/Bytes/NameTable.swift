/// Values by name, looked up with the bytes of the name where they lie in a message. Names are compared byte by byte.
///
/// Open addressing with linear probing; at least half of the slots are free. The hash has a seed of its own in each
/// process, so that nobody can choose names that share a slot. It is inlinable, as generic code of another module is
/// several times as slow otherwise.
@_spi(Host) public struct NameTable<Value> {
  @_spi(Host) @usableFromInline
  struct Slot {
    @usableFromInline let hash: Int
    @usableFromInline let name: String
    @usableFromInline let value: Value

    @inlinable
    init(hash: Int, name: String, value: Value) {
      self.hash = hash
      self.name = name
      self.value = value
    }
  }

  /// Their count is a power of two.
  @usableFromInline var slots: [Slot?] = Array(repeating: nil, count: 8)
  @usableFromInline var used = 0

  /// A table without names.
  @inlinable
  public init() {}

  /// How many names there are.
  @inlinable public var count: Int { used }

  /// The values, in no particular order.
  @inlinable public var values: [Value] { slots.compactMap { $0?.value } }

  /// The value of a name, given as UTF-8.
  @inlinable
  public subscript(bytes: UnsafeRawBufferPointer) -> Value? {
    slots[place(of: bytes, NameHash.of(bytes))]?.value
  }

  /// The value of a name; `nil` removes it.
  @inlinable
  public subscript(name: String) -> Value? {
    get {
      var name = name
      return name.withUTF8 { self[UnsafeRawBufferPointer($0)] }
    }
    set {
      var copy = name
      let (hash, place) = copy.withUTF8 { utf8 in
        let bytes = UnsafeRawBufferPointer(utf8)
        let hash = NameHash.of(bytes)
        return (hash, self.place(of: bytes, hash))
      }
      guard let newValue else { return remove(at: place) }
      if slots[place] == nil { used += 1 }
      slots[place] = Slot(hash: hash, name: name, value: newValue)
      if used * 2 > slots.count { grow() }
    }
  }

  /// Where a name is, or would be put.
  @inlinable
  func place(of bytes: UnsafeRawBufferPointer, _ hash: Int) -> Int {
    var place = hash & (slots.count - 1)
    while let slot = slots[place] {
      if slot.hash == hash && slot.name.hasUTF8(bytes) { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  @inlinable
  mutating func remove(at place: Int) {
    if slots[place] == nil { return }
    slots[place] = nil
    used -= 1
    // Those behind it must be found although there is a gap now.
    var next = (place + 1) & (slots.count - 1)
    while let slot = slots[next] {
      slots[next] = nil
      put(slot)
      next = (next + 1) & (slots.count - 1)
    }
  }

  @inlinable
  mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: old.count * 2)
    for case let slot? in old { put(slot) }
  }

  /// Puts a name that is not there in the first free slot for it.
  @inlinable
  mutating func put(_ slot: Slot) {
    var place = slot.hash & (slots.count - 1)
    while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }
}

extension NameTable: Sendable where Value: Sendable {}
extension NameTable.Slot: Sendable where Value: Sendable {}

/// The hash of a ``NameTable``.
@usableFromInline
enum NameHash {
  /// Nothing that is found depends on it.
  private static let seed = UInt64.random(in: 0 ... .max)

  @usableFromInline
  static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return Int(truncatingIfNeeded: mixed(hash ^ rest))
  }

  /// Both halves of a product with an odd number, on each other.
  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

extension String {
  /// Whether these bytes are its UTF-8.
  @usableFromInline
  func hasUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard utf8.count == bytes.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable {
      UnsafeRawBufferPointer($0).hasSameBytes(as: bytes)
    }
    return isSame ?? utf8.elementsEqual(bytes)
  }
}
