import JSON
import JSONRPC

/// `viewModel/create`: makes an instance.
package struct CreateRequest: FrontendRequest {
  package static let method = "viewModel/create"

  package var name = ""
  /// `nil` when the host is to choose one.
  package var id: String?
  package var parameters: JSONValue?
  /// The ids of the instances that fill the roles, if any are given.
  package var uses: Params?
  /// The outputs that are to be part of the state; `nil` for all.
  package var observe: [ObservedOutput]?

  package init(_ params: Params) throws(RPCError) {
    name = try params.string("name")
    id = try params.optionalString("id")
    parameters = params["parameters"]
    uses = params["uses"] == nil ? nil : try params.nested("uses")
    observe = params["observe"] == nil ? nil : try params.observedOutputs()
  }

  /// Reads the params, which are next; but not all that there may be.
  init?(_ cursor: inout JSONCursor) {
    var found = PlainMembers()
    cursor.openObject()
    while let key = cursor.nextKey() {
      if key.holds("name"), found.insert(.name) {
        guard let text = cursor.plainString() else { return nil }
        name = String(plain: text)
      } else if key.holds("id"), found.insert(.id) {
        guard let text = cursor.plainString() else { return nil }
        id = String(plain: text)
      } else if key.holds("parameters"), found.insert(.parameters) {
        parameters = cursor.value()
      } else {
        return nil
      }
    }
    guard found.contains(.name) else { return nil }
  }
}
