import Reactive
import JSON
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// Drives the instances of a subject through a session, and mirrors their states as a frontend
/// does.
final class Conversation {
  let host: LawHost
  /// What the frontend believes, by instance.
  private(set) var mirrors: [String: JSONValue] = [:]
  private(set) var updateCount = 0
  private let subject: Subject
  private var requests = 0

  init(_ subject: Subject, followsLate: Bool) {
    self.subject = subject
    host = LawHost(subject.catalog)
    host.session.supportsQuiet = followsLate
  }

  /// Makes the instances: one, or several that share an object.
  func create() throws {
    for id in subject.ids {
      _ = try request("viewModel/create", ["name": .string(subject.name), "id": .string(id)])
    }
  }

  /// Sends an input to one of the instances.
  func step(_ seed: Int) throws {
    let id = subject.ids[seed % subject.ids.count]
    _ = try request(
      "viewModel/call",
      ["id": .string(id), "input": "step", "arguments": [.integer(Int64(seed))]])
  }

  /// Has one of the instances change on its own, as a task or a timer of its own would do it.
  func stepByItself(_ seed: Int) throws {
    let id = subject.ids[seed % subject.ids.count]
    let object = try host.session.instances.instance(id).hosted.viewModel
    try #require(object as? any Steppable).step(seed)
    for line in host.turn(.timer) { try take(line) }
    // The loop does so when nothing has come for a while.
    if host.session.timeToQuiet != nil { for line in host.turn(.quiet) { try take(line) } }
  }

  /// What the host says the states are.
  func snapshots() throws -> [String: JSONValue] {
    var states: [String: JSONValue] = [:]
    for id in subject.ids {
      states[id] = try request("viewModel/snapshot", ["id": .string(id)])["state"]
    }
    return states
  }

  /// What the states are.
  var fresh: [String: JSONValue] {
    get throws {
      var states: [String: JSONValue] = [:]
      for id in subject.ids {
        let object = try #require(try host.session.instances.instance(id).hosted.viewModel)
        states[id] = try subject.fresh(object)
      }
      return states
    }
  }

  private func request(_ method: String, _ params: JSONValue) throws -> JSONValue {
    requests += 1
    var result: JSONValue?
    for line in host.request(requests, method, params) { result = try take(line) ?? result }
    let answer = try #require(result)
    if case .string(let id)? = answer["id"], method == "viewModel/create" {
      mirrors[id] = answer["state"]
    }
    return answer
  }

  /// Takes in a line.
  ///
  /// - Returns: the result, if it is a response.
  @discardableResult
  private func take(_ line: String) throws -> JSONValue? {
    let message = try Array(line.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
    if let entries = message["params"]?["updates"] {
      try apply(entries)
      return nil
    }
    #expect(message["error"] == nil && message["method"] == nil, "\(line)")
    return message["result"]
  }

  private func apply(_ entries: JSONValue) throws {
    guard case .array(let entries) = entries else { return }
    for entry in entries {
      guard case .string(let id)? = entry["id"], let patch = entry["patch"] else { continue }
      var state = try #require(mirrors[id])
      try JSONPatch(patch).apply(to: &state)
      mirrors[id] = state
      updateCount += 1
    }
  }
}

/// A session without pipes or an event loop: lines in, lines out.
final class LawHost {
  let session: Session

  init(_ catalog: Catalog) {
    session = Session(
      HostInformation(name: "law-host", version: "1", catalog: catalog), loop: StillLoop())
  }

  func request(_ id: Int, _ method: String, _ params: JSONValue = [:]) -> [String] {
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }

  func send(_ line: String) -> [String] {
    Array(line.utf8).withUnsafeBytes { turn(.line(.complete($0))) }
  }

  func turn(_ cause: Turn.Cause) -> [String] {
    session.perform(cause)
    defer { session.outbox.bytes.removeAll() }
    return session.outbox.bytes.text.split(separator: "\n").map(String.init)
  }
}

/// A loop in which nothing happens on its own.
private final class StillLoop: TurnLoop {
  var virtualTime: (any VirtualTime)? { nil }
  let clock: any ClockSource = StoppedClock()
  var scheduler: any SchedulerType { MainScheduler.loop }
  var timeToNextTimer: Int64? { nil }
  var taskCount: Int { 0 }
  func runReadyJobs() -> Bool { true }
  nonisolated func wake() {}
}
