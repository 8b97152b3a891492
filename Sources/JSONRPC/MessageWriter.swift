import JSON

/// Messages that go out. The line feed that ends a line is the caller's: messages of a batch share a line.
extension JSONWriter {
  /// A response with a result.
  public mutating func writeResponse(id: RequestID, result: JSONValue) {
    beginResponse(id: id)
    write(result)
    endResponse()
  }

  /// The beginning of a response with a result, which is to be written next, and ``endResponse()`` after it.
  package mutating func beginResponse(id: RequestID) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
    writeRaw(",\"result\":")
  }

  package mutating func endResponse() { writeByte(UInt8(ascii: "}")) }

  private mutating func write(_ id: RequestID) {
    // The most frequent one, without a value made of it.
    if case .integer(let integer) = id { write(integer: integer) } else { write(id.json) }
  }

  /// A response with an error.
  public mutating func writeResponse(id: RequestID, error: RPCError) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
    writeRaw(",\"error\":")
    write(error.json)
    writeRaw("}")
  }

  /// A request.
  public mutating func writeRequest(id: RequestID, method: String, params: JSONValue? = nil) {
    writeRaw("{\"jsonrpc\":\"2.0\",\"id\":")
    write(id)
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
