import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

extension RequestMethod {
  /// `viewModel/window`: moves the window that a list is observed through, and answers where it stands.
  static let window = RequestMethod {
    (session, request: WindowRequest, _) throws(RPCError) in
    let instance = try session.instances.instance(request.id)
    let hosted = instance.hosted
    let place = try hosted.description.place(ofOutput: request.output, at: ["output"])
    guard let output = hosted.window(on: place) else {
      throw RPCError(
        invalidParamsAt: ["output"],
        "\(request.id) does not observe \(request.output) through a window")
    }
    hosted.moveWindow(
      on: place,
      to: Window(
        offset: request.offset, limit: request.limit, isAnchored: output.window.isAnchored))
    session.instances.setPending(instance)
    return .settled {
      let (position, limit) = output.held
      return WindowPlace(total: position.total, offset: position.offset, limit: limit).json
    }
  }
}
