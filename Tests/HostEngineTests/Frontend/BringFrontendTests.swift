import HostProtocol
import JSON
import JSONRPC
import Testing

@testable import HostEngine

/// A frontend that has one session is brought to another.
@Suite struct BringFrontendTests {
  private let other = TestHost()
  private let host = TestHost()
  private var mirror = FrontendMirror()

  /// What the frontend has sent and received.
  private mutating func had(_ lines: String...) throws {
    for line in lines {
      Array(line.utf8).withUnsafeBytes { mirror.send(.complete($0)) }
      try hear(other.send(line))
    }
  }

  private mutating func hear(_ lines: [String]) throws {
    for line in lines { try Array(line.utf8).withUnsafeBytes { try mirror.receive($0) } }
  }

  /// Brings the frontend to the session that has had these lines.
  private mutating func bring(_ lines: String...) throws -> (lines: [String], differing: [String]) {
    var answers = LateAnswers(for: mirror)
    session.expectAnswers(of: mirror)
    for line in lines {
      for said in host.send(line) { Array("\(said)\n".utf8).withUnsafeBytes { answers.add($0) } }
    }
    let differing = session.synchronize(mirror, answers: answers, because: "why")
    let said = host.take()
    try hear(said)
    return (said, differing)
  }

  private var session: Session { host.session }

  private static func create(_ name: String, _ id: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(id)","method":"viewModel/create","params":{"name":"\#(name)","id":"\#(id)"}}"#
  }

  private static func input(_ id: String, _ input: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"\#(id)","input":"\#(input)"\#(more)}}"#
  }

