/// `ping`: answered as long as the host runs. It has no params.
package struct PingRequest: FrontendRequest {
  package static let method = "ping"

  package static var schema: RequestSchema {
    RequestSchema("Is answered at any time.")
  }

  package init(_ params: Params) {}
}
