import JSON

/// `host/pending`: what may still change something although nothing more is sent. It has no params.
package struct PendingRequest: FrontendRequest {
  package static let method = "host/pending"

  package static var schema: RequestSchema {
    RequestSchema(
      "What may still change something although nothing more is sent.",
      result: .sent(
        ["inputs": .count, "services": .count], optional: ["tasks": .count, "timer": .count]))
  }

  package init(_ params: Params) {}

  /// The answer.
  ///
  /// - Parameters:
  ///   - inputs: how many asynchronous inputs are on their way.
  ///   - services: how many service calls wait for an answer.
  ///   - tasks: how many steps of tasks are at work on other threads; left out when none is known.
  ///   - timer: how many milliseconds until the next timer falls due, if one is set.
  package static func result(inputs: Int, services: Int, tasks: Int, timer: Int64?) -> JSONValue {
    var object: JSONObject = [
      "inputs": .integer(Int64(inputs)), "services": .integer(Int64(services)),
    ]
    if tasks > 0 { object["tasks"] = .integer(Int64(tasks)) }
    if let timer { object["timer"] = .integer(timer) }
    return .object(object)
  }
}
