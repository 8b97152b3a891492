import HostProtocol
import JSONRPC

extension NotificationMethod {
  /// `$/cancelRequest`: ends a call before its time. One that comes too late is ignored.
  static let cancelRequest = NotificationMethod(name: CancelNotification.method) {
    session, params in
    guard let id = CancelNotification(params)?.id else {
      session.log(.warning, "Ignored $/cancelRequest: params.id is missing, or no string or number")
      return
    }
    guard let input = session.instances.inputs.call(id) else {
      session.log(.info, "Ignored $/cancelRequest: no call with the id \(id.json) is under way")
      return
    }
    session.cancel(input, RPCError(.cancelled, "Cancelled by the frontend"))
  }
}
