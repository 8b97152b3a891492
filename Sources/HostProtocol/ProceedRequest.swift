import JSON
import JSONRPC

/// `replay/proceed`: continues the rest of a turn that was cut off.
package struct ProceedRequest: ReplayRequest {
  package static let method = "replay/proceed"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: what was left of a turn that was cut off.",
      canBeNotification: true)
  }

  package init() {}
  package init(_ params: Params) {}

  package var params: JSONValue { [:] }
}
