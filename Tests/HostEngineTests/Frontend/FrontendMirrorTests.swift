import HostProtocol
import JSON
import JSONRPC
import Testing

@testable import HostEngine

/// What a frontend has, from the lines of both sides.
@Suite struct FrontendMirrorTests {
  private func mirrored(_ lines: String...) throws -> FrontendMirror {
    var mirror = FrontendMirror()
    for line in lines { try take(line, into: &mirror) }
    return mirror
  }

  private func take(_ line: String, into mirror: inout FrontendMirror) throws {
    try Array(line.utf8.dropFirst(4)).withUnsafeBytes { bytes in
      if line.hasPrefix("-->") {
        mirror.send(.complete(bytes))
      } else {
        try mirror.receive(bytes)
      }
    }
  }

  private static let create =
    #"--> {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"n","id":"c"}}"#
  private static let created =
    #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"c","revision":0,"state":{"count":0}}}"#

  @Test func anInstanceHasTheStateOfItsLastUpdate() throws {
    let mirror = try mirrored(
      Self.create, Self.created,
      #"<-- {"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":1,"patch":[{"op":"replace","path":"/count","value":5}]}]}}"#
    )
    #expect(mirror.instances == ["c": KnownInstance(revision: 1, state: ["count": 5])])
    #expect(mirror.requests.isEmpty)
  }

  @Test(arguments: [
    [
      #"--> {"jsonrpc":"2.0","id":2,"method":"viewModel/dispose","params":{"id":"c"}}"#,
      #"<-- {"jsonrpc":"2.0","id":2,"result":{}}"#,
    ],
    [
      #"--> {"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
      #"<-- {"jsonrpc":"2.0","id":2,"result":{}}"#,
    ],
    [
      #"<-- {"jsonrpc":"2.0","method":"viewModel/closed","params":{"id":"c","reason":"r"}}"#
    ],
  ]) func anInstanceEndsWithTheLineThatSaysSo(lines: [String]) throws {
    var mirror = try mirrored(Self.create, Self.created)
    for line in lines {
      #expect(mirror.instances.count == 1)
      try take(line, into: &mirror)
    }
    #expect(mirror.instances.isEmpty)
    #expect(mirror.requests.isEmpty)
  }

  @Test func requestsAndSeqsAreOpenUntilTheyAreAnswered() throws {
    let params = #"{"id":"c","input":"i","seq":7}"#
    let input = #"{"jsonrpc":"2.0","method":"viewModel/input","params":\#(params)}"#
    var mirror = try mirrored(
      Self.create, Self.created,
      #"--> {"jsonrpc":"2.0","id":"é","method":"viewModel/call","params":{"id":"c","input":"i"}}"#,
      "--> [\(input),\(input),\(input)]")
    let seq = FrontendMirror.Seq(id: "c", seq: 7)
    #expect(mirror.requests == [.string("é"): [.other]])
    #expect(mirror.seqs == [seq: 3])
    for line in [
      #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":1,"done":[7]}]}}"#,
      #"{"jsonrpc":"2.0","method":"viewModel/rejected","params":{"id":"c","input":"i","seq":7,"error":{"code":-32007,"message":"m"}}}"#,
      #"[{"jsonrpc":"2.0","id":"é","error":{"code":-32800,"message":"m"}}]"#,
    ] {
      try Array(line.utf8).withUnsafeBytes { try mirror.receive($0) }
    }
    #expect(mirror.requests.isEmpty)
    #expect(mirror.seqs == [seq: 1])
  }

  @Test func aServiceCallIsOpenUntilItIsAnsweredOrCancelled() throws {
    func call(_ number: Int) -> String {
      #"<-- {"jsonrpc":"2.0","id":"service-\#(number)","method":"service/call","params":{"service":"s","id":"c","arguments":{"n":\#(number)}}}"#
    }
    let mirror = try mirrored(
      Self.create, Self.created, call(1), call(2), call(3),
      #"--> {"jsonrpc":"2.0","id":"service-2","result":1}"#,
      #"<-- {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-3"}}"#)
    #expect(mirror.calls.count == 3)
    #expect(mirror.calls[1]?.state == .open)
    #expect(mirror.calls[2]?.state == .answered)
    #expect(mirror.calls[3]?.state == .cancelled)
    let content = ServiceCallRequest.Content(service: "s", instance: "c", arguments: ["n": 1])
    #expect(mirror.calls[1]?.content == content)
  }

  @Test(arguments: [
    "no JSON",
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"x","revision":1}]}}"#,
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":2}]}}"#,
  ]) func whatAHostMustNotSendIsAnError(line: String) throws {
    var mirror = try mirrored(Self.create, Self.created)
    #expect(throws: KnownInstance.Fault.self) {
      try Array(line.utf8).withUnsafeBytes { try mirror.receive($0) }
    }
  }
}
