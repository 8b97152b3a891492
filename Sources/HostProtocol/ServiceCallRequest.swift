import JSON
import JSONRPC

/// `service/call`, a request of the host: an instance calls a service of the frontend.
package struct ServiceCallRequest {
  package static let method = "service/call"

  package static var schema: RequestSchema {
    RequestSchema(
      "An instance needs something done outside.",
      params: .sent(["service": .text, "arguments": .anyObject], optional: ["id": .instanceID]),
      result: .any)
  }

  fileprivate let id: RequestID
  fileprivate let params: JSONValue

  /// - Parameters:
  ///   - number: the number of the call, in the order in which they are sent.
  ///   - content: the call.
  package init(number: Int, _ content: Content) {
    id = Self.id(number)
    params = content.params
  }

  package struct Content: Equatable {
    package let service: String
    /// The id of the calling instance; `nil` for `Services.shared`.
    package let instance: String?
    package let arguments: JSONValue

    package init(service: String, instance: String?, arguments: JSONValue) {
      self.service = service
      self.instance = instance
      self.arguments = arguments
    }

    /// Reads the params of a call that was sent.
    package init(_ params: JSONValue) {
      self.init(
        service: params.text("service"), instance: params["id"]?.stringValue,
        arguments: params["arguments"] ?? .null)
    }

    fileprivate var params: JSONValue {
      var params: JSONObject = ["service": .string(service)]
      if let instance { params["id"] = .string(instance) }
      params["arguments"] = arguments
      return .object(params)
    }

    /// Strings are equal if their code units are.
    package static func == (left: Content, right: Content) -> Bool { left.params == right.params }
  }

  /// Returns the id of a call: `service-1` for the first.
  package static func id(_ number: Int) -> RequestID { .string(ExactString("service-\(number)")) }

  /// Returns the number of a call from its id; `nil` for any other id.
  package static func number(_ id: RequestID) -> Int? {
    guard case .string(let text) = id,
      let number = Int(Substring(text.text.utf8.dropFirst("service-".utf8.count))), number > 0,
      id == Self.id(number)
    else { return nil }
    return number
  }
}

extension JSONWriter {
  /// Appends a service call without a line break.
  package mutating func write(_ call: ServiceCallRequest) {
    writeRequest(id: call.id, method: ServiceCallRequest.method, params: call.params)
  }
}
