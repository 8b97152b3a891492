import JSON
import JSONRPC

/// An entry of `observe`: an output that is part of an instance's state, `"items"`, or some rows of
/// a list, `{"output": "items", "window": {"offset": 0, "limit": 50, "anchor": false}}`.
package struct ObservedOutput {
  package var output: String
  package var window: ObservedWindow?

  fileprivate init?(_ json: JSONValue, at path: [String]) throws(RPCError) {
    switch json {
    case .string(let name): output = name
    case .object(let object):
      let params = NestedParams(object, at: path)
      output = try params.string("output")
      if params.optional("window") != nil { window = try ObservedWindow(params.nested("window")) }
    default: return nil
    }
  }
}

/// The rows of a list that are part of an instance's state.
package struct ObservedWindow {
  /// The index of the first row, from 0; less counts as 0.
  package var offset: Int
  /// The number of rows; 0 or more.
  package var limit: Int
  package var isAnchored: Bool

  fileprivate init(_ params: NestedParams) throws(RPCError) {
    offset = Int(clamping: try params.optionalInteger("offset") ?? 0)
    limit = try params.count("limit")
    isAnchored = try params.optionalBool("anchor") ?? false
  }
}

extension Params {
  /// Reads the member `observe`.
  package func observedOutputs() throws(RPCError) -> [ObservedOutput] {
    try elements("observe", "outputs", each: "a string or an object") {
      (json, path) throws(RPCError) in try ObservedOutput(json, at: path)
    }
  }
}
