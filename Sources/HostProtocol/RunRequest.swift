import JSON
import JSONRPC

/// `replay/run`: tasks take their next steps.
package struct RunRequest: ReplayRequest {
  package static let method = "replay/run"

  package static var schema: RequestSchema {
    RequestSchema(
      "In a recording: steps of tasks.",
      params: .object([
        "tasks": .list(
          of: .anyOf(.integer, .object(["task": .integer, "now": .milliseconds])))
      ]), canBeNotification: true)
  }

  package struct Step: Equatable, Sendable {
    package var task: Int
    /// The time that the step read as now, in nanoseconds since the start; `nil` for the time at
    /// which it was scheduled.
    package var time: Int64?

    package init(of task: Int, at time: Int64? = nil) {
      self.task = task
      self.time = time
    }
  }

  /// The steps, in the order of their first effects.
  package var steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  package init(_ params: Params) throws(RPCError) {
    steps = try params.elements(
      "tasks", "integers or {task, now}", each: "an integer or {task, now}"
    ) { element, path throws(RPCError) in
      if let task = element.integerValue { return Step(of: Int(clamping: task)) }
      guard let members = element.objectValue else { return nil }
      let step = NestedParams(members, at: path)
      return Step(
        of: Int(clamping: try step.integer("task")),
        at: try AdvanceClockRequest.nanoseconds("now", of: step))
    }
  }

  package var params: JSONValue {
    [
      "tasks": .array(
        steps.map { step in
          let task = JSONValue.integer(Int64(step.task))
          guard let time = step.time else { return task }
          return ["task": task, "now": AdvanceClockRequest.milliseconds(time)]
        })
    ]
  }

  /// Returns the error when a task has no step to take.
  package static func refusal(_ task: Int) -> RPCError {
    RPCError(invalidParamsAt: ["tasks"], "\(task) has no step to take")
  }
}
