/// A hash table from keys to the positions of an object's members, for objects too large to search.
///
/// Open addressing with linear probing. The hash is the standard library's seeded one, so that no
/// document can be made to collide on purpose.
struct KeyIndex: Sendable {
  /// Up to so many members a search through them is as fast.
  static let threshold = 16

  /// Positions plus one; 0 is an empty slot. The count is a power of two, at least twice the keys.
  private var slots: ContiguousArray<Int32>

  /// Indexes members whose keys are all different.
  init(_ members: ContiguousArray<JSONObject.Member>) {
    slots = []
    rebuild(members)
  }

  private mutating func rebuild(_ members: ContiguousArray<JSONObject.Member>) {
    var capacity = 64
    while capacity < members.count * 3 { capacity *= 2 }
    slots = ContiguousArray(repeating: 0, count: capacity)
    for position in members.indices {
      slots[freeSlot(for: members[position].key)] = Int32(position + 1)
    }
  }

  /// Adds the last of the members, whose key must be new.
  mutating func insertLast(of members: ContiguousArray<JSONObject.Member>) {
    guard members.count * 2 <= slots.count else { return rebuild(members) }
    slots[freeSlot(for: members[members.count - 1].key)] = Int32(members.count)
  }

  /// The position of a key among the members that were indexed.
  func position(of key: String, in members: ContiguousArray<JSONObject.Member>) -> Int? {
    var slot = firstSlot(for: key)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if members[position].key.hasSameCodeUnits(as: key) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func firstSlot(for key: String) -> Int {
    var hasher = Hasher()
    key.hashCodeUnits(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }

  private func freeSlot(for key: String) -> Int {
    var slot = firstSlot(for: key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}

extension ContiguousArray<JSONObject.Member> {
  /// Whether two members have the same key; quick for few members, linear for many.
  var hasDuplicateKeys: Bool {
    if count <= KeyIndex.threshold {
      for later in indices.dropFirst() {
        for earlier in 0..<later where self[earlier].key.hasSameCodeUnits(as: self[later].key) {
          return true
        }
      }
      return false
    }
    let index = KeyIndex(self)
    // Of equal keys the index finds the first, so a later one is not found at its own place.
    return indices.contains { index.position(of: self[$0].key, in: self) != $0 }
  }
}
