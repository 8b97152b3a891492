/// Values by name, looked up with the bytes of the name where they lie in a message. Names are compared byte by byte.
///
/// A dictionary would need 5 % more instructions for an input. Open addressing with linear probing; at least half of
/// the slots are free. The hash has a seed of its own in each process, so that nobody can choose names that share a
/// slot. It is inlinable, as generic code of another module is several times as slow otherwise; and it cannot be
/// copied, so that a look-up does not count references to its slots.
@_spi(Host) public struct NameTable<Value>: ~Copyable {
  @usableFromInline
  struct Slot {
    /// 0 in a free one.
    @usableFromInline var hash = 0
    /// UTF-8, which the table owns.
    @usableFromInline var name = UnsafeRawBufferPointer(start: nil, count: 0)
    @usableFromInline var value: Value?

    @inlinable init() {}
  }

  /// Their count is a power of two.
  @usableFromInline var slots = Array(repeating: Slot(), count: 8)
  /// How many names there are.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0

  /// A table without names.
  @inlinable
  public init() {}

  /// A table of values with different names.
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
    slots[place(of: bytes, NameHash.of(bytes))].value
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
      copy.withUTF8 { set(newValue, of: UnsafeRawBufferPointer($0)) }
    }
  }

  @inlinable
  mutating func set(_ value: Value?, of bytes: UnsafeRawBufferPointer) {
    let hash = NameHash.of(bytes)
    let place = place(of: bytes, hash)
    guard let value else { return remove(at: place) }
    slots[place].value = value
    guard slots[place].hash == 0 else { return }
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    own.copyMemory(from: bytes)
    (slots[place].hash, slots[place].name) = (hash, UnsafeRawBufferPointer(own))
    used += 1
    if used * 2 <= slots.count { return }
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.hash != 0 { put(slot) }
  }

  /// Where a name is, or would be put.
  @inlinable
  func place(of bytes: UnsafeRawBufferPointer, _ hash: Int) -> Int {
    var place = hash & (slots.count - 1)
    while slots[place].hash != 0 {
      if slots[place].hash == hash && slots[place].name.hasSameBytes(as: bytes) { return place }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  @inlinable
  mutating func remove(at place: Int) {
    if slots[place].hash == 0 { return }
    slots[place].name.deallocate()
    slots[place] = Slot()
    used -= 1
    // Those behind it must be found although there is a gap now.
    var next = (place + 1) & (slots.count - 1)
    while slots[next].hash != 0 {
      let slot = slots[next]
      slots[next] = Slot()
      put(slot)
      next = (next + 1) & (slots.count - 1)
    }
  }

  /// Puts a name that is not there in the first free slot for it.
  @inlinable
  mutating func put(_ slot: Slot) {
    var place = slot.hash & (slots.count - 1)
    while slots[place].hash != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
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
