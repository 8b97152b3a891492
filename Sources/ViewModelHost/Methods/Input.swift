import JSON
import JSONRPC

extension NotificationMethod {
  /// `viewModel/input`: an input without an answer; what fails is told with `viewModel/rejected`.
  static let input = NotificationMethod(name: "viewModel/input") { session, json in
    let seq = json?["seq"]
    do throws(RPCError) {
      try session.begin()
      let params = try Params(json)
      switch seq {
      case nil, .integer, .double, .string: break
      case let other?: throw params.mistyped("seq", "a number or a string", other)
      }
      try session.startInput(params, .input(name: try params.string("input"), seq: seq))
    } catch {
      session.reject(id: json?["id"], input: json?["input"], seq: seq, error)
    }
  }
}
