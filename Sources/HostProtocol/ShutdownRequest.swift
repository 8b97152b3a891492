/// `shutdown`: disposes all instances. It has no params.
package struct ShutdownRequest: FrontendRequest {
  package static let method = "shutdown"

  package static var schema: RequestSchema {
    RequestSchema("Disposes all instances.")
  }

  package init(_ params: Params) {}
}
