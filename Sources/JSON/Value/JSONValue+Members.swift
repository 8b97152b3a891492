/// What is read of JSON that need not have it: where a member is missing, or is something else, there is nothing in it.
extension JSONValue {
  /// The string that a member is.
  package func text(_ member: String) -> String { self[member]?.stringValue ?? "" }

  /// The elements of the array that a member is.
  package func list(_ member: String) -> [JSONValue] { self[member]?.arrayValue ?? [] }

  /// The strings in that array.
  package func texts(_ member: String) -> [String] { list(member).compactMap(\.stringValue) }

  /// The names of the objects in that array.
  package func names(_ member: String) -> [String] {
    list(member).compactMap { $0["name"]?.stringValue }
  }

  /// The members of the object that a member is.
  package func members(_ member: String) -> JSONObject { self[member]?.objectValue ?? [:] }
}
