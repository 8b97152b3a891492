import JSON
import JSONRPC

/// `session/undo`: takes the last input back. It has no params, and the answer of `session/rewind`.
package struct UndoRequest: FrontendRequest {
  package static let method = "session/undo"

  package static var schema: RequestSchema {
    RequestSchema("Takes the last input back.", result: RewindRequest.resultSchema)
  }

  package init(_ params: Params) {}
}
