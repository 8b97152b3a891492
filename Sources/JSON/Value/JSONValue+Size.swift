extension JSONValue {
  /// Whether it consists of more values than the limit.
  package func hasMoreValues(than limit: Int) -> Bool {
    var room = limit
    return !fits(into: &room)
  }

  /// Whether a text or a key in it has more bytes than the limit.
  package func hasText(longerThan limit: Int) -> Bool {
    switch self {
    case .string(let text): text.utf8.count > limit
    case .array(let elements): elements.contains { $0.hasText(longerThan: limit) }
    case .object(let object):
      object.contains { $0.key.utf8.count > limit || $0.value.hasText(longerThan: limit) }
    default: false
    }
  }

  /// Whether all of its values fit into `room`, which is reduced by their number.
  package func fits(into room: inout Int) -> Bool {
    room -= 1
    switch self {
    case .array(let elements):
      return elements.count <= room && elements.allSatisfy { $0.fits(into: &room) }
    case .object(let object):
      return object.count <= room
        && object.members.withMembers { members in
          members.allSatisfy { $0.value.fits(into: &room) }
        }
    default: return room >= 0
    }
  }
}
