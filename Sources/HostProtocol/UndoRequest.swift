import JSON
import JSONRPC

/// `session/undo`: undoes the last input. It has no params, and the result of `session/rewind`.
package struct UndoRequest: FrontendRequest {
  package static let method = "session/undo"

  package static var schema: RequestSchema {
    RequestSchema("Takes the last input back.", result: RewindRequest.resultSchema)
  }

  package init(_ params: Params) {}
}
