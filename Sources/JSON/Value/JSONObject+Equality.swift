extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.members.isIdentical(to: right.members) { return true }
    guard left.count == right.count else { return false }
    return left.members.withMembers { members in
      right.members.withMembers { others in
        members.indices.allSatisfy { position in
          let member = members[position]
          // Mostly the order is the same.
          if member.key.hasSameCodeUnits(as: others[position].key) {
            return member.value == others[position].value
          }
          guard let other = right.position(of: member.key) else { return false }
          return member.value == others[other].value
        }
      }
    }
  }

  /// Feeds the members so that their order does not count.
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
