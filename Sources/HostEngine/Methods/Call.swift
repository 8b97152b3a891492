import HostProtocol
import JSONRPC

extension RequestMethod {
  /// `viewModel/call`: an input that answers when it has finished.
  static let call = RequestMethod {
    (session, request: CallRequest, reply) throws(RPCError) in
    guard session.instances.inputs.call(reply.id) == nil else {
      throw RPCError(
        .invalidRequest, "Invalid request: a call with the id \(reply.id.json) is under way")
    }
    let (instance, input) = try session.receiver(request.id, request.input)
    try session.start(input, of: instance, request.arguments, .call(reply))
    return .later
  }
}
