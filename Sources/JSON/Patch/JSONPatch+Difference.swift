extension JSONPatch {
  /// The changes that turn one value into another: `apply(difference(from: a, to: b))` makes a equal
  /// to b, and between equal values there are none.
  ///
  /// - Parameters:
  ///   - key: The member that identifies the elements of arrays of objects, as `id`; then an element
  ///     that is somewhere else is moved, and one that was changed is changed in place.
  ///   - path: Where the values stand in the document that the patch is for.
  public static func difference(
    from old: JSONValue,
    to new: JSONValue,
    identifiedBy key: String? = nil,
    at path: JSONPointer = JSONPointer()
  ) -> JSONPatch {
    var patch = JSONPatch()
    patch.appendDifference(from: old, to: new, at: path)
    return patch
  }

  /// The changes between two arrays of Swift values, matched by their identity.
  ///
  /// An element whose bits are the same in both arrays is taken as unchanged and never encoded, so the
  /// elements must be values through and through, without references to objects that change.
  public static func difference<Element: Encodable & Identifiable>(
    from old: [Element],
    to new: [Element],
    at path: JSONPointer = JSONPointer()
  ) throws -> JSONPatch {
    difference(from: try JSONValue(encoding: old), to: try JSONValue(encoding: new), at: path)
  }

  private mutating func appendDifference(
    from old: JSONValue,
    to new: JSONValue,
    at path: JSONPointer
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for (key, _) in old where new[key] == nil {
        operations.append(.remove(path: path.appending(key)))
      }
      for (key, value) in new {
        if let previous = old[key] {
          appendDifference(from: previous, to: value, at: path.appending(key))
        } else {
          operations.append(.add(path: path.appending(key), value: value))
        }
      }
    case (.array(let old), .array(let new)):
      for index in (new.count..<max(old.count, new.count)).reversed() {
        operations.append(.remove(path: path.appending(index)))
      }
      for (index, value) in new.enumerated() {
        if index < old.count {
          appendDifference(from: old[index], to: value, at: path.appending(index))
        } else {
          operations.append(.add(path: path.appending(index), value: value))
        }
      }
    default:
      if old != new { operations.append(.replace(path: path, value: new)) }
    }
  }
}
