import JSON

/// Messages that go out, each written as one line with its line feed.
extension JSONWriter {
  /// A response with a result.
  public mutating func writeResponse(id: RequestID, result: JSONValue) {
    beginResponse(id: id)
    write(result)
    endMessage()
  }

  /// A response with an error.
  public mutating func writeResponse(id: RequestID, error: RPCError) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"error\":")
    write(error.json)
    endMessage()
  }

  /// A request.
  public mutating func writeRequest(id: RequestID, method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"method\":")
    write(string: method)
    writeParams(params)
    endMessage()
  }

  /// A notification.
  public mutating func writeNotification(method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":")
    write(string: method)
    writeParams(params)
    endMessage()
  }

  /// The beginning of a response, up to its result, which the caller writes before ``endMessage()``.
  public mutating func beginResponse(id: RequestID) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"result\":")
  }

  /// Ends a message and its line.
  public mutating func endMessage() {
    writeRaw("}\n")
  }

  private mutating func writeParams(_ params: JSONValue?) {
    guard let params else { return }
    writeRaw(",\"params\":")
    write(params)
  }
}
