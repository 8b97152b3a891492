/// Lenient accessors: a missing member, or one of another kind, reads as empty.
extension JSONValue {
  /// Returns the string in a member.
  package func text(_ member: String) -> String { self[member]?.stringValue ?? "" }

  /// Returns the elements of the array in a member.
  package func list(_ member: String) -> [JSONValue] { self[member]?.arrayValue ?? [] }

  /// Returns the strings in the array in a member.
  package func texts(_ member: String) -> [String] { list(member).compactMap(\.stringValue) }

  /// Returns the names of the objects in the array in a member.
  package func names(_ member: String) -> [String] {
    list(member).compactMap { $0["name"]?.stringValue }
  }

  /// Returns the members of the object in a member.
  package func members(_ member: String) -> JSONObject { self[member]?.objectValue ?? [:] }
}
