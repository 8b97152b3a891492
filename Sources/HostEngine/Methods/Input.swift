import HostProtocol
import JSON
import JSONRPC

extension NotificationMethod {
  /// `viewModel/input`: an input without an answer; what fails is told with `viewModel/rejected`.
  static let input = NotificationMethod(name: InputNotification.method) { session, json in
    do throws(RPCError) {
      try session.begin()
      let params = try Params(json)
      let seq = try InputNotification.seq(params)
      let call = try CallRequest(params)
      let (instance, input) = try session.receiver(of: call)
      try session.start(input, of: instance, call.arguments, .input(input, seq: seq))
    } catch {
      session.enqueue(RejectedNotification(json, error))
    }
  }
}
