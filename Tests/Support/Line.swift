/// Messages that the tests send.
package enum Line {
  package static let createCounter =
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counter","id":"c"}}"#
  package static let counterCreated =
    #"{"jsonrpc":"2.0","id":1,"result":{"id":"c","revision":0,"state":{"count":0,"isEven":true}}}"#
  package static let plus =
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}"#

  /// The update with a revision and a count, both as high as the number of taps.
  package static func update(_ count: Int) -> String {
    let isEven = HostLine.replace("/isEven", "\(count.isMultiple(of: 2))")
    return HostLine.update(
      "c", count, patch: "\(HostLine.replace("/count", "\(count)")),\(isEven)")
  }

  package static func ping(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#
  }
  package static func pong(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# }

  /// A request whose params are given as JSON.
  package static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }
}
