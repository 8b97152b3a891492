/// `replay/quiet`: answered when all output before is written, and before the next line is handled.
/// Unlike `ping`, it does not force out deferred updates. It has no params.
package struct QuietRequest: FrontendRequest {
  package static let method = "replay/quiet"

  package static var schema: RequestSchema {
    RequestSchema("Is answered when all has been said.")
  }

  package init(_ params: Params) {}
}
