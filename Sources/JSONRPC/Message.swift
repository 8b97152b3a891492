import JSON

/// One message that came in (JSON-RPC 2.0, sections 4 and 5).
///
/// Its method and params are valid as long as the text that it was read from.
package enum Message {
  case request(id: RequestID, method: JSONText, params: IndexedValue?)
  /// No answer can refuse the params of a notification (section 4.1), so they may be of any kind here.
  case notification(method: JSONText, params: IndexedValue?)
  case response(id: RequestID, Result<JSONValue, RPCError>)
  /// A response to that request whose error is none.
  case invalidResponse(id: RequestID, RPCError)
  /// JSON that is no message; the answer is an error with that id.
  case invalid(id: RequestID, RPCError)

  /// The key whose objects are worth an index of their own.
  package static let indexedKey: StaticString = "params"

  /// Reads a single message. Members that the specification does not name are ignored.
  package init(_ object: IndexedValue) {
    guard object.isObject else {
      self = .invalid(
        id: .null,
        RPCError(.invalidRequest, "Invalid request: not an object but \(object.json.kind)"))
      return
    }
    var id: RequestID?
    if let value = object["id"] {
      guard let read = RequestID(value.json) else {
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
    let method = object["method"]
    if let id, method == nil, object["result"] != nil || object["error"] != nil {
      self = Self.response(id, object)
      return
    }
    guard Self.hasVersion(object) else {
      self = invalid("jsonrpc is not \"2.0\"")
      return
    }
    if let method {
      guard let name = method.text else {
        self = invalid("method is not a string but \(method.json.kind)")
        return
      }
      var params = object["params"]
      if let value = params, !value.isObject {
        let json = value.json
        if json.isNull {
          // Some libraries write null for none.
          params = nil
        } else if id != nil, json.arrayValue == nil {
          self = invalid("params is neither an object nor an array but \(json.kind)")
          return
        }
      }
      if let id {
        self = .request(id: id, method: name, params: params)
      } else {
        self = .notification(method: name, params: params)
      }
    } else {
      self = invalid("there is no method")
    }
  }

  /// An array without messages is a single invalid one (section 6).
  package static var emptyBatch: Message {
    .invalid(id: .null, RPCError(.invalidRequest, "Invalid request: the batch is empty"))
  }

  /// Reads an object with a result or an error. Where there are both, it is the error that must not be missed.
  private static func response(_ id: RequestID, _ object: IndexedValue) -> Message {
    func invalid(_ reason: String) -> Message {
      .invalidResponse(id: id, RPCError(.invalidRequest, "Invalid response: \(reason)"))
    }
    guard hasVersion(object) else { return invalid("jsonrpc is not \"2.0\"") }
    if let error = object["error"]?.json, !error.isNull {
      guard let error = RPCError(error) else {
        return invalid("error is not an object with code and message")
      }
      return .response(id: id, .failure(error))
    }
    guard let result = object["result"] else {
      return invalid("error is null, and there is no result")
    }
    return .response(id: id, .success(result.json))
  }

  private static func hasVersion(_ object: IndexedValue) -> Bool {
    let version: StaticString = "2.0"
    return if case version? = object["jsonrpc"]?.text { true } else { false }
  }
}
