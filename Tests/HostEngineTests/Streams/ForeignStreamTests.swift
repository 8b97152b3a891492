import ExampleViewModels
import ForeignStreams
import JSON
import OperatingSystem
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// Streams of a library that knows no host, which may send on any thread.
@Suite struct ForeignStreamTests {
  /// What two threads use one after the other.
  private nonisolated final class Sent: @unchecked Sendable {
    let numbers = FlowSubject<Int>()
    let current = FlowValue(0)
  }

  private let sent = Sent()

  private func host() -> TestHost {
    let sent = sent
    let host = TestHost(
      catalog: Catalog {
        viewModel(
          "flow", { sent },
          interface: Interface {
            input("send", \.numbers, "number")
            output("last", \.numbers)
            output("current", \.current)
            event("number", \.numbers)
          })
      })
    _ = host.request(1, "viewModel/create", ["name": "flow", "id": "f"])
    return host
  }

  /// The values of the events in updates, in order.
  private func events(_ lines: [String]) throws -> [JSONValue] {
    try lines.flatMap { line in
      let updates = try JSONValue(parsing: line)["params"]?["updates"]?.arrayValue ?? []
      return updates.flatMap { $0["events"]?.arrayValue ?? [] }.compactMap { $0["value"] }
    }
  }

  @Test func whatAnInputSendsIsInItsTurn() {
    let host = host()
    let update = HostLine.update(
      "f", 1, patch: HostLine.replace("/last", "7"), #""events":[{"event":"number","value":7}]"#)
    #expect(host.input("f", "send", [7]) == [update])
  }

  @Test func elementsOfAnotherThreadComeInTheirOrder() async throws {
    let host = host()
    let sent = sent
    try Thread { for number in 1...3500 { sent.numbers.onNext(number) } }.join()
    #expect(host.take() == [])
    var lines: [String] = []
    while try events(lines).count < 3500 { lines += await host.nextTurn() }
    #expect(try events(lines) == (1...3500).map { .integer($0) })
    #expect(
      host.request(2, "viewModel/snapshot", ["id": "f"]).last?.contains(#""last":3500"#) == true)
  }

  @Test func anElementOfTheMainThreadComesAfterThoseThatOtherThreadsHaveSentBefore() throws {
    let host = host()
    let sent = sent
    try Thread { for number in 1...500 { sent.numbers.onNext(number) } }.join()
    let lines = host.input("f", "send", [501])
    #expect(try events(lines) == (1...501).map { .integer($0) })
    #expect(lines.count == 1)
  }

  @Test func anEndOnAnotherThreadComesAfterTheElements() async throws {
    struct Fault: Error {}
    let host = host()
    let sent = sent
    try Thread {
      sent.numbers.onNext(1)
      sent.numbers.onError(Fault())
      sent.numbers.onNext(2)
    }.join()
    var lines: [String] = []
    while lines.count < 3 { lines += await host.nextTurn() }
    #expect(
      lines == [
        HostLine.update(
          "f", 1, patch: HostLine.replace("/last", "1"), #""events":[{"event":"number","value":1}]"#
        ),
        #"{"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"f","error":{"code":-32011,"message":"number: Fault()"}}}"#,
        #"{"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"f","error":{"code":-32011,"message":"last: Fault()"}}}"#,
      ])
  }

  @Test func nothingIsSubscribedAfterTheEndOfAnInstance() throws {
    let host = host()
    #expect(sent.numbers.observerCount == 2)
    let sent = sent
    try Thread { sent.numbers.onNext(1) }.join()
    #expect(
      host.request(2, "viewModel/dispose", ["id": "f"]) == [
        #"{"jsonrpc":"2.0","id":2,"result":{}}"#
      ])
    #expect(sent.numbers.observerCount == 0)
  }

  /// A request that a test answers.
  private struct NameRequest: ServiceRequest {
    static let service = "name"
    typealias Response = String
  }

  /// What two threads use one after the other.
  private nonisolated final class Asking: @unchecked Sendable {
    let name: Flow<String>
    let names = FlowSubject<String>()

    init(name: Flow<String>) { self.name = name }

    func ask() { _ = name.subscribe(onNext: names.onNext) }
  }

  @Test func aServiceIsAskedOnAnotherThread() async throws {
    nonisolated(unsafe) var asking: Asking?
    let host = TestHost(
      catalog: Catalog {
        viewModel(
          "asking",
          { (services: Services) -> Asking in
            let made = Asking(name: services.response(to: NameRequest()))
            asking = made
            return made
          },
          .services(NameRequest.self),
          interface: Interface { event("name", \.names) })
      })
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["services": ["name"]]])
    _ = host.request(2, "viewModel/create", ["name": "asking", "id": "a"])
    let made = try #require(asking)
    try Thread { made.ask() }.join()
    #expect(
      await host.nextTurn() == [
        #"{"jsonrpc":"2.0","id":"service-1","method":"service/call","#
          + #""params":{"service":"name","id":"a","arguments":{}}}"#
      ])
    #expect(
      host.send(#"{"jsonrpc":"2.0","id":"service-1","result":"ann"}"#) == [
        HostLine.update("a", 1, #""events":[{"event":"name","value":"ann"}]"#)
      ])
  }
}
