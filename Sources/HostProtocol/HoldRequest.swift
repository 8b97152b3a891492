import JSON

/// `replay/hold`: what tasks do on other threads waits from now on for `replay/run`, and what they bring back for
/// `replay/arrival`. It has no params.
package struct HoldRequest: FrontendRequest {
  package static let method = "replay/hold"

  package init() {}
  package init(_ params: Params) {}

  package var params: JSONValue { [:] }
}
