import HostProtocol
import JSONRPC

extension RequestMethod {
  /// `viewModel/dispose`: ends an instance, and those that use it.
  static let dispose = RequestMethod { (session, request: DisposeRequest, _) throws(RPCError) in
    try session.dispose(request)
  }
}

extension Session {
  /// Ends an instance, and those that use it.
  func dispose(_ request: borrowing DisposeRequest) throws(RPCError) -> RequestMethod.Outcome {
    let instance = try instances.instance(request.id)
    if isMentioned(instance) {
      turn.repeatMessage()
      return .later
    }
    dispose(instance)
    return .result([:])
  }
}
