import JSON
import Testing
import ViewModelKit

@testable import HostEngine

/// Each message of a line with too many combining marks is refused as what it is (`protocol.md`,
/// [B18]).
@Suite struct RefusedMarksTests {
  private let host = TestHost()
  private let marks = String(repeating: "\u{301}", count: 257)

  private func error(at byte: Int) -> String {
    #""error":{"code":-32600,"message":"Invalid request: expected at most 256 combining marks in a row in a string, "#
      + #"found more at byte \#(byte)"}"#
  }

  @Test func aRequestIsAnswered() {
    let line =
      #"{"jsonrpc":"2.0","id":"1","method":"viewModel/create","params":{"name":"e\#(marks)"}}"#
    let head = #"{"jsonrpc":"2.0","id":"1","method":"viewModel/create","params":{"name":""#
    #expect(
      host.send(line) == [#"{"jsonrpc":"2.0","id":"1",\#(error(at: head.utf8.count))}"#])
    let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#
    #expect(host.send(ping) == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"i","seq":7,"arguments":["*"]}}"#,
    #"{"method":"viewModel/input","params":{"id":"c","input":"i","arguments":{"*":1},"seq":7},"jsonrpc":"2.0"}"#,
  ])
  func anInputIsRejected(form: String) throws {
    let place = try #require(form.utf8.firstIndex(of: UInt8(ascii: "*")))
    let offset = form.utf8.distance(from: form.startIndex, to: place)
    let rejected =
      #"{"jsonrpc":"2.0","method":"viewModel/rejected","params":{"id":"c","input":"i","seq":7,\#(error(at: offset))}}"#
    #expect(host.send(form.replacing("*", with: marks)) == [rejected])
  }

  @Test func allMessagesOfALineAreRefused() {
    let lines = host.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":"\#(marks)"}},1]"#
    )
    #expect(
      lines == [
        #"[{"jsonrpc":"2.0","id":1,\#(error(at: 97))},{"jsonrpc":"2.0","id":2,\#(error(at: 97))},"#
          + #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: not an object but an integer"}}]"#
      ])
  }

  @Test func aServiceCallFails() {
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["services": ["foos"]]])
    _ = host.request(2, "viewModel/create", ["name": "foos.caught", "id": "f"])
    _ = host.input("f", "refresh")
    let lines = host.send(#"{"jsonrpc":"2.0","id":"service-1","result":["\#(marks)"]}"#)
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""events":[{"event":"error""#) == true)
    #expect(
      lines.last
        == #"{"jsonrpc":"2.0","method":"service/rejected","params":{"id":"service-1","service":"foos",\#(error(at: 45))}}"#
    )
  }

  /// It ends what is pending.
  @Test func anExitIsDone() {
    _ = host.request(1, "viewModel/create", ["name": "user", "id": "u"])
    _ = host.request(2, "viewModel/call", ["id": "u", "input": "fetch", "arguments": [7]])
    let lines = host.send(#"{"jsonrpc":"2.0","method":"exit","params":{"a":"\#(marks)"}}"#)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32800"#) == true)
    #expect(host.session.phase == .ended)
  }

  @Test func anIDWithThemComesBack() {
    let lines = host.send(#"{"jsonrpc":"2.0","id":"\#(marks)","method":"ping"}"#)
    #expect(lines == [#"{"jsonrpc":"2.0","id":"\#(marks)",\#(error(at: 23))}"#])
  }
}
