import JSON
import JSONRPC

/// An event that came without a line in the session, and that a recording repeats as a turn:
/// `replay/…`.
package protocol ReplayRequest: FrontendRequest {
  var params: JSONValue { get }
}
