import JSON
import TestSupport
import Testing

@testable import HostEngine

/// Asynchronous inputs in real time, on the test process's own main actor. In virtual time they are
/// shown in transcripts.
@Suite struct AsyncInputTests {
  @Test func aCallIsAnsweredWhenTheWorkOnAnotherCoreIsDone() async {
    let host = TestHost()
    _ = host.request(
      1, "viewModel/create",
      ["name": "example.plain", "id": "p", "parameters": ["titles": [], "start": 4]])
    var lines = host.request(
      2, "viewModel/call", ["id": "p", "input": "addUp", "arguments": [[1, 2, 3]]])
    while lines.last?.contains(#""id":2"#) != true { lines += await host.nextTurn() }
    #expect(
      lines == [
        HostLine.update("p", 1, patch: HostLine.replace("/sum", "10")),
        #"{"jsonrpc":"2.0","id":2,"result":{"value":10}}"#,
      ])
  }

  @Test func anElementOfAnAsyncSequenceIsAnEvent() async {
    let host = TestHost()
    _ = host.request(
      1, "viewModel/create", ["name": "example.faulty", "id": "f", "parameters": [:]])
    _ = host.input("f", "tick", [5])
    #expect(
      await host.nextTurn() == [
        HostLine.update("f", 1, #""events":[{"event":"tick","value":5}]"#)
      ])
    _ = host.input("f", "breakTicks")
    #expect(
      await host.nextTurn() == [
        #"{"jsonrpc":"2.0","method":"viewModel/failed","params":{"id":"f","#
          + #""error":{"code":-32011,"message":"tick: out of ticks"}}}"#
      ])
  }

  @Test func nothingOfADisposedInstanceIsPublished() async {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "example.download", "id": "d"])
    let started = host.request(2, "viewModel/call", ["id": "d", "input": "start"])
    #expect(started.count == 1, "the update with the phase running")
    let instance = try? host.session.instances.instance("d")
    let task = instance?.running.values.first?.task
    #expect(task != nil)
    #expect(
      host.request(3, "viewModel/dispose", ["id": "d"]) == [
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32800,"#
          + #""message":"Cancelled: the instance d was disposed"}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
      ])
    // The ViewModel sees the cancellation, and changes its phase; that is not sent any
    // more.
    await task?.value
    host.session.perform(.arrival)
    #expect(host.take() == [])
  }

  @Test func twoCallsWithOneIDAreRefused() {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "example.download", "id": "d"])
    _ = host.request(2, "viewModel/call", ["id": "d", "input": "start"])
    #expect(
      host.request(2, "viewModel/call", ["id": "d", "input": "start"]) == [
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"#
          + #""message":"Invalid request: a call with the id 2 is pending"}}"#
      ])
    host.session.perform(.end)
    #expect(host.take().count == 1, "the first call has its answer too")
  }
}
