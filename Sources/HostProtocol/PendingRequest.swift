import JSON

/// `host/pending`: what may still cause changes without further input. It has no params.
package struct PendingRequest: FrontendRequest {
  package static let method = "host/pending"

  package static var schema: RequestSchema {
    RequestSchema(
      "What may still change something although nothing more is sent.",
      result: .sent(
        ["inputs": .count, "services": .count], optional: ["tasks": .count, "timer": .count]))
  }

  package init(_ params: Params) {}

  /// Returns the result of the request.
  ///
  /// - Parameters:
  ///   - inputs: the number of running asynchronous inputs.
  ///   - services: the number of open service calls.
  ///   - tasks: the number of steps of tasks on other threads; left out when 0.
  ///   - timer: the time until the next timer is due, in milliseconds; `nil` if none is set.
  package static func result(inputs: Int, services: Int, tasks: Int, timer: Int64?) -> JSONValue {
    var object: JSONObject = [
      "inputs": .integer(Int64(inputs)), "services": .integer(Int64(services)),
    ]
    if tasks > 0 { object["tasks"] = .integer(Int64(tasks)) }
    if let timer { object["timer"] = .integer(timer) }
    return .object(object)
  }
}
