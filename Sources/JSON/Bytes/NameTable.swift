/// Values by name. A lookup compares the bytes of a name in the message itself.
///
/// A dictionary would need 5 % more instructions for an input. The table uses open addressing with
/// linear probing; at least half of the slots are free. The hash has its own seed in each process,
/// so that a peer cannot choose colliding names. The table is inlinable, because generic code of
/// another module is several times slower otherwise, and noncopyable, so that a lookup does not
/// count references to its slots.
@_spi(Host) public struct NameTable<Value>: ~Copyable {
  @usableFromInline
  struct Slot {
    /// 0 in a free slot.
    @usableFromInline var hash = 0
    /// The name as UTF-8, owned by the table.
    @usableFromInline var name = UnsafeRawBufferPointer(start: nil, count: 0)
    @usableFromInline var value: Value?

    @inlinable init() {}
  }

  /// The slots; their count is a power of two.
  @usableFromInline var slots = Array(repeating: Slot(), count: 8)
  /// The number of names.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0

  /// Creates an empty table.
  @inlinable
  public init() {}

  /// Creates a table of values with different names.
  @inlinable
  public init(_ values: [Value], named name: (Value) -> String) {
    self.init()
    for value in values { self[name(value)] = value }
  }

  deinit { for slot in slots { slot.name.deallocate() } }

  /// The values, in no particular order.
  @inlinable public var values: [Value] { slots.compactMap(\.value) }

  /// The value of a name, given as UTF-8.
  @inlinable
  public subscript(bytes: UnsafeRawBufferPointer) -> Value? {
    slots[index(of: bytes, NameHash.of(bytes))].value
  }

  /// The value of a name; setting nil removes it.
  @inlinable
  public subscript(name: String) -> Value? {
    get {
      var name = name
      return name.withUTF8 { self[UnsafeRawBufferPointer($0)] }
    }
    set {
      var copy = name
      copy.withUTF8 { set(newValue, of: UnsafeRawBufferPointer($0)) }
    }
  }

  @inlinable
  mutating func set(_ value: Value?, of bytes: UnsafeRawBufferPointer) {
    let hash = NameHash.of(bytes)
    let index = index(of: bytes, hash)
    guard let value else { return remove(at: index) }
    slots[index].value = value
    guard slots[index].hash == 0 else { return }
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    own.copyMemory(from: bytes)
    (slots[index].hash, slots[index].name) = (hash, UnsafeRawBufferPointer(own))
    used += 1
    if used * 2 <= slots.count { return }
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.hash != 0 { put(slot) }
  }

  /// Returns the index of a name's slot, or of the free slot for it.
  @inlinable
  func index(of bytes: UnsafeRawBufferPointer, _ hash: Int) -> Int {
    var index = hash & (slots.count - 1)
    while slots[index].hash != 0 {
      if slots[index].hash == hash && slots[index].name.hasSameBytes(as: bytes) { return index }
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  @inlinable
  mutating func remove(at index: Int) {
    if slots[index].hash == 0 { return }
    slots[index].name.deallocate()
    slots[index] = Slot()
    used -= 1
    // Moves the following entries, which must be found despite the gap.
    var next = (index + 1) & (slots.count - 1)
    while slots[next].hash != 0 {
      let slot = slots[next]
      slots[next] = Slot()
      put(slot)
      next = (next + 1) & (slots.count - 1)
    }
  }

  /// Inserts a new name into the first free slot for it.
  @inlinable
  mutating func put(_ slot: Slot) {
    var index = slot.hash & (slots.count - 1)
    while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }
}

// The table alone owns and changes the memory of its pointers.
extension NameTable: @unchecked Sendable where Value: Sendable {}

/// The hash function of ``NameTable``. Its result is never 0.
@usableFromInline
enum NameHash {
  /// The seed does not affect results.
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
      // The last eight bytes, of which some have already been mixed in.
      rest = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      for byte in bytes { rest = rest << 8 | UInt64(byte) }
    }
    let result = Int(truncatingIfNeeded: mixed(hash ^ rest))
    return result == 0 ? 1 : result
  }

  /// Combines both halves of the product with an odd constant.
  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
