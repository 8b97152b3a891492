import JSONRPC

extension RequestMethod {
  /// `viewModel/dispose`: ends an instance, and those that use it.
  static let dispose = RequestMethod(name: "viewModel/dispose") {
    session, params, _ throws(RPCError) in
    session.dispose(try session.instances.instance(try params.string("id")))
    return .result([:])
  }
}
