import HostProtocol
import JSON
import JSONRPC

extension Session {
  /// `viewModel/input`: an input without an answer; what fails is told with `viewModel/rejected`.
  func input(_ params: IndexedValue?) {
    do throws(RPCError) {
      try begin()
      let request = try InputNotification(Params(params))
      let (instance, input) = try receiver(request.id, request.input)
      try start(input, of: instance, request.arguments, .input(input, seq: request.seq))
    } catch {
      enqueue(RejectedNotification(params, error))
    }
  }
}
