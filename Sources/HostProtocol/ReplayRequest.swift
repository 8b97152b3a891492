import JSON
import JSONRPC

/// What a recording has happen, as a turn, that in the session came by itself: `replay/…`.
package protocol ReplayRequest: FrontendRequest {
  var params: JSONValue { get }
}
