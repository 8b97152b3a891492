/// `replay/quiet`: is answered when all has been said, and the answer is sent before the next line is handled. Unlike
/// `ping` it makes nothing be sent that could wait. It has no params.
package struct QuietRequest: FrontendRequest {
  package static let method = "replay/quiet"

  package static var schema: RequestSchema {
    RequestSchema("Is answered when all has been said.")
  }

  package init(_ params: Params) {}
}
