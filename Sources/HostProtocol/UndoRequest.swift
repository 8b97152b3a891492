import JSON
import JSONRPC

/// `session/undo`: takes the last input back. It has no params, and the answer of `session/rewind`.
package struct UndoRequest: FrontendRequest {
  package static let method = "session/undo"

  package init(_ params: Params) {}
}
