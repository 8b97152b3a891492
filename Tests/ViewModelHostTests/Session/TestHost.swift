import ExampleViewModels
import JSON
import JSONRPC
import SampleViewModels
import TestSupport
import Testing
import ViewModelKit

@testable import ViewModelHost

/// A session without pipes or an event loop: lines in, lines out. The main actor is that of the test process.
final class TestHost {
  let loop = TestLoop()
  let session: Session

  init(catalog: Catalog? = nil, options: Session.Options = Session.Options()) {
    let examples = Catalog {
      Catalog.samples
      Catalog.examples
    }
    let catalog = catalog ?? examples
    session = Session(
      HostInformation(name: "test-host", version: "1", catalog: catalog), loop: loop,
      options: options)
  }

  /// Sends lines, and gives what the host writes in answer.
  func send(_ lines: String...) -> [String] {
    for line in lines {
      Array(line.utf8).withUnsafeBytes { session.perform(.line(.complete($0))) }
    }
    return take()
  }

  /// What the host has written.
  func take() -> [String] {
    let text = session.outbox.bytes.text
    session.outbox.bytes.removeAll()
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until something has happened inside a ViewModel, and gives what the host writes.
  func nextTurn() async -> [String] {
    while true {
      await loop.woken()
      session.perform(.arrival)
      let lines = take()
      if !lines.isEmpty { return lines }
    }
  }

  /// Sends an input notification.
  func input(
    _ id: String, _ input: String, _ arguments: JSONValue? = nil, seq: JSONValue? = nil
  ) -> [String] {
    var params: JSONObject = ["id": .string(id), "input": .string(input)]
    if let arguments { params["arguments"] = arguments }
    if let seq { params["seq"] = seq }
    return send(
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":\#(JSONValue.object(params))}"#)
  }

  /// Sends a request.
  func request(_ id: Int, _ method: String, _ params: JSONValue = [:]) -> [String] {
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }
}

/// Jobs run on the main actor of the test process, so there is nothing to drain.
final class TestLoop: TurnLoop {
  private let (wakes, continuation) = AsyncStream<Void>.makeStream()

  var virtualTime: (any VirtualTime)? { nil }
  let clock: any ClockSource = StoppedClock()
  var timeToNextTimer: Int64? { nil }
  func runReadyJobs() -> Bool { true }
  nonisolated func wake() { continuation.yield() }

  func woken() async {
    for await _ in wakes { return }
  }
}