  private static func call(_ id: String, _ input: String) -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"viewModel/call","params":{"id":"\#(id)","input":"\#(input)"}}"#
  }

  private static let dispose =
    #"{"jsonrpc":"2.0","id":8,"method":"viewModel/dispose","params":{"id":"d"}}"#

  private static let foos =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"services":["foos"]}}}"#

  @Test mutating func eachInstanceThatDiffersIsReplaced() throws {
    let plus = Self.input("c", "plusButtonDidTap")
    try had(Self.create("counter", "c"), Self.create("counter", "d"), plus, plus, plus)
    let (lines, differing) = try bring(
      Self.create("counter", "c"), Self.create("counter", "d"), plus)
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":4,"patch":[{"op":"replace","path":"","value":{"count":1,"isEven":false}}]}]}}"#
      ])
    #expect(differing == ["c"])
    // What follows is patched, with the next revision.
    try hear(host.send(plus))
    #expect(
      mirror.instances["c"] == KnownInstance(revision: 5, state: ["count": 2, "isEven": true]))
  }

  @Test mutating func aSeqThatWaitedToBeMergedEndsOnce() throws {
    let create = Self.create("counter", "c")
    let plus = Self.input("c", "plusButtonDidTap", #","seq":5"#)
    try had(create)
    other.session.outbox.isBackedUp = true
    try had(plus)
    #expect(mirror.seqs.count == 1)
    session.outbox.isBackedUp = true
    let (lines, _) = try bring(create, plus)
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":1,"done":[5]}]}}"#
      ])
    #expect(mirror.seqs.isEmpty)
    session.perform(.room)
    let rest = host.take()
    #expect(rest.count == 1 && !rest.contains { $0.contains("done") }, "the state follows")
  }

  @Test mutating func nothingIsSaidWhereNothingDiffers() throws {
    try had(Self.create("counter", "c"), Self.input("c", "plusButtonDidTap"))
    let (lines, differing) = try bring(
      Self.create("counter", "c"), Self.input("c", "plusButtonDidTap"))
    #expect(lines == [] && differing == [])
    #expect(session.instanceIDs == ["c"])
  }

  /// It has agreed on nothing, and waits for nothing that the one before has asked.
  @Test func anotherFrontendReceivesAllInstances() {
    _ = host.send(Self.foos)
    _ = host.send(Self.create("counter", "c"))
    _ = host.send(Self.create("example.download", "d"))
    _ = host.send(Self.call("d", "start"))
    _ = host.send(Self.input("c", "plusButtonDidTap"))
    session.beginFrontend()
    let lines = host.take()
    #expect(lines.count == 1)
    let said = lines.first.flatMap { try? JSONValue(parsing: $0) }
    #expect(said?["method"] == "host/resumed")
    #expect(said?["params"]?["turn"] == 5)
    let opened = said?["params"]?.list("opened") ?? []
    #expect(opened.map { $0["name"] } == ["counter", "example.download"])
    #expect(opened.first?["state"] == ["count": 1, "isEven": false])
    #expect(session.instances.callIDs.isEmpty)
    #expect(host.send(Self.foos).first?.contains("protocolVersion") == true)
    #expect(
      host.send(Self.input("c", "plusButtonDidTap")).first?.contains(#""value":2"#) == true)
  }

  @Test mutating func whatIsGoneIsClosedAndWhatIsUnknownIsDisposed() throws {
    try had(Self.create("counter", "a"), Self.create("counter", "b"))
    let (lines, differing) = try bring(Self.create("counter", "b"), Self.create("counter", "x"))
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","method":"viewModel/closed","params":{"id":"a","reason":"why"}}"#
      ])
    #expect(differing == ["a"])
    #expect(session.instanceIDs == ["b"])
  }

  @Test mutating func aRequestIsAnsweredAsItIsNow() throws {
    try had(Self.create("example.download", "d"), Self.call("d", "start"))
    #expect(mirror.requests == [.integer(7): [.other]])
    // Here it is answered before.
    let (lines, _) = try bring(Self.create("counter", "d"), Self.call("d", "plusButtonDidTap"))
    #expect(lines.last == #"{"jsonrpc":"2.0","id":7,"result":{"value":null}}"#)
    #expect(mirror.requests.isEmpty)
  }

  @Test mutating func aRequestThatNothingIsKnownOfIsAnsweredWithAnError() throws {
    try had(
      Self.create("example.download", "d"), Self.call("d", "start"),
      Self.input("d", "start", #","seq":3"#))
    let (lines, _) = try bring(Self.create("example.download", "d"))
    #expect(
      lines.suffix(2) == [
        #"{"jsonrpc":"2.0","id":7,"error":{"code":-32018,"message":"why"}}"#,
        #"{"jsonrpc":"2.0","method":"viewModel/rejected","params":{"id":"d","seq":3,"error":{"code":-32018,"message":"why"}}}"#,
      ])
    #expect(mirror.requests.isEmpty && mirror.seqs.isEmpty)
  }

  @Test mutating func pendingCallsAreAnsweredOnceWhenTheyEnd() throws {
    let lines = [
      Self.create("example.download", "d"), Self.call("d", "start"),
      Self.input("d", "start", #","seq":3"#),
    ]
    try had(lines[0], lines[1], lines[2])
    _ = try bring(lines[0], lines[1], lines[2])
    #expect(mirror.requests.count == 1 && mirror.seqs.count == 1)
    try hear(host.send(Self.dispose))
    #expect(mirror.requests.isEmpty && mirror.seqs.isEmpty)
  }

  @Test mutating func whatHasEndedForTheFrontendContinuesInSilence() throws {
    let lines = [
      Self.create("example.download", "d"), Self.call("d", "start"),
      Self.input("d", "start", #","seq":3"#),
    ]
    try had(lines[0], lines[1], lines[2])
    try hear([
      #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"d","revision":2,"done":[3]}]}}"#,
      #"{"jsonrpc":"2.0","id":7,"result":{"value":null}}"#,
    ])
    #expect(mirror.requests.isEmpty && mirror.seqs.isEmpty)
    let (said, differing) = try bring(lines[0], lines[1], lines[2])
    #expect(said == [] && differing == [])
    #expect(host.send(Self.dispose) == [#"{"jsonrpc":"2.0","id":8,"result":{}}"#])
  }

  /// The calls have other numbers here: those of `g` come first.
  @Test mutating func aServiceCallIsKnownByWhatItAsksFor() throws {
    try had(
      Self.foos, Self.create("foos.caught", "f"), Self.create("foos.caught", "g"),
      Self.input("f", "refresh"), Self.input("g", "refresh"))
    let answer = #"{"jsonrpc":"2.0","id":"service-1","result":["of f"]}"#
    try had(answer)
    let (lines, differing) = try bring(
      Self.foos, Self.create("foos.caught", "f"), Self.create("foos.caught", "g"),
      Self.input("g", "refresh"), Self.input("f", "refresh"), answer)
    #expect(lines == [] && differing == [])
    try hear(host.send(#"{"jsonrpc":"2.0","id":"service-2","result":["of g"]}"#))
    #expect(mirror.instances["f"]?.state == ["foos": ["of f"]])
    #expect(mirror.instances["g"]?.state == ["foos": ["of g"]])
  }

  @Test mutating func anAnswerToACancelledCallIsNotToTheNextThatAsksForTheSame() throws {
    let refresh = Self.input("f", "refresh")
    let answer = #"{"jsonrpc":"2.0","id":"service-1","error":{"code":-32800,"message":"no"}}"#
    try had(Self.foos, Self.create("foos.caught", "f"), refresh, refresh, answer)
    let (lines, differing) = try bring(
      Self.foos, Self.create("foos.caught", "f"), refresh, refresh, answer)
    #expect(lines == [] && differing == [])
    try hear(host.send(#"{"jsonrpc":"2.0","id":"service-2","result":["new"]}"#))
    #expect(mirror.instances["f"]?.state == ["foos": ["new"]])
  }

  @Test mutating func anUnusedServiceCallIsCancelledAndANewOneIsSent() throws {
    try had(Self.foos, Self.create("foos.caught", "f"), Self.input("f", "refresh"))
    let (lines, _) = try bring(
      Self.foos, Self.create("foos.caught", "f"), Self.create("foos.caught", "g"))
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-1"}}"#
      ])
    #expect(
      host.send(Self.input("f", "refresh")) == [
        #"{"jsonrpc":"2.0","id":"service-2","method":"service/call","params":{"service":"foos","id":"f","arguments":{}}}"#
      ])
  }
}
