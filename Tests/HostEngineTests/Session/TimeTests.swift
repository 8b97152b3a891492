import JSON
import Testing

@testable import HostEngine

/// Time in a session, without a process.
@Suite struct TimeTests {
  private let host = TestHost(isVirtual: true)

  private func update(_ id: String, _ revision: Int, _ patch: String) -> String {
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"\#(id)","#
      + #""revision":\#(revision),"patch":[\#(patch)]}]}}"#
  }

  @Test func aDelayIsATimerAndItsEndATurn() {
    _ = host.request(1, "viewModel/create", ["name": "user.relays", "id": "u"])
    #expect(host.input("u", "fetch", ["userId": 1]) == [])
    #expect(host.advance(milliseconds: 400) == [])
    #expect(host.input("u", "fetch", ["userId": 2]) == [])
    #expect(host.advance(milliseconds: 599) == [])
    #expect(
      host.advance(milliseconds: 1)
        == [update("u", 1, #"{"op":"replace","path":"/user","value":{"id":1}}"#)])
    #expect(
      host.advance(milliseconds: 60_000)
        == [update("u", 2, #"{"op":"replace","path":"/user/id","value":2}"#)])
  }

  @Test func aServiceIsWaitedForForAMinute() {
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["services": ["foos"]]])
    _ = host.request(2, "viewModel/create", ["name": "foos.caught", "id": "f"])
    #expect(host.input("f", "refresh").count == 1)
    #expect(host.advance(milliseconds: 59_999) == [])
    let lines = host.advance(milliseconds: 1)
    #expect(lines.contains { $0.contains("service/rejected") && $0.contains("-32015") })
    #expect(lines.contains { $0.contains("$/cancelRequest") })
    #expect(host.advance(milliseconds: 600_000) == [])
  }

  @Test func anAnswerInTimeLeavesNoTimer() {
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["services": ["foos"]]])
    _ = host.request(2, "viewModel/create", ["name": "foos.caught", "id": "f"])
    _ = host.input("f", "refresh")
    #expect(host.send(#"{"jsonrpc":"2.0","id":"service-1","result":["a"]}"#).count == 1)
    #expect(host.advance(milliseconds: 600_000) == [])
  }

  @Test func theClockOfAContextHasTheTime() {
    _ = host.request(1, "viewModel/create", ["name": "example.stopwatch", "id": "s"])
    #expect(host.advance(milliseconds: 1234) == [])
    #expect(
      host.input("s", "measure")
        == [update("s", 1, #"{"op":"replace","path":"/elapsed","value":1234}"#)])
  }

  @Test func advanceIsARequestToo() {
    #expect(
      host.request(1, "clock/advance", ["milliseconds": 0.5])
        == [#"{"jsonrpc":"2.0","id":1,"result":{"now":0.5}}"#])
  }
}
