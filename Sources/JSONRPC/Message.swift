import JSON

/// A message that was received (JSON-RPC 2.0, sections 4 and 5).
///
/// Its method and params are valid as long as the text that it was read from.
package enum Message {
  case request(id: RequestID, method: JSONText, params: IndexedValue?)
  /// The params may be of any kind, as a notification cannot be refused (section 4.1).
  case notification(method: JSONText, params: IndexedValue?)
  case response(id: RequestID, Result<JSONValue, RPCError>)
  /// A response whose error is malformed.
  case invalidResponse(id: RequestID, RPCError)
  /// JSON that is no message; it is answered with an error for that id.
  case invalid(id: RequestID, RPCError)

  /// The key of the objects that get an index of their own.
  package static let indexedKey: StaticString = "params"

  /// Reads a single message. Members outside of the specification are ignored.
  package init(_ object: IndexedValue) {
    guard object.isObject else {
      self = .invalid(
        id: .null,
        RPCError(.invalidRequest, "Invalid request: not an object but \(object.json.kind)"))
      return
    }
    let members = Members(object)
    var id: RequestID?
    if let value = members.id {
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
    // It gets no error response, which would answer a response.
    if let id, members.method == nil, members.result != nil || members.error != nil {
      self = Self.response(id, members)
      return
    }
    guard members.areOfVersion2 else {
      self = invalid("jsonrpc is not \"2.0\"")
      return
    }
    guard let method = members.method else {
      self = invalid("there is no method")
      return
    }
    guard let name = method.text else {
      self = invalid("method is not a string but \(method.json.kind)")
      return
    }
    var params = members.params
    if let value = params, !value.isObject {
      let json = value.json
      if json.isNull {
        // Some libraries write null for absent params.
        params = nil
      } else if id != nil, json.arrayValue == nil {
        self = invalid("params is neither an object nor an array but \(json.kind)")
        return
      }
    }
    if let id {
      // Its response would equal the one to a line that cannot be parsed.
      self = id == .null ? invalid("id is null") : .request(id: id, method: name, params: params)
    } else {
      self = .notification(method: name, params: params)
    }
  }

  /// The members of the specification. If a name occurs twice, the last one counts.
  private struct Members {
    var areOfVersion2 = false
    var id: IndexedValue?
    var method: IndexedValue?
    var params: IndexedValue?
    var result: IndexedValue?
    var error: IndexedValue?

    init(_ object: IndexedValue) {
      let version: StaticString = "2.0"
      object.forEachMember { key, value in
        switch key {
        case "jsonrpc": areOfVersion2 = value.text.map { version ~= $0 } ?? false
        case "method": method = value
        case "params": params = value
        case "id": id = value
        case "result": result = value
        case "error": error = value
        default: break
        }
      }
    }
  }

  /// The message for an empty array (section 6).
  package static var emptyBatch: Message {
    .invalid(id: .null, RPCError(.invalidRequest, "Invalid request: the batch is empty"))
  }

  /// Reads a response. If it has both a result and an error, the error counts.
  private static func response(_ id: RequestID, _ members: Members) -> Message {
    func invalid(_ reason: String) -> Message {
      .invalidResponse(id: id, RPCError(.invalidRequest, "Invalid response: \(reason)"))
    }
    guard members.areOfVersion2 else { return invalid("jsonrpc is not \"2.0\"") }
    if let error = members.error?.json, !error.isNull {
      guard let error = RPCError(error) else {
        return invalid("error is not an object with code and message")
      }
      return .response(id: id, .failure(error))
    }
    guard let result = members.result else {
      return invalid("error is null, and there is no result")
    }
    return .response(id: id, .success(result.json))
  }
}
