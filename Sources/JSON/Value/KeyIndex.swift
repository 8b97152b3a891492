/// A hash table from keys to the positions of an object's members, for objects too large to search.
///
/// Open addressing with linear probing. The hash is the standard library's seeded one, so that no
/// document can be made to collide on purpose.
struct KeyIndex: Sendable {
  /// Up to so many members a search through them is as fast.
  static let threshold = 16

  /// Positions plus one; 0 is an empty slot. The count is a power of two, at least twice the keys.
  private var slots: ContiguousArray<Int32>

  /// Indexes members. Of those with the same key the first one is found.
  init(_ members: MemberBuffer) {
    var capacity = 64
    while capacity < members.count * 3 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    members.withMembers { members in
      for position in members.indices { insert(members[position].key, at: position) }
    }
  }

  /// Adds the last of the members, whose key must be new.
  mutating func insertLast(of members: MemberBuffer) {
    if members.count * 2 > slots.count {
      self = KeyIndex(members)
    } else {
      insert(members[members.count - 1].key, at: members.count - 1)
    }
  }

  /// The position of a key among the members that were indexed.
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

  private mutating func insert(_ key: String, at position: Int) {
    var slot = firstSlot(for: key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(position + 1)
  }

  private func firstSlot(for key: String) -> Int {
    var hasher = Hasher()
    key.hashCodeUnits(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }
}
