/// `ping`: tells that the host is there. It has no params.
package struct PingRequest: FrontendRequest {
  package static let method = "ping"

  package init(_ params: Params) {}
}
