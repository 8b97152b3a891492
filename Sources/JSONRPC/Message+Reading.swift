import JSON

extension MemberIndex {
  /// Reads a message or an array of messages, and returns the result of a closure. Values are valid
  /// within it.
  package static func reading<Value>(
    _ text: some Collection<UInt8>, _ body: (IndexedValue) -> Value
  ) throws(JSONParseError) -> Value {
    var value: Result<Value, JSONParseError>?
    Array(text).withUnsafeBytes { bytes in
      read(bytes, goingInto: Message.indexedKey) { text, _ in value = text.map(body) }
    }
    guard let value else { preconditionFailure("the text has not been read") }
    return try value.get()
  }
}
