/// A hash table from keys to the positions of an object's members, for objects too large for a
/// linear search.
///
/// It uses open addressing with linear probing. Equal keys share a slot, and the hash has its own
/// seed: no document can slow down building the index or a lookup by its choice of keys.
struct KeyIndex: Sendable {
  /// The number of members up to which a linear search is as fast.
  static let threshold = 16

  /// Positions plus one; 0 is an empty slot. The count is a power of two, at least twice the keys.
  private(set) var slots: ContiguousArray<Int32>

  /// Drawn once for each process. `Hasher` has a seed too, but not if `SWIFT_DETERMINISTIC_HASHING`
  /// is set. The seed does not affect results.
  private static let seed = UInt64.random(in: 0 ... .max)

  /// The number of different keys.
  var count: Int { slots.count { $0 != 0 } }

  /// Indexes members. The first of those with the same key is found.
  init(_ members: MemberBuffer) {
    var capacity = 64
    while capacity < members.count * 3 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    members.withMembers { members in
      for position in members.indices { insert(position, of: members) }
    }
  }

  /// Adds the last member, which is not found if an earlier one has the same key.
  mutating func insertLast(of members: MemberBuffer) {
    if members.count * 2 > slots.count {
      self = KeyIndex(members)
    } else {
      members.withMembers { insert($0.count - 1, of: $0) }
    }
  }

  /// Returns the position of a key among the indexed members.
  func position(
    of key: String,
    in members: UnsafeBufferPointer<JSONObject.Member>
  ) -> Int? {
    var slot = firstSlot(for: key)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if members[position].key.hasSameCodeUnits(as: key) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func insert(
    _ position: Int,
    of members: UnsafeBufferPointer<JSONObject.Member>
  ) {
    let key = members[position].key
    var slot = firstSlot(for: key)
    while slots[slot] != 0 {
      if members[Int(slots[slot]) - 1].key.hasSameCodeUnits(as: key) { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(position + 1)
  }

  private func firstSlot(for key: String) -> Int {
    var hasher = Hasher()
    hasher.combine(Self.seed)
    key.hashCodeUnits(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }
}
