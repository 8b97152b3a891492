/// `ping`: tells that the host is there. It has no params.
package struct PingRequest: FrontendRequest {
  package static let method = "ping"

  package static var schema: RequestSchema {
    RequestSchema("Is answered at any time.")
  }

  package init(_ params: Params) {}
}
