/// Something that was chosen.
nonisolated struct FinderItem: Encodable, Equatable, Identifiable {
  let id: Int
  let text: String
}

/// What has been chosen, in the order in which it was.
nonisolated struct FinderSelection {
  private(set) var items: [FinderItem] = []

  /// How many there can be.
  static let limit = 100_000

  /// - Returns: whether it was there.
  mutating func remove(_ id: Int) -> Bool {
    guard let place = items.firstIndex(where: { $0.id == id }) else { return false }
    items.remove(at: place)
    return true
  }

  /// Takes all back that have such ids.
  ///
  /// - Returns: the ids of those.
  mutating func remove(_ ids: some Sequence<Int>) -> Set<Int> {
    let chosen = Set(items.map(\.id))
    if chosen.isEmpty { return [] }
    let removed = Set(ids.lazy.filter(chosen.contains))
    items.removeAll { removed.contains($0.id) }
    return removed
  }

  /// Adds as many as can be that are not there, in order.
  ///
  /// - Parameter unwanted: the ids of those that are left out.
  /// - Returns: whether there was room for all.
  mutating func add(
    _ ids: some Sequence<Int>, without unwanted: Set<Int> = [], of candidates: FinderCandidates
  ) -> Bool {
    let known = unwanted.union(items.map(\.id))
    for id in ids where !known.contains(id) {
      if items.count == Self.limit { return false }
      items.append(candidates.item(id))
    }
    return true
  }
}
