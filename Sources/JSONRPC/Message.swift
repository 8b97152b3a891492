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
    // Never answered with an error, which would be a response to a response.
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
        // Some libraries write null for none.
        params = nil
      } else if id != nil, json.arrayValue == nil {
        self = invalid("params is neither an object nor an array but \(json.kind)")
        return
      }
    }
    if let id {
      // Its answer could not be told from that to a line that could not be read.
      self = id == .null ? invalid("id is null") : .request(id: id, method: name, params: params)
    } else {
      self = .notification(method: name, params: params)
    }
  }

  /// The members that the specification names; of two with the same name the last.
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

  /// An array without messages is a single invalid one (section 6).
  package static var emptyBatch: Message {
    .invalid(id: .null, RPCError(.invalidRequest, "Invalid request: the batch is empty"))
  }

  /// Reads an object with a result or an error. Where there are both, it is the error that must not be missed.
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
