import JSON

extension JSONValue {
  /// A message of the host, or an array of messages, without log messages and without the program's
  /// name and version; `nil` when nothing remains. If hosts differ only in these, frontends behave
  /// equally.
  package var withoutWordsForPeople: JSONValue? {
    if let messages = arrayValue {
      let rest = messages.compactMap(\.withoutWordsForPeople)
      return rest.isEmpty ? nil : .array(rest)
    }
    if self["method"]?.stringValue == LogNotification.method { return nil }
    guard case .object(var message) = self, case .object(var result)? = message["result"],
      result["protocolVersion"] != nil
    else { return self }
    result["host"] = nil
    message["result"] = .object(result)
    return .object(message)
  }
}
