import JSON
import JSONRPC
import TestSupport

/// What a message is by its tree: the rules of JSON-RPC once more, to compare with.
extension ReadMessage {
  static func messages(ofTree tree: JSONValue) -> [ReadMessage] {
    (tree.arrayValue ?? [tree]).map(ReadMessage.init(tree:))
  }

  private init(tree: JSONValue) {
    func invalid(_ id: RequestID?, _ reason: String) -> ReadMessage {
      .invalid(id: id ?? .null, RPCError(.invalidRequest, "Invalid request: \(reason)"))
    }
    guard let object = tree.objectValue else {
      self = invalid(nil, "not an object but \(tree.kind)")
      return
    }
    let id = object["id"].flatMap(RequestID.init)
    let isResponse = object["method"] == nil && (object["result"] ?? object["error"]) != nil
    self =
      if object["id"] != nil && id == nil {
        invalid(nil, "id is neither a string nor a number")
      } else if let id, isResponse {
        Self.response(id, object)
      } else if object["jsonrpc"] != .string("2.0") {
        invalid(id, "jsonrpc is not \"2.0\"")
      } else {
        switch (object["method"], object["params"] == .null ? nil : object["params"], id) {
        case (nil, _, _): invalid(id, "there is no method")
        case (.string(let method)?, let params, nil):
          .notification(method: method, params: params)
        case (.string?, let params?, let id?)
        where params.objectValue == nil && params.arrayValue == nil:
          invalid(id, "params is neither an object nor an array but \(params.kind)")
        case (.string?, _, .null?): invalid(nil, "id is null")
        case (.string(let method)?, let params, let id?):
          .request(id: id, method: method, params: params)
        case (let method?, _, _): invalid(id, "method is not a string but \(method.kind)")
        }
      }
  }

  private static func response(_ id: RequestID, _ object: JSONObject) -> ReadMessage {
    func invalid(_ reason: String) -> ReadMessage {
      .invalidResponse(id: id, RPCError(.invalidRequest, "Invalid response: \(reason)"))
    }
    if object["jsonrpc"] != .string("2.0") { return invalid("jsonrpc is not \"2.0\"") }
    if let error = object["error"], error != .null {
      guard let error = RPCError(error) else {
        return invalid("error is not an object with code and message")
      }
      return .response(id: id, .failure(error))
    }
    if let result = object["result"] { return .response(id: id, .success(result)) }
    return invalid("error is null, and there is no result")
  }
}
