/// A hash table from keys to the positions of an object's members, for objects too large to search.
///
/// Open addressing with linear probing. Equal keys share a slot, and the hash has a seed of its own:
/// no document, whatever its keys, makes building an index or looking something up slow.
struct KeyIndex: Sendable {
  /// Up to so many members a search through them is as fast.
  static let threshold = 16

  /// Positions plus one; 0 is an empty slot. The count is a power of two, at least twice the keys.
  private(set) var slots: ContiguousArray<Int32>

  /// Drawn once for each process. `Hasher` has one too, but not where `SWIFT_DETERMINISTIC_HASHING`
  /// is set. Nothing that is found depends on it.
  private static let seed = UInt64.random(in: 0 ... .max)

  /// How many different keys there are.
  var count: Int { slots.count { $0 != 0 } }

  /// Indexes members. Of those with the same key the first one is found.
  init(_ members: MemberBuffer) {
    var capacity = 64
    while capacity < members.count * 3 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    members.withMembers { members in
      for position in members.indices { insert(position, of: members) }
    }
  }

  /// Adds the last of the members, which is not found when another one has the same key.
  mutating func insertLast(of members: MemberBuffer) {
    if members.count * 2 > slots.count {
      self = KeyIndex(members)
    } else {
      members.withMembers { insert($0.count - 1, of: $0) }
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
