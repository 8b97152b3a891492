/// The members of an object: a copy-on-write array in one small allocation. `ContiguousArray`
/// allocates through unspecialized code, which took a third of the time to parse a document of
/// small objects.
///
/// It is Sendable, as shared memory is never written.
struct MemberBuffer: @unchecked Sendable {
  /// The storage; nil before the first member.
  private var storage: MemberStorage?

  init() {}

  init(minimumCapacity: Int) {
    if minimumCapacity > 0 { storage = MemberStorage.make(capacity: minimumCapacity) }
  }

  /// Moves members; their memory is uninitialized afterwards.
  init(moving members: UnsafeMutableBufferPointer<JSONObject.Member>) {
    guard let source = members.baseAddress, members.count > 0 else { return }
    let storage = MemberStorage.make(capacity: members.count)
    storage.withUnsafeMutablePointers { header, elements in
      elements.moveInitialize(from: source, count: members.count)
      header.pointee.count = Int32(members.count)
    }
    self.storage = storage
  }

  /// Whether both share memory and so are equal.
  @inline(__always)
  func isIdentical(to other: MemberBuffer) -> Bool {
    storage === other.storage
  }

  /// Passes the members to the closure without counting references. They are valid only during the
  /// call.
  @inline(__always)
  func withMembers<R>(_ body: (UnsafeBufferPointer<JSONObject.Member>) -> R) -> R {
    let members = storage?.members ?? UnsafeBufferPointer(start: nil, count: 0)
    defer { withExtendedLifetime(storage) {} }
    return body(members)
  }

  /// Changes the value of a member in pointer.
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
    let pointer = elements(reserving: count + 1) + position
    (pointer + 1).moveInitialize(from: pointer, count: count - position)
    pointer.initialize(to: member)
    storage?.setCount(count + 1)
  }

  mutating func remove(at position: Int) -> JSONObject.Member {
    precondition(indices.contains(position), "there is no member at this position")
    let count = count
    let pointer = elements(reserving: count) + position
    let removed = pointer.move()
    pointer.moveInitialize(from: pointer + 1, count: count - position - 1)
    storage?.setCount(count - 1)
    return removed
  }

  /// Moves the members into a new order.
  ///
  /// - Parameter order: The old position of each member, once.
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

  /// Returns the uniquely owned memory of the elements, with at least the given capacity.
  private mutating func elements(
    reserving capacity: Int
  ) -> UnsafeMutablePointer<JSONObject.Member> {
    // This check must come before the next reference is made; only the optimizer removes that.
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

/// The storage of a ``MemberBuffer``.
private final class MemberStorage: ManagedBuffer<MemberStorage.Header, JSONObject.Member> {
  /// A small header: an object of two members needs no more than 112 bytes.
  struct Header {
    var count: Int32
    let capacity: Int32
  }

  static func make(capacity: Int) -> MemberStorage {
    let made = create(minimumCapacity: capacity) { _ in Header(count: 0, capacity: Int32(capacity))
    }
    return unsafeDowncast(made, to: MemberStorage.self)
  }

  /// The members, valid as long as this is alive and not written.
  @inline(__always)
  var members: UnsafeBufferPointer<JSONObject.Member> {
    withUnsafeMutablePointers { header, elements in
      UnsafeBufferPointer(start: elements, count: Int(header.pointee.count))
    }
  }

  // The pointer avoids the exclusivity check of a stored property.
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
