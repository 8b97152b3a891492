import JSONRPC

extension RequestMethod {
  /// `viewModel/snapshot`: an instance's whole state.
  static let snapshot = RequestMethod(name: "viewModel/snapshot") {
    session, params, _ throws(RPCError) in
    .snapshot(try session.instance(try params.string("id")))
  }
}
