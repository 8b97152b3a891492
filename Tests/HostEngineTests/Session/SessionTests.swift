import JSON
import JSONRPC
import OperatingSystem
import TestSupport
import Testing

@testable import HostEngine

/// What cannot be shown in a transcript, because it needs a look inside, a full pipe, or bytes that
/// are no text. The rest is in `Tests/Transcripts` and in `protocol.md`.
@Suite struct SessionTests {
  @Test func aCounterCounts() {
    let host = TestHost()
    #expect(
      host.send(
        #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counter","id":"c"}}"#
      ) == [
        #"{"jsonrpc":"2.0","id":1,"result":{"id":"c","revision":0,"state":{"count":0,"isEven":true}}}"#
      ])
    #expect(
      host.input("c", "plusButtonDidTap") == [
        Line.update(1)
      ])
  }

  /// Not that it needs an id.
  @Test func inRealTimeTheClockIsNotAdvanced() {
    let host = TestHost()
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["log": "warning"]])
    #expect(
      host.send(#"{"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":5}}"#) == [
        #"{"jsonrpc":"2.0","method":"host/log","params":{"level":"warning","#
          + #""message":"Ignored clock/advance: it needs a host that was started with --clock virtual"}}"#
      ])
  }

  @Test func invalidUTF8IsAParseErrorAndReadingContinues() {
    let host = TestHost()
    let bytes: [UInt8] =
      Array(#"{"jsonrpc":"2.0","id":1,"method":"#.utf8) + [0x22, 0xFF, 0x22, 0x7D]
    bytes.withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    let answer = host.take()
    #expect(answer.count == 1)
    #expect(answer.first?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#) == true)
    #expect(host.request(2, "ping") == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  @Test func aLineOverTheLimitIsOneErrorAndReadingContinues() {
    let host = TestHost(options: Session.Options(lineLimit: 50))
    host.session.perform(.line(.tooLong))
    #expect(
      host.take() == [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32009,"#
          + #""message":"A line is longer than the limit of 50 bytes"}}"#
      ])
    #expect(host.request(2, "ping") == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  @Test func theStateIsReadOnlyForTheOutputsThatChanged() {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "example.form", "id": "f"])
    // Of the two outputs only the name has changed; the tags are neither read nor written.
    #expect(
      host.input("f", "rename", ["Ada"]) == [
        HostLine.update("f", 1, patch: HostLine.replace("/name", "\"Ada\""))
      ])
    #expect(host.input("f", "rename", ["Ada"]) == [], "nothing has changed")
  }

  @Test func aDisposedViewModelIsReleased() throws {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "example.form", "id": "f"])
    weak let object = try host.session.instances.instance("f").hosted.viewModel as AnyObject?
    #expect(object != nil)
    #expect(
      host.request(2, "viewModel/dispose", ["id": "f"])
        == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
    #expect(object == nil)
  }

  @Test func anArrayHasFiveThousandMessagesAtMost() throws {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "counter", "id": "c"])
    let input =
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}"#
    let most = Array(repeating: input, count: 5_000)
    #expect(
      host.send("[\(([input] + most).joined(separator: ","))]") == [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
          + #""message":"Invalid request: the batch has more than 5000 messages"}}"#
      ])
    let update = try #require(host.send("[\(most.joined(separator: ","))]").last)
    #expect(update.contains(#""path":"/count","value":5000"#))
  }

  @Test func anArrayIsAnsweredWithSoManyBytesOfSnapshots() throws {
    var options = Session.Options()
    options.lineLimit = 1_000
    let host = TestHost(options: options)
    func request(_ id: Int, _ method: String, _ members: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"viewModel/\#(method)","params":{\#(members)}}"#
    }
    let rows = #""name":"example.rows","id":"r","parameters":{"count":60},"observe":["rows"]"#
    let snapshots = (2...3).map { request($0, "snapshot", #""id":"r""#) }
    let create = request(1, "create", rows)
    let lines = host.send(create, "[\(snapshots.joined(separator: ","))]")
    #expect(lines.count == 2)
    let answers = try #require(try JSONValue(parsing: lines[1]).arrayValue)
    #expect(answers[0]["result"]?["state"]?["rows"]?.arrayValue?.count == 60)
    #expect(
      answers[1]["error"]
        == [
          "code": -32016,
          "message":
            "The answers to the array have more than 1000 bytes; a line of its own has a snapshot",
        ])
    // An instance is announced by all means, once.
    let announced = host.send(
      "[\(snapshots[0]),\(request(4, "create", rows.replacing("\"r\"", with: "\"s\""))),"
        + "\(request(5, "snapshot", #""id":"s""#))]")
    let others = try #require(try JSONValue(parsing: announced[0]).arrayValue)
    #expect(others[1]["result"]?["id"] == "s")
    #expect(others[2]["error"]?["code"] == -32016)
  }

  /// Whoever watches a host whose frontend is gone sees that it is on its way to the end
  /// (`FrontendWatchTests`).
  @Test func eachInstanceThatEndsIsProgress() {
    let host = TestHost()
    for id in 1...3 { _ = host.request(id, "viewModel/create", ["name": "counter"]) }
    let count = FrontendWatch.progressCount
    host.session.perform(.end)
    #expect(FrontendWatch.progressCount == count + 3)
  }
}
