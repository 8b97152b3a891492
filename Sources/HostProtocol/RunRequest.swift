import JSON
import JSONRPC

/// `replay/run`: tasks take their next steps.
package struct RunRequest: FrontendRequest {
  package static let method = "replay/run"

  /// The numbers of the tasks.
  package var tasks: [Int]

  package init(tasks: [Int]) { self.tasks = tasks }

  package init(_ params: Params) throws(RPCError) {
    tasks = try params.integers("tasks").map { Int(clamping: $0) }
  }

  package var params: JSONValue { ["tasks": .array(tasks.map { .integer(Int64($0)) })] }

  /// A task has no step to take.
  package static func refusal(_ task: Int) -> RPCError {
    RPCError(invalidParamsAt: ["tasks"], "\(task) has no step to take")
  }
}
