import JSON
import JSONRPC

/// `service/call`: an instance needs something done outside. This is what a host requests.
package struct ServiceCallRequest {
  package static let method = "service/call"

  /// Service calls are counted as they are sent.
  package var number: Int
  package var service: String
  /// The instance that needs it; `nil` for what the instances share.
  package var instance: String?
  package var arguments: JSONValue

  package init(number: Int, service: String, instance: String?, arguments: JSONValue) {
    self.number = number
    self.service = service
    self.instance = instance
    self.arguments = arguments
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

  package var params: JSONValue {
    var params: JSONObject = ["service": .string(service)]
    if let instance { params["id"] = .string(instance) }
    params["arguments"] = arguments
    return .object(params)
  }
}

extension JSONWriter {
  /// Appends a service call, without the end of its line.
  package mutating func write(_ call: ServiceCallRequest) {
    writeRequest(
      id: ServiceCallRequest.id(call.number), method: ServiceCallRequest.method, params: call.params
    )
  }
}
