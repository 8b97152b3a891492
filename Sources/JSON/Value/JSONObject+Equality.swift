extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.members.isIdentical(to: right.members) { return true }
    guard left.count == right.count else { return false }
    return left.members.withMembers { members in
      right.members.withMembers { others in
        for position in members.indices {
          // Usually the order is equal.
          var otherPosition = position
          if !members[position].key.hasSameCodeUnits(as: others[position].key) {
            guard let found = right.position(of: members[position].key) else { return false }
            otherPosition = found
          }
          if members[position].value != others[otherPosition].value { return false }
        }
        return true
      }
    }
  }

  /// Hashes the members independently of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var memberHasher = Hasher()
      member.key.hashCodeUnits(into: &memberHasher)
      memberHasher.combine(member.value)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(sum)
  }
}
