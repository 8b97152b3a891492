import JSON
import JSONRPC

/// `replay/arrival`: the first result of a task arrives, as a turn.
package struct ArrivalRequest: ReplayRequest {
  package static let method = "replay/arrival"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: what a task has brought back.",
      params: .object(["task": .integer]), canBeNotification: true)
  }

  /// The number of the task; 0 for results that belong to none.
  package var task: Int

  package init(task: Int) { self.task = task }

  package init(_ params: Params) throws(RPCError) {
    task = Int(clamping: try params.integer("task"))
  }

  package var params: JSONValue { ["task": .integer(Int64(task))] }

  /// The error when the task has no result.
  package var refusal: RPCError {
    RPCError(invalidParamsAt: ["task"], "\(task) has brought nothing back")
  }
}
