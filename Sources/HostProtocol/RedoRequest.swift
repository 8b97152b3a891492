import JSON
import JSONRPC

/// `session/redo`: redoes the next input that was undone. It has no params, and the result of
/// `session/rewind`.
package struct RedoRequest: FrontendRequest {
  package static let method = "session/redo"

  package static var schema: RequestSchema {
    RequestSchema(
      "Has the next input again that was taken back.", result: RewindRequest.resultSchema)
  }

  package init(_ params: Params) {}
}
