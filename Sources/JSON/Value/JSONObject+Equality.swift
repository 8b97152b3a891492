extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    if left.members.isIdentical(to: right.members) { return true }
    guard left.count == right.count else { return false }
    return left.members.withMembers { members in
      right.members.withMembers { others in
        for position in members.indices {
          // Mostly the order is the same.
          var place = position
          if !members[position].key.hasSameCodeUnits(as: others[position].key) {
            guard let found = right.position(of: members[position].key) else { return false }
            place = found
          }
          if members[position].value != others[place].value { return false }
        }
        return true
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
