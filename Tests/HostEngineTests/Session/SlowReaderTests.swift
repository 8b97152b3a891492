import ExampleViewModels
import JSON
import OperatingSystem
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

@Suite struct SlowReaderTests {
  private func counter(_ capabilities: JSONValue = [:]) -> TestHost {
    let host = TestHost(options: Session.Options(queueLimit: 1000))
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": capabilities])
    _ = host.request(2, "viewModel/create", ["name": "counter", "id": "c"])
    return host
  }

  private let update =
    #"{"jsonrpc":"2.0","method":"viewModel/update","params":{"updates":[{"id":"c","revision":"#

  @Test func whileTheReaderIsSlowTurnsAreMerged() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    for _ in 0..<5 { #expect(host.input("c", "plusButtonDidTap") == []) }
    #expect(host.session.wantsInput)
    host.session.perform(.room)
    #expect(
      host.take() == [
        update + #"1,"patch":[{"op":"replace","path":"/count","value":5},"#
          + #"{"op":"replace","path":"/isEven","value":false}]}]}}"#
      ])
  }

  /// For a frontend that wants updates to be apart, the reader counts as slow for a while after
  /// each.
  @Test(arguments: [20, 1000, 3_600_000, .max] as [Int64])
  func updatesAreApart(milliseconds: Int64) {
    let host = counter(["mergeUpdates": ["milliseconds": .integer(milliseconds)]])
    let begin = Process.nanoseconds()
    var rest: Int64? { host.session.outbox.restsUntil }
    #expect(rest == nil)
    #expect(host.input("c", "plusButtonDidTap").count == 1, "the first comes at once")
    let end = Process.nanoseconds()
    let interval = min(milliseconds, 1000) * 1_000_000
    #expect((begin + interval...end + interval).contains(rest ?? 0))
    for _ in 0..<5 { #expect(host.input("c", "plusButtonDidTap") == []) }
    // What cannot be merged does not wait, and has the changes before it.
    let lines = host.request(3, "ping")
    #expect(
      lines.first == update + #"2,"patch":[{"op":"replace","path":"/count","value":6},"#
        + #"{"op":"replace","path":"/isEven","value":true}]}]}}"#)
    #expect(lines.count == 2)
    #expect(host.input("c", "plusButtonDidTap") == [])
    // The time is over.
    host.session.perform(.room)
    #expect(host.take().count == 1)
    #expect(rest == nil)
    // As who writes the bytes does.
    host.session.rest()
    #expect(rest != nil, "that was an update, too")
    host.session.perform(.room)
    #expect(host.take() == [])
    #expect(rest == nil)
    #expect(host.input("c", "plusButtonDidTap").count == 1, "after a pause it comes at once")
  }

  @Test(arguments: [true, ["milliseconds": 0]] as [JSONValue])
  func updatesNeedNotBeApart(capability: JSONValue) {
    let host = counter(["mergeUpdates": capability])
    for _ in 0..<3 { #expect(host.input("c", "plusButtonDidTap").count == 1) }
  }

  @Test func anAnswerBringsTheStateWithIt() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    #expect(host.input("c", "plusButtonDidTap") == [])
    #expect(
      host.request(3, "ping") == [
        update + #"1,"patch":[{"op":"replace","path":"/count","value":1},"#
          + #"{"op":"replace","path":"/isEven","value":false}]}]}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
      ])
  }

  @Test func seqsAreMergedInTheirOrder() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    for seq in [7, 2, 7, 3] as [JSONValue] {
      #expect(host.input("c", "plusButtonDidTap", seq: seq) == [])
    }
    host.session.perform(.room)
    #expect(
      host.take() == [
        update + #"1,"patch":[{"op":"replace","path":"/count","value":4}],"done":[7,2,7,3]}]}}"#
      ])
  }

  @Test func anInputThatFailsComesAfterTheSeqsBeforeIt() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    #expect(host.input("c", "plusButtonDidTap", seq: 1) == [])
    let lines = host.input("c", "nothing", seq: 2)
    #expect(lines.first?.hasSuffix(#""done":[1]}]}}"#) == true)
    #expect(lines.last?.contains(#""seq":2,"error""#) == true)
    #expect(lines.count == 2)
  }

  @Test func seqsThatWaitFillTheQueueAndThenTheHostStopsReading() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    // With its comma each counts for 6 bytes: 1,000 are full with the 167th.
    var inputs = 0
    while host.session.wantsInput && inputs < 500 {
      inputs += 1
      #expect(host.input("c", "plusButtonDidTap", seq: .integer(Int64(10_000 + inputs))) == [])
    }
    #expect(inputs == 167)
    host.session.perform(.room)
    #expect(host.take().count == 1)
    #expect(host.session.wantsInput, "there is room again")
  }

  @Test func whatCannotBeMergedFillsTheQueueAndThenTheHostStopsReading() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    var inputs = 0
    while host.session.wantsInput && inputs < 100 {
      inputs += 1
      let params: JSONValue = ["id": "c", "input": "nothing", "seq": .integer(Int64(inputs))]
      Array(#"{"jsonrpc":"2.0","method":"viewModel/input","params":\#(params)}"#.utf8)
        .withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    }
    #expect(inputs < 100)
    let lines = host.take()
    #expect(lines.count == inputs)
    for (index, line) in lines.enumerated() {
      #expect(line.contains(#""seq":\#(index + 1),"error""#))
    }
  }

  @Test func withoutMergingEachTurnHasItsUpdateAndTheHostStopsReading() {
    let host = counter(["mergeUpdates": false])
    host.session.outbox.isBackedUp = true
    var lines: [String] = []
    var inputs = 0
    while host.session.wantsInput && inputs < 100 {
      Array(
        #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"plusButtonDidTap"}}"#
          .utf8
      ).withUnsafeBytes { host.session.perform(.line(.complete($0))) }
      inputs += 1
    }
    lines = host.take()
    #expect(lines.count == inputs)
    #expect(inputs < 100, "1000 bytes are full after a few updates")
    #expect(lines.last?.contains(#""path":"/count","value":\#(inputs)}"#) == true)
    #expect(host.session.wantsInput, "there is room again")
  }

  @Test func aViewModelsOwnEventsAreDroppedAndCountedWhileTheQueueIsFull() throws {
    let host = counter()
    _ = host.request(3, "viewModel/create", ["name": "example.form", "id": "f"])
    let object = try #require(
      try host.session.instances.instance("f").hosted.viewModel as? FormViewModel)
    host.session.outbox.isBackedUp = true
    while host.session.wantsInput {
      Array(Line.ping(1).utf8).withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    }
    let full = host.session.outbox.bytes.count
    for number in 1...5 {
      object.addTag(tag: "\(number)")
      host.session.perform(.arrival)
    }
    #expect(host.session.outbox.bytes.count == full, "the state merges, and the events are dropped")
    _ = host.take()
    host.session.perform(.room)
    #expect(
      host.take() == [
        HostLine.update(
          "f", 1, patch: HostLine.replace("/tags", #"["1","2","3","4","5"]"#),
          #""droppedEvents":5"#)
      ])
  }

  @Test func withoutMergingTheViewModelsOwnWorkWaitsToo() {
    let host = counter(["mergeUpdates": false])
    #expect(!host.session.mustWait)
    while host.session.wantsInput {
      Array(Line.ping(1).utf8).withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    }
    #expect(host.session.mustWait)
    _ = host.take()
    #expect(!host.session.mustWait)
  }

  @Test func deferredUpdatesAreSentAtTheEnd() {
    let host = counter()
    host.session.outbox.isBackedUp = true
    #expect(host.input("c", "plusButtonDidTap") == [])
    host.session.perform(.end)
    #expect(
      host.take() == [
        update + #"1,"patch":[{"op":"replace","path":"/count","value":1},"#
          + #"{"op":"replace","path":"/isEven","value":false}]}]}}"#
      ])
  }

  // MARK: Services

  private func host(answering service: String, with name: String) -> TestHost {
    let host = TestHost(options: Session.Options(queueLimit: 1000))
    _ = host.request(
      1, "initialize",
      ["protocolVersions": ["1"], "capabilities": ["services": [.string(service)]]])
    _ = host.request(2, "viewModel/create", ["name": .string(name), "id": "v"])
    return host
  }

  @Test func callsThatInputsSetOffFillTheQueue() {
    let host = host(answering: "foos", with: "foos.caught")
    host.session.outbox.isBackedUp = true
    var inputs = 0
    var lines: [String] = []
    while host.session.wantsInput && inputs < 100 {
      inputs += 1
      Array(
        #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"v","input":"refresh"}}"#.utf8
      ).withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    }
    lines = host.take()
    // A call has some 115 bytes, so nine fit.
    #expect(inputs == lines.count)
    #expect((5..<15).contains(inputs))
    #expect(
      lines.last == #"{"jsonrpc":"2.0","id":"service-\#(inputs)","method":"service/call","#
        + #""params":{"service":"foos","id":"v","arguments":{}}}"#)
  }

  @Test func mistakesOfTheFrontendFillTheQueue() {
    let host = host(answering: "foos", with: "foos.caught")
    host.session.outbox.isBackedUp = true
    var answers = 0
    while host.session.wantsInput && answers < 100 {
      answers += 1
      Array(#"{"jsonrpc":"2.0","id":"service-7","result":[]}"#.utf8)
        .withUnsafeBytes { host.session.perform(.line(.complete($0))) }
    }
    #expect((5..<15).contains(answers))
    #expect(host.take().count == answers)
  }

  /// A ViewModel that moves from one request to the next on its own: only what is wanted in the end
  /// is asked.
  @Test func callsOfAViewModelsOwnWaitAndMayBeWithdrawn() throws {
    let host = host(answering: "foos", with: "foos.caught")
    let questions = (1...3).map { page in
      ServiceCall("items", ["page": .integer(page)], timeout: nil) { _ in }
    }
    let services = InstanceServices(calls: host.session.services, instance: "v")
    services.start(questions[0])
    host.session.perform(.arrival)
    #expect(host.take().count == 1)
    host.session.outbox.isBackedUp = true
    for (old, new) in zip(questions, questions.dropFirst()) {
      services.cancel(old)
      services.start(new)
      host.session.perform(.arrival)
    }
    #expect(host.take() == [])
    host.session.perform(.room)
    #expect(
      host.take() == [
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-1"}}"#,
        #"{"jsonrpc":"2.0","id":"service-2","method":"service/call","#
          + #""params":{"service":"items","id":"v","arguments":{"page":3}}}"#,
      ])
  }
}
