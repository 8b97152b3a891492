import HostProtocol
import JSONRPC

extension RequestMethod {
  /// `viewModel/dispose`: ends an instance, and those that use it.
  static let dispose = RequestMethod {
    (session, request: DisposeRequest, _) throws(RPCError) in
    session.dispose(try session.instances.instance(request.id))
    return .result([:])
  }
}
