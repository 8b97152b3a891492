import JSON

extension JSONValue {
  /// What a frontend goes by of a line of the host, which may be an array: all but the lines of log, and the name and
  /// version of the program; `nil` when nothing else is in it. Hosts that differ in these alone say the same.
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
