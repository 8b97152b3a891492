import JSONRPC

/// `replay/quiet`: is answered when all has been said. Unlike `ping` it makes nothing be sent earlier. It has no
/// params.
package struct QuietRequest: FrontendRequest {
  package static let method = "replay/quiet"

  package init(_ params: Params) {}
}
