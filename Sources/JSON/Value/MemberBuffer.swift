/// The members of an object: an array in one small allocation, copied when it is changed while it is
/// shared. An own type because `ContiguousArray` allocates through unspecialized code, which took a
/// third of the time to parse a document of small objects.
///
/// Sendable, as memory that is shared is never written to.
struct MemberBuffer: @unchecked Sendable {
  /// Nil while nothing was ever put in.
  private var storage: MemberStorage?

  init() {}

  init(minimumCapacity: Int) {
    if minimumCapacity > 0 { storage = MemberStorage.make(capacity: minimumCapacity) }
  }

  /// Moves members, whose memory is uninitialized afterwards.
  init(moving members: UnsafeMutableBufferPointer<JSONObject.Member>) {
    guard let source = members.baseAddress, members.count > 0 else { return }
    let storage = MemberStorage.make(capacity: members.count)
    storage.withUnsafeMutablePointers { header, elements in
      elements.moveInitialize(from: source, count: members.count)
      header.pointee.count = Int32(members.count)
    }
    self.storage = storage
  }

  /// Whether both are the same memory, and so surely equal.
  @inline(__always)
  func isIdentical(to other: MemberBuffer) -> Bool {
    storage === other.storage
  }

  /// Lends the members for the time of the call, without counting references.
  @inline(__always)
  func withMembers<R>(_ body: (UnsafeBufferPointer<JSONObject.Member>) -> R) -> R {
    let members = storage?.members ?? UnsafeBufferPointer(start: nil, count: 0)
    defer { withExtendedLifetime(storage) {} }
    return body(members)
  }

  /// Changes the value of a member in place.
  mutating func update<R, E: Error>(
    at position: Int,
    _ body: (inout JSONValue) throws(E) -> R
  ) throws(E) -> R {
    precondition(indices.contains(position), "there is no member at this position")
    return try body(&elements(reserving: count)[position].value)
  }

  mutating func append(_ member: JSONObject.Member) {
    let count = count
    (elements(reserving: count + 1) + count).initialize(to: member)
    storage?.setCount(count + 1)
  }

  mutating func insert(_ member: JSONObject.Member, at position: Int) {
    precondition(0...count ~= position, "there is no such position")
    let count = count
    let place = elements(reserving: count + 1) + position
    (place + 1).moveInitialize(from: place, count: count - position)
    place.initialize(to: member)
    storage?.setCount(count + 1)
  }

  mutating func remove(at position: Int) -> JSONObject.Member {
    precondition(indices.contains(position), "there is no member at this position")
    let count = count
    let place = elements(reserving: count) + position
    let removed = place.move()
    place.moveInitialize(from: place + 1, count: count - position - 1)
    storage?.setCount(count - 1)
    return removed
  }

  /// Moves the members into another order.
  ///
  /// - Parameter order: the position of each, once.
  mutating func reorder(_ order: some Collection<Int>) {
    precondition(order.count == count, "an order has all positions")
    let isUnique = isKnownUniquelyReferenced(&storage)
    guard let old = storage else { return }
    let new = MemberStorage.make(capacity: order.count)
    old.withUnsafeMutablePointerToElements { source in
      new.withUnsafeMutablePointerToElements { target in
        for (position, index) in order.enumerated() {
          if isUnique {
            (target + position).moveInitialize(from: source + index, count: 1)
          } else {
            (target + position).initialize(to: source[index])
          }
        }
      }
    }
    new.setCount(order.count)
    if isUnique { old.setCount(0) }
    storage = new
  }

  /// The memory of the elements, which nobody else sees, with room for so many.
  private mutating func elements(
    reserving capacity: Int
  ) -> UnsafeMutablePointer<JSONObject.Member> {
    // To be asked before there is another reference, which only the optimizer takes away.
    let isUnique = isKnownUniquelyReferenced(&storage)
    if isUnique, let storage, storage.capacityForMembers >= capacity {
      return storage.withUnsafeMutablePointerToElements { $0 }
    }
    let old = storage
    let count = count
    let grown =
      capacity > (old?.capacityForMembers ?? 0) ? Swift.max(capacity, count * 2, 4) : capacity
    let new = MemberStorage.make(capacity: grown)
    let elements = new.withUnsafeMutablePointerToElements { $0 }
    old?.withUnsafeMutablePointerToElements {
      if isUnique {
        elements.moveInitialize(from: $0, count: count)
      } else {
        elements.initialize(from: $0, count: count)
      }
    }
    if isUnique { old?.setCount(0) }
    new.setCount(count)
    storage = new
    return elements
  }
}

extension MemberBuffer: RandomAccessCollection {
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { storage?.count ?? 0 }

  @inline(__always)
  subscript(position: Int) -> JSONObject.Member {
    withMembers { $0[position] }
  }
}

/// What a ``MemberBuffer`` points to.
private final class MemberStorage: ManagedBuffer<MemberStorage.Header, JSONObject.Member> {
  /// Small, so that an object of two members takes no more than 112 bytes.
  struct Header {
    var count: Int32
    let capacity: Int32
  }

  static func make(capacity: Int) -> MemberStorage {
    let made = create(minimumCapacity: capacity) { _ in Header(count: 0, capacity: Int32(capacity))
    }
    return unsafeDowncast(made, to: MemberStorage.self)
  }

  /// Valid as long as this is alive and nobody writes to it.
  @inline(__always)
  var members: UnsafeBufferPointer<JSONObject.Member> {
    withUnsafeMutablePointers { header, elements in
      UnsafeBufferPointer(start: elements, count: Int(header.pointee.count))
    }
  }

  // Through the pointer, as access to the stored property is checked for exclusivity each time.
  @inline(__always)
  var count: Int { withUnsafeMutablePointerToHeader { Int($0.pointee.count) } }

  @inline(__always)
  var capacityForMembers: Int { withUnsafeMutablePointerToHeader { Int($0.pointee.capacity) } }

  @inline(__always)
  func setCount(_ count: Int) {
    withUnsafeMutablePointerToHeader { $0.pointee.count = Int32(count) }
  }

  deinit {
    _ = withUnsafeMutablePointers { header, elements in
      elements.deinitialize(count: Int(header.pointee.count))
    }
  }
}
