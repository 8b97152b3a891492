/// Values by name, looked up with the bytes of the name where they lie in a message. Names are compared byte by byte.
///
/// Open addressing with linear probing; at least half of the slots are free. The hash has a seed of its own in each
/// process, so that nobody can choose names that share a slot. It is inlinable, as generic code of another module is
/// several times as slow otherwise; and it cannot be copied, so that a look-up does not count references to its lists.
@_spi(Host) public struct NameTable<Value>: ~Copyable {
  /// The hash of the name in each slot, 0 in a free one. The count of slots is a power of two.
  @usableFromInline var hashes = Array(repeating: 0, count: 8)
  /// The UTF-8 of the name in each slot, which the table owns; nothing in a free one.
  @usableFromInline var names = Array(repeating: noName, count: 8)
  @usableFromInline var slots: [Value?] = Array(repeating: nil, count: 8)
  /// How many names there are.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0

  @inlinable static var noName: UnsafeRawBufferPointer { .init(start: nil, count: 0) }

  /// A table without names.
  @inlinable
  public init() {}

  /// A table of values with different names.
  @inlinable
  public init(_ values: [Value], named name: (Value) -> String) {
    self.init()
    for value in values { self[name(value)] = value }
  }

  deinit { for name in names { name.deallocate() } }

  /// The values, in no particular order.
  @inlinable public var values: [Value] { slots.compactMap(\.self) }

  /// The value of a name, given as UTF-8.
  @inlinable
  public subscript(bytes: UnsafeRawBufferPointer) -> Value? {
    slots[place(of: bytes, NameHash.of(bytes))]
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
      copy.withUTF8 { utf8 in
        let bytes = UnsafeRawBufferPointer(utf8)
        let hash = NameHash.of(bytes)
        let place = place(of: bytes, hash)
        guard let newValue else { return remove(at: place) }
        slots[place] = newValue
        guard hashes[place] == 0 else { return }
        let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        own.copyMemory(from: bytes)
        (hashes[place], names[place]) = (hash, UnsafeRawBufferPointer(own))
        used += 1
        if used * 2 > hashes.count { grow() }
      }
    }
  }

  /// Where a name is, or would be put.
  @inlinable
  func place(of bytes: UnsafeRawBufferPointer, _ hash: Int) -> Int {
    var place = hash & (hashes.count - 1)
    while hashes[place] != 0 {
      if hashes[place] == hash && names[place].hasSameBytes(as: bytes) { return place }
      place = (place + 1) & (hashes.count - 1)
    }
    return place
  }

  @inlinable
  mutating func remove(at place: Int) {
    if hashes[place] == 0 { return }
    names[place].deallocate()
    clear(place)
    used -= 1
    // Those behind it must be found although there is a gap now.
    var next = (place + 1) & (hashes.count - 1)
    while hashes[next] != 0 {
      let (hash, name, value) = (hashes[next], names[next], slots[next])
      clear(next)
      put(hash, name, value)
      next = (next + 1) & (hashes.count - 1)
    }
  }

  @inlinable
  mutating func clear(_ place: Int) {
    hashes[place] = 0
    names[place] = Self.noName
    slots[place] = nil
  }

  @inlinable
  mutating func grow() {
    let (oldHashes, oldNames, oldSlots) = (hashes, names, slots)
    hashes = Array(repeating: 0, count: oldHashes.count * 2)
    names = Array(repeating: Self.noName, count: hashes.count)
    slots = Array(repeating: nil, count: hashes.count)
    for place in oldHashes.indices where oldHashes[place] != 0 {
      put(oldHashes[place], oldNames[place], oldSlots[place])
    }
  }

  /// Puts a name that is not there in the first free slot for it.
  @inlinable
  mutating func put(_ hash: Int, _ name: UnsafeRawBufferPointer, _ value: Value?) {
    var place = hash & (hashes.count - 1)
    while hashes[place] != 0 { place = (place + 1) & (hashes.count - 1) }
    (hashes[place], names[place], slots[place]) = (hash, name, value)
  }
}

// What its pointers lead to is changed by nobody else.
extension NameTable: @unchecked Sendable where Value: Sendable {}

/// The hash of a ``NameTable``; it is never 0.
@usableFromInline
enum NameHash {
  /// Nothing that is found depends on it.
  private static let seed = UInt64.random(in: 0 ... .max)

  @usableFromInline
  static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash = seed ^ UInt64(bytes.count)
    var rest: UInt64 = 0
    if bytes.count >= 8 {
      var offset = 0
      while offset < bytes.count - 8 {
        hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      // The last eight, of which some have been mixed in already.
      rest = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { rest = rest << 8 | UInt64(byte) }
    }
    let result = Int(truncatingIfNeeded: mixed(hash ^ rest))
    return result == 0 ? 1 : result
  }

  /// Both halves of a product with an odd number, on each other.
  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
