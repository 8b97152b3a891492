import JSON

extension JSONValue {
  /// Whether it consists of more than so many values.
  nonisolated func hasMoreValues(than limit: Int) -> Bool {
    var room = limit
    return !fits(into: &room)
  }

  /// Whether there is room for all values that it consists of; they take it.
  nonisolated func fits(into room: inout Int) -> Bool {
    room -= 1
    switch self {
    case .array(let elements):
      if elements.count > room { return false }
      return elements.allSatisfy { $0.fits(into: &room) }
    case .object(let members):
      if members.count > room { return false }
      return members.allSatisfy { $0.value.fits(into: &room) }
    default: return room >= 0
    }
  }
}
