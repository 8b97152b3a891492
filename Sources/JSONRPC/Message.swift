import JSON

/// One message that came in (JSON-RPC 2.0, sections 4 and 5).
public enum Message: Equatable, Sendable {
  case request(id: RequestID, method: String, params: JSONValue?)
  /// No answer can refuse the params of a notification (section 4.1), so they may be of any kind here.
  case notification(method: String, params: JSONValue?)
  case response(id: RequestID, Result<JSONValue, RPCError>)
  /// A response to that request whose error is none.
  case invalidResponse(id: RequestID, RPCError)
  /// JSON that is no message; the answer is an error with that id.
  case invalid(id: RequestID, RPCError)

  /// Reads a single message. Members that the specification does not name are ignored.
  public init(_ json: JSONValue) {
    guard case .object(let object) = json else {
      self = .invalid(
        id: .null, RPCError(.invalidRequest, "Invalid request: not an object but \(json.kind)"))
      return
    }
    var id: RequestID?
    if let value = object["id"] {
      guard let read = RequestID(value) else {
        self = .invalid(
          id: .null,
          RPCError(.invalidRequest, "Invalid request: id is neither a string nor a number"))
        return
      }
      id = read
    }
    func invalid(_ reason: String) -> Message {
      .invalid(id: id ?? .null, RPCError(.invalidRequest, "Invalid request: \(reason)"))
    }
    // Never answered with an error, which would be a response to a response.
    if let id, object["method"] == nil, object["result"] != nil || object["error"] != nil {
      self = Self.response(id, object)
      return
    }
    guard case .string("2.0")? = object["jsonrpc"] else {
      self = invalid("jsonrpc is not \"2.0\"")
      return
    }
    if let method = object["method"] {
      guard case .string(let method) = method else {
        self = invalid("method is not a string but \(method.kind)")
        return
      }
      // Some libraries write null for none.
      var params = object["params"]
      if params?.isNull == true { params = .none }
      guard let id else {
        self = .notification(method: method, params: params)
        return
      }
      switch params {
      case nil, .object, .array: self = .request(id: id, method: method, params: params)
      case let params?:
        self = invalid("params is neither an object nor an array but \(params.kind)")
      }
    } else {
      self = invalid("there is no method")
    }
  }

  /// Reads an object with a result or an error. Where there are both, it is the error that must not be missed.
  private static func response(_ id: RequestID, _ object: JSONObject) -> Message {
    func invalid(_ reason: String) -> Message {
      .invalidResponse(id: id, RPCError(.invalidRequest, "Invalid response: \(reason)"))
    }
    guard case .string("2.0")? = object["jsonrpc"] else { return invalid("jsonrpc is not \"2.0\"") }
    if let error = object["error"], error != .null {
      guard let error = RPCError(error) else {
        return invalid("error is not an object with code and message")
      }
      return .response(id: id, .failure(error))
    }
    guard let result = object["result"] else {
      return invalid("error is null, and there is no result")
    }
    return .response(id: id, .success(result))
  }
}

/// What one line holds: a message, or a batch of them (JSON-RPC 2.0, section 6).
public enum Payload: Equatable, Sendable {
  case single(Message)
  case batch([Message])

  /// An empty batch is a single invalid message, as the specification wants it.
  public init(_ json: JSONValue) {
    switch json {
    case .array(let elements) where elements.isEmpty:
      self = .single(
        .invalid(id: .null, RPCError(.invalidRequest, "Invalid request: the batch is empty")))
    case .array(let elements): self = .batch(elements.map(Message.init))
    default: self = .single(Message(json))
    }
  }
}
