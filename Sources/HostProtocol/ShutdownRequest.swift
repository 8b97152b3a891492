/// `shutdown`: disposes everything. It has no params.
package struct ShutdownRequest: FrontendRequest {
  package static let method = "shutdown"

  package init(_ params: Params) {}
}
