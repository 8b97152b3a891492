import JSON
import JSONRPC

/// A message of which nothing points into its text, so that it can be kept and compared.
package enum ReadMessage: Equatable, Sendable {
  case request(id: RequestID, method: String, params: JSONValue?)
  case notification(method: String, params: JSONValue?)
  case response(id: RequestID, Result<JSONValue, RPCError>)
  case invalidResponse(id: RequestID, RPCError)
  case invalid(id: RequestID, RPCError)

  package init(_ message: Message) {
    switch message {
    case .request(let id, let method, let params):
      self = .request(id: id, method: method.string, params: params?.json)
    case .notification(let method, let params):
      self = .notification(method: method.string, params: params?.json)
    case .response(let id, let result): self = .response(id: id, result)
    case .invalidResponse(let id, let error): self = .invalidResponse(id: id, error)
    case .invalid(let id, let error): self = .invalid(id: id, error)
    }
  }

  /// Reads a text that is a single message.
  package init(_ text: String) throws(JSONParseError) {
    self = try MemberIndex.reading(text.utf8) { ReadMessage(Message($0)) }
  }

  /// Reads the message of a text, or those of its array.
  package static func read(_ text: [UInt8]) throws(JSONParseError) -> [ReadMessage] {
    try MemberIndex.reading(text) { value in
      (value.elements ?? [value]).map { ReadMessage(Message($0)) }
    }
  }
}
