extension JSONPatch {
  /// The changes that turn one value into another: `apply(difference(from: a, to: b))` makes a equal
  /// to b, and between equal values there are none.
  ///
  /// Where changing a value piece by piece would take as many bytes as the whole of it, it is replaced.
  /// Values that share their storage are not looked into, so comparing a value with an older copy of
  /// itself costs little.
  ///
  /// - Parameters:
  ///   - key: The member that identifies the elements of arrays of objects, as `id`; then an element
  ///     that has changed and moved is still the same one.
  ///   - path: Where the values stand in the document that the patch is for.
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

  /// The changes between two arrays of Swift values, matched by their identity.
  ///
  /// Only elements that may have changed are encoded: of values that hold no references to objects those that differ
  /// in what they consist of, whatever their `==` says. Elements of other types are all encoded and compared by their
  /// JSON forms; one that refers to an object that has changed since is then the same in both arrays.
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
