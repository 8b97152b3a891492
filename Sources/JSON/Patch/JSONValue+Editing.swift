/// The edits of which patches consist. Each changes one path in current and returns the data for
/// its inverse.
extension JSONValue {
  /// The reason why an edit is not possible, as text.
  struct EditFault: Error {
    let reason: String
  }

  /// The effect of an edit, with which it can be reverted.
  enum Edit {
    /// The element or the new member at the path was added.
    case added(path: JSONPointer)
    /// The value at the path, this one, was replaced.
    case replaced(path: JSONPointer, JSONValue)
    /// The element or member at this position of its container was removed.
    case removed(path: JSONPointer, position: Int, JSONValue)
  }

  /// Passes the value at the end of some tokens to the closure for a change in current.
  mutating func withValue<R>(
    at tokens: ArraySlice<String>,
    _ body: (inout JSONValue) throws(EditFault) -> R
  ) throws(EditFault) -> R {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .object(var object):
      guard let position = object.position(of: token) else {
        throw EditFault(reason: "there is no member \"\(token)\"")
      }
      self = .null
      defer { self = .object(object) }
      return try object.update(at: position) { member throws(EditFault) in
        try member.withValue(at: tokens.dropFirst(), body)
      }
    case .array(var array):
      let index = try JSONValue.index(token, below: array.count, of: array.count)
      self = .null
      defer { self = .array(array) }
      return try array[index].withValue(at: tokens.dropFirst(), body)
    default:
      throw EditFault(reason: "there is no \"\(token)\" in \(kind)")
    }
  }

  private static func index(
    _ token: String,
    below limit: Int,
    of count: Int
  ) throws(EditFault) -> Int {
    guard let index = JSONPointer.arrayIndex(token) else {
      throw EditFault(reason: "\"\(token)\" is not an index of an array")
    }
    guard index < limit else {
      throw EditFault(reason: "there is no element \(index) in an array of \(count)")
    }
    return index
  }

  /// RFC 6902's `add` (section 4.1).
  mutating func add(_ value: JSONValue, at path: JSONPointer) throws(EditFault) -> Edit {
    guard let token = path.tokens.last else { return try replace(path, with: value) }
    return try withValue(at: path.tokens.dropLast()) { parent throws(EditFault) in
      switch parent {
      case .object(var object):
        parent = .null
        defer { parent = .object(object) }
        let previous = object[token]
        object[token] = value
        return previous.map { .replaced(path: path, $0) } ?? .added(path: path)
      case .array(var array):
        let index =
          token == "-"
          ? array.count
          : try JSONValue.index(token, below: array.count + 1, of: array.count)
        parent = .null
        array.insert(value, at: index)
        parent = .array(array)
        return .added(path: JSONPointer(tokens: path.tokens.dropLast()).appending(index))
      default:
        throw EditFault(reason: "nothing can be added to \(parent.kind)")
      }
    }
  }

  /// RFC 6902's `replace` (section 4.3).
  mutating func replace(_ path: JSONPointer, with value: JSONValue) throws(EditFault) -> Edit {
    try withValue(at: path.tokens[...]) { current throws(EditFault) in
      let previous = current
      current = value
      return .replaced(path: path, previous)
    }
  }

  /// RFC 6902's `remove` (section 4.2); removing the root leaves `null`.
  mutating func remove(_ path: JSONPointer) throws(EditFault) -> (edit: Edit, value: JSONValue) {
    guard let token = path.tokens.last else {
      let previous = self
      self = .null
      return (.replaced(path: path, previous), previous)
    }
    return try withValue(at: path.tokens.dropLast()) { parent throws(EditFault) in
      switch parent {
      case .object(var object):
        guard let position = object.position(of: token) else {
          throw EditFault(reason: "there is no member \"\(token)\"")
        }
        parent = .null
        let value = object.remove(at: position).value
        parent = .object(object)
        return (.removed(path: path, position: position, value), value)
      case .array(var array):
        let index = try JSONValue.index(token, below: array.count, of: array.count)
        parent = .null
        let value = array.remove(at: index)
        parent = .array(array)
        return (.removed(path: path, position: index, value), value)
      default:
        throw EditFault(reason: "there is no \"\(token)\" in \(parent.kind)")
      }
    }
  }

  /// Reverts an edit. All later edits must have been reverted before.
  mutating func revert(_ edit: Edit) throws(EditFault) {
    switch edit {
    case .added(let path): _ = try remove(path)
    case .replaced(let path, let value): _ = try replace(path, with: value)
    case .removed(let path, let position, let value):
      guard let token = path.tokens.last else { return }
      try withValue(at: path.tokens.dropLast()) { parent throws(EditFault) in
        switch parent {
        case .object(var object):
          parent = .null
          object.insert((token, value), at: position)
          parent = .object(object)
        case .array(var array):
          parent = .null
          array.insert(value, at: position)
          parent = .array(array)
        default: break
        }
      }
    }
  }
}
