import JSON

/// Messages that go out. The line feed that ends a line is the caller's: messages of a batch share a line.
extension JSONWriter {
  /// A response with a result.
  public mutating func writeResponse(id: RequestID, result: JSONValue) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"result\":")
    write(result)
    writeRaw("}")
  }

  /// A response with an error.
  public mutating func writeResponse(id: RequestID, error: RPCError) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"error\":")
    write(error.json)
    writeRaw("}")
  }

  /// A request.
  public mutating func writeRequest(id: RequestID, method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id.json)
    writeRaw(",\"method\":")
    write(string: method)
    writeParams(params)
  }

  /// A notification.
  public mutating func writeNotification(method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"method\":")
    write(string: method)
    writeParams(params)
  }

  private mutating func writeParams(_ params: JSONValue?) {
    if let params {
      writeRaw(",\"params\":")
      write(params)
    }
    writeRaw("}")
  }
}
