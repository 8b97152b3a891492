import HostProtocol
import JSON
import JSONRPC

extension Session {
  /// `$/cancelRequest`: ends a call before its time. One that comes too late is ignored.
  func cancelRequest(_ params: IndexedValue?) {
    guard let id = CancelNotification(params)?.id else {
      log(.warning, "Ignored $/cancelRequest: params.id is missing, or no string or number")
      return
    }
    guard let input = instances.inputs.call(id) else {
      log(.info, "Ignored $/cancelRequest: no call with the id \(id.json) is under way")
      return
    }
    cancel(input, RPCError(.cancelled, "Cancelled by the frontend"))
  }
}
