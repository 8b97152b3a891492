/// Collects the operations of a patch while traversing two values.
struct PatchBuilder: ~Copyable {
  private(set) var operations: [JSONPatch.Operation] = []
  /// The member that identifies the elements of arrays.
  let key: String?
  /// The position of the compared values in the document.
  private var path: JSONPointer
  /// The size of the operations as JSON text in bytes, each with a comma.
  private var size = 0
  /// A buffer for measuring texts.
  private var scratch = JSONWriter()

  init(path: JSONPointer, key: String?) {
    self.path = path
    self.key = key
  }

  mutating func appendDifference(from old: JSONValue, to new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)): appendDifference(from: old, to: new)
    case (.array(let old), .array(let new)): appendDifference(from: old, to: new)
    default:
      if old != new { append(.replace(path: path, value: new)) }
    }
  }

  private mutating func appendDifference(from old: JSONObject, to new: JSONObject) {
    if old.members.isIdentical(to: new.members) { return }
    let mark = mark
    for (position, member) in old.members.enumerated()
    where new.position(of: member.key, near: position) == nil {
      append(.remove(path: path.appending(member.key)))
    }
    for (position, member) in new.members.enumerated() {
      guard let oldPosition = old.position(of: member.key, near: position) else {
        append(.add(path: path.appending(member.key), value: member.value))
        continue
      }
      let previous = old.members[oldPosition].value
      if previous.isIdentical(to: member.value) { continue }
      within(member.key) { $0.appendDifference(from: previous, to: member.value) }
    }
    replaceIfSmaller(since: mark) { .object(new) }
  }
}

extension PatchBuilder {
  /// Runs the closure with the path extended by a member or an element.
  mutating func within<E: Error>(
    _ token: String,
    _ body: (inout PatchBuilder) throws(E) -> Void
  ) throws(E) {
    path.tokens.append(token)
    defer { path.tokens.removeLast() }
    try body(&self)
  }

  mutating func append(_ operation: JSONPatch.Operation) {
    operations.append(operation)
    scratch.removeAll()
    scratch.write(operation)
    size += scratch.count + 1
  }

  mutating func remove(at index: Int) {
    append(.remove(path: path.appending(index)))
  }

  mutating func insert(_ value: JSONValue, at index: Int) {
    append(.add(path: path.appending(index), value: value))
  }

  /// The present state, for later comparison.
  var mark: (operations: Int, size: Int) { (operations.count, size) }

  /// Returns the size in bytes of the operations since a mark.
  func size(since mark: (operations: Int, size: Int)) -> Int { size - mark.size }

  /// The minimum size in bytes of an operation that removes or adds an element, with its comma.
  static var leastSize: Int { #"{"op":"remove","path":"/0"},"#.utf8.count }

  /// Replaces the operations since a mark by one `replace` if that is not longer.
  mutating func replaceIfSmaller(
    since mark: (operations: Int, size: Int), by value: () -> JSONValue
  ) {
    guard let limit = limitOfReplacement(size(since: mark)) else { return }
    let value = value()
    scratch.removeAll()
    guard scratch.write(value, upTo: limit) else { return }
    replace(since: mark, by: value)
  }

  /// Replaces the operations since a mark by one `replace` of an array, and encodes only as many
  /// elements as fit.
  ///
  /// - Parameter size: The size of the operations in bytes, or a lower bound.
  /// - Returns: Whether they were replaced.
  mutating func replace<E: Error>(
    since mark: (operations: Int, size: Int), unlessLargerThan size: Int, count: Int,
    element: (Int) throws(E) -> JSONValue
  ) throws(E) -> Bool {
    // An element and its comma have at least two bytes, so a long array is usually rejected here.
    guard size > 2 * count, let limit = limitOfReplacement(size), limit > 2 * count else {
      return false
    }
    var elements: [JSONValue] = []
    scratch.removeAll()
    scratch.writeByte(UInt8(ascii: "["))
    for index in 0..<count {
      let value = try element(index)
      guard scratch.write(value, upTo: limit - 1) else { return false }
      scratch.writeByte(UInt8(ascii: ","))
      elements.append(value)
    }
    guard scratch.count <= limit, count > 0 || limit >= 2 else { return false }
    replace(since: mark, by: .array(elements))
    return true
  }

  /// Returns the maximum size of a value that replaces operations of a given size, in bytes; nil if
  /// there are none to replace.
  private mutating func limitOfReplacement(_ size: Int) -> Int? {
    guard size > 0 else { return nil }
    scratch.removeAll()
    scratch.write(JSONPatch.Operation.replace(path: path, value: .null))
    // The size left besides the rest of the operation and its comma.
    let limit = size - (scratch.count - "null".utf8.count + 1)
    return limit > 0 ? limit : nil
  }

  private mutating func replace(since mark: (operations: Int, size: Int), by value: JSONValue) {
    operations.removeSubrange(mark.operations...)
    size = mark.size
    append(.replace(path: path, value: value))
  }
}

extension JSONObject {
  /// Returns the position of a key, which is probably near the given one.
  fileprivate func position(of key: String, near position: Int) -> Int? {
    if position < count, members[position].key.hasSameCodeUnits(as: key) { return position }
    return self.position(of: key)
  }
}

extension JSONWriter {
  /// Appends as many bytes as a value has, or only some of them and returns false if the buffer
  /// would exceed `limit`. The bytes are not quite JSON: a comma replaces each closing bracket.
  fileprivate mutating func write(_ value: JSONValue, upTo limit: Int) -> Bool {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      writeByte(UInt8(ascii: "["))
      for element in elements {
        guard write(element, upTo: limit - 1) else { return false }
        writeByte(UInt8(ascii: ","))
      }
    case .object(let object) where !object.isEmpty:
      writeByte(UInt8(ascii: "{"))
      for member in object.members {
        write(string: member.key)
        writeByte(UInt8(ascii: ":"))
        guard write(member.value, upTo: limit - 1) else { return false }
        writeByte(UInt8(ascii: ","))
      }
    default: write(value)
    }
    return count <= limit
  }
}
