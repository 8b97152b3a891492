import JSON
import JSONRPC

/// `service/call`: an instance needs something done outside. This is what a host requests.
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
  ///   - number: service calls are counted as they are sent.
  ///   - content: what is needed.
  package init(number: Int, _ content: Content) {
    id = Self.id(number)
    params = content.params
  }

  /// What an instance needs.
  package struct Content: Equatable {
    package let service: String
    /// The id of the instance that needs it; `nil` for what the instances share.
    package let instance: String?
    package let arguments: JSONValue

    package init(service: String, instance: String?, arguments: JSONValue) {
      self.service = service
      self.instance = instance
      self.arguments = arguments
    }

    /// What was sent.
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

    /// Strings are the same if their code units are.
    package static func == (left: Content, right: Content) -> Bool { left.params == right.params }
  }

  /// `service-1` for the first.
  package static func id(_ number: Int) -> RequestID { .string(ExactString("service-\(number)")) }

  /// The number of a call, from an id of just the form that was sent.
  package static func number(_ id: RequestID) -> Int? {
    guard case .string(let text) = id, let number = Int(text.text.dropFirst("service-".count)),
      number > 0, id == Self.id(number)
    else { return nil }
    return number
  }
}

extension JSONWriter {
  /// Appends a service call, without the end of its line.
  package mutating func write(_ call: ServiceCallRequest) {
    writeRequest(id: call.id, method: ServiceCallRequest.method, params: call.params)
  }
}
