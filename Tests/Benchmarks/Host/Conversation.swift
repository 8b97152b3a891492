/// What is sent to the host, and what must come back.
enum Conversation {
  static let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"#
    + #""capabilities":{"mergeUpdates":false}}}"#

  static let ping = #"{"jsonrpc":"2.0","id":"end","method":"ping"}"#
  static let pong = #"{"jsonrpc":"2.0","id":"end","result":{}}"#

  /// - Parameter parameters: an array as JSON.
  static func create(_ name: String, id: String, _ parameters: String = "[]") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":""# + name
      + #"","id":""# + id + #"","parameters":"# + parameters + "}}"
  }

  /// An input to the instance `c`.
  ///
  /// - Parameter arguments: an array as JSON.
  static func input(_ name: String, _ arguments: String? = nil) -> String {
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":""# + name + "\""
      + (arguments.map { ",\"arguments\":" + $0 } ?? "") + "}}"
  }

  /// The update with which a counter answers when it has counted up so often.
  static func counterUpdate(_ count: Int) -> String {
    update(count, #","#, #"{"op":"replace","path":"/isEven","value":\#(count % 2 == 0)}"#)
  }

  /// The update with one operation on the list `items`.
  static func listUpdate(_ revision: Int, _ operation: String) -> String {
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":"#
      + "\(revision),\"patch\":[\(operation)]}]}}"
  }

  /// The update of an instance whose only output has counted up so often.
  static func update(_ count: Int, _ more: String...) -> String {
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":"#
      + #"\#(count),"patch":[{"op":"replace","path":"/count","value":\#(count)}"#
      + more.joined() + "]}]}}"
  }

  static func snapshot(count: Int) -> (request: String, answer: String) {
    (
      #"{"jsonrpc":"2.0","id":2,"method":"viewModel/snapshot","params":{"id":"c"}}"#,
      #"{"jsonrpc":"2.0","id":2,"result":{"id":"c","revision":\#(count),"state":{"count":\#(count),"#
        + #""isEven":\#(count % 2 == 0)}}}"#
    )
  }
}

extension Peer {
  /// Agrees on one update for each turn, and creates the instance `c`.
  func begin(_ viewModel: String, _ parameters: String = "[]") throws {
    let answer = try ask(Conversation.initialize)
    guard answer.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result""#) else {
      throw BenchmarkError("initialize was answered with \(answer)")
    }
    try create(viewModel, id: "c", parameters)
  }

  func create(_ viewModel: String, id: String, _ parameters: String = "[]") throws {
    let answer = try ask(Conversation.create(viewModel, id: id, parameters))
    guard answer.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) else {
      throw BenchmarkError("create was answered with \(answer)")
    }
  }

  func expect(_ answer: String, to question: String) throws {
    let found = try ask(question)
    guard found == answer else { throw BenchmarkError("expected \(answer), found \(found)") }
  }
}
