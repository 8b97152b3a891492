import JSON

/// Writes messages. The caller ends the line, as the messages of a batch share one.
extension JSONWriter {
  /// Appends a response with a result.
  public mutating func writeResponse(id: RequestID, result: JSONValue) {
    beginResponse(id: id)
    write(result)
    endResponse()
  }

  /// Begins a response. Its result follows, and then ``endResponse()``.
  package mutating func beginResponse(id: RequestID) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
    writeRaw(",\"result\":")
  }

  package mutating func endResponse() { writeByte(UInt8(ascii: "}")) }

  private mutating func write(_ id: RequestID) {
    // The most frequent kind, without allocating a value.
    if case .integer(let integer) = id { write(integer: integer) } else { write(id.json) }
  }

  /// Appends a response with an error.
  public mutating func writeResponse(id: RequestID, error: RPCError) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
    writeRaw(",\"error\":")
    write(error.json)
    writeRaw("}")
  }

  /// Appends a request.
  public mutating func writeRequest(id: RequestID, method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
    writeRaw(",\"method\":")
    write(string: method)
    writeParams(params)
  }

  /// Appends a notification.
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
