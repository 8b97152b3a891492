extension JSONPatch {
  /// Returns the changes that turn one value into another: `apply(difference(from: a, to: b))`
  /// makes a equal to b. Equal values have no difference.
  ///
  /// A value is replaced if piecewise changes would need as many bytes. Values that share storage
  /// are not compared further, so comparing a value with an older copy of itself is cheap.
  ///
  /// - Parameters:
  ///   - key: The member that identifies the elements of arrays of objects, such as `id`; a changed
  ///     and moved element then stays the same one.
  ///   - path: The position of the values in the patched document.
  public static func difference(
    from old: JSONValue,
    to new: JSONValue,
    identifiedBy key: String? = nil,
    at path: JSONPointer = JSONPointer()
  ) -> JSONPatch {
    var builder = PatchBuilder(path: path, key: key)
    builder.appendDifference(from: old, to: new)
    return JSONPatch(builder.operations)
  }

  /// Returns the changes between two arrays of Swift values, matched by identity.
  ///
  /// Only elements that may have changed are encoded. For types without references to objects,
  /// those are the elements with different contents, whatever their `==` returns. Elements of other
  /// types are all encoded and compared by their JSON forms; note that both arrays then see the
  /// present state of a shared object.
  public static func difference<Element: Encodable & Identifiable>(
    from old: [Element],
    to new: [Element],
    at path: JSONPointer = JSONPointer()
  ) throws -> JSONPatch {
    guard let comparison = PlainComparison(Element.self) else {
      return difference(
        from: try JSONValue(encoding: old), to: try JSONValue(encoding: new),
        identifiedBy: "id", at: path)
    }
    return try PlainListChange(from: old, to: new, comparedBy: comparison, at: path).patch
  }
}
