import HostProtocol
import JSONRPC

extension RequestMethod {
  /// `viewModel/snapshot`: an instance's whole state. Who asks may doubt the state that it has, so all outputs are read
  /// again when the turn ends; what nobody has told of is an update before the answer.
  static let snapshot = RequestMethod {
    (session, request: SnapshotRequest, _) throws(RPCError) in
    .snapshot(try session.instances.instance(request.id))
  }
}
