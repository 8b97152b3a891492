import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import Testing
import ViewModelKit

import HostEngine
@testable import HostLoop

@Suite struct RecorderTests {
  /// Time that the test moves.
  nonisolated final class Time: ClockSource {
    nonisolated(unsafe) var now = Duration.seconds(7)
    func sleep(until deadline: Duration) async throws {}
  }

  private let time = Time()

  /// With which every transcript begins.
  private static let beginning = """
    --> {"jsonrpc":"2.0","method":"replay/hold","params":{"lineBytes":500,"calls":7}}

    """

  /// What a recorder writes.
  private func transcript(_ body: (Recorder) -> Void) throws -> String {
    let (reading, writing) = try Descriptor.pipe()
    let options = Session.Options(lineLimit: 500, callLimit: 7)
    body(Recorder(writing, named: "a", of: options, clock: time) { Issue.record("\($0)") })
    writing.close()
    defer { reading.close() }
    let text = String(decoding: reading.readAll(), as: UTF8.self)
    #expect(text.hasPrefix(Self.beginning))
    return String(text.dropFirst(Self.beginning.count))
  }

  private func line(_ text: String, to recorder: Recorder, answer: String = "") {
    Array(text.utf8).withUnsafeBytes {
      recorder.begins(.line(.complete($0)), pipe: PipeRequest())
    }
    say(answer, to: recorder)
    recorder.ends(turn: 1, isStep: true)
  }

  private func say(_ text: String, to recorder: Recorder) {
    Array(text.utf8).withUnsafeBytes { recorder.turnEnds(sending: $0) }
  }

  @Test func linesAndAnswersStandInTheirOrder() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder, answer: "1\n2\n")
        line("b", to: recorder)
      } == """
        --> a
        <-- 1
        <-- 2
        --> b

        """)
  }

  @Test func theTimeThatPassesIsExact() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        time.now += .nanoseconds(250_400_007)
        line("b", to: recorder)
        time.now += .nanoseconds(599_993)
        line("c", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":250.400007}}
        --> b
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":0.599993}}
        --> c

        """)
  }

  @Test func whatTheHostSaysOnItsOwnIsTheOutcomeOfTheTime() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder, answer: "1\n")
        time.now += .milliseconds(10)
        say("2\n", to: recorder)
        time.now += .milliseconds(10)
        say("3\n", to: recorder)
        time.now += .milliseconds(10)
        line("b", to: recorder)
      } == """
        --> a
        <-- 1
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":30}}
        <-- 2
        <-- 3
        --> b

        """)
  }

  @Test func whatIsSaidAtTheEndBelongsToTheLastLine() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        time.now += .milliseconds(5)
        recorder.begins(.end, pipe: PipeRequest())
        say("cancelled\n", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":5}}
        <-- cancelled

        """)
  }

  @Test func whatTasksBringBackIsARequest() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        recorder.begins(
          .steps([RunRequest.Step(of: 1), RunRequest.Step(of: 2, at: 1_500_000)]),
          pipe: PipeRequest())
        say("1\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        time.now += .milliseconds(3)
        recorder.begins(.completion(of: 2), pipe: PipeRequest())
        say("2\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        recorder.begins(.completion(of: 1), pipe: PipeRequest())
        say("", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        line("b", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","method":"replay/run","params":{"tasks":[1,{"task":2,"now":1.5}]}}
        <-- 1
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":3}}
        --> {"jsonrpc":"2.0","method":"replay/arrival","params":{"task":2}}
        <-- 2
        --> {"jsonrpc":"2.0","method":"replay/arrival","params":{"task":1}}
        --> b

        """)
  }

  /// The pipe was full before the timer that finds it so.
  @Test func aFullPipeIsARequestAtTheTimeOfTheTurnBefore() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        time.now += .milliseconds(10)
        recorder.begins(.timer, pipe: PipeRequest())
        say("1\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        time.now += .milliseconds(10)
        recorder.begins(.timer, pipe: PipeRequest(isBackedUp: true))
        say("", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        time.now += .milliseconds(5)
        recorder.begins(.room, pipe: PipeRequest())
        say("3\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        line("b", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":10}}
        <-- 1
        --> {"jsonrpc":"2.0","method":"replay/pipe","params":{"backedUp":true}}
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":10}}
        --> {"jsonrpc":"2.0","method":"replay/pipe","params":{}}
        <-- 3
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":5}}
        --> b

        """)
  }

  @Test func whatCannotBeWrittenIsSaidOnce() throws {
    // It can only be read.
    let file = try #require(Descriptor.openToRead(Array("/dev/null".utf8)))
    defer { file.close() }
    var errors: [String] = []
    let recorder = Recorder(file, named: "a", of: Session.Options(), clock: time) {
      errors.append($0.description)
    }
    line("a", to: recorder, answer: "1\n")
    line("b", to: recorder)
    #expect(errors == ["a: Bad file descriptor"])
  }

  /// A timer can be due at once: what a step sets, that began before. Others come between it and
  /// what comes next.
  @Test func whatFiresAtTheSameTimeIsNoted() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        recorder.timersFired()
        recorder.begins(.completion(of: 1), pipe: PipeRequest())
        say("1\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        line("b", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":0}}
        --> {"jsonrpc":"2.0","method":"replay/arrival","params":{"task":1}}
        <-- 1
        --> b

        """)
  }

  /// What is left of a turn that was cut off is set off by nothing else.
  @Test func whatContinuesIsNoted() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder, answer: "1\n")
        recorder.begins(.arrival, pipe: PipeRequest())
        say("2\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
      } == """
        --> a
        <-- 1
        --> {"jsonrpc":"2.0","method":"replay/proceed","params":{}}
        <-- 2

        """)
  }

  @Test func whatIsNoTextIsLeftOutWithItsAnswer() throws {
    #expect(
      try transcript { recorder in
        [UInt8(0xFF)].withUnsafeBytes {
          recorder.begins(.line(.complete($0)), pipe: PipeRequest())
        }
        say("error\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        recorder.begins(.line(.tooLong), pipe: PipeRequest())
        say("error\n", to: recorder)
        recorder.ends(turn: 1, isStep: true)
        line("a", to: recorder)
      } == """
        # Here came a line that is no text, or is too long.
        --> {"jsonrpc":"2.0","method":"replay/run","params":{"tasks":[]}}
        # Here came a line that is no text, or is too long.
        --> {"jsonrpc":"2.0","method":"replay/run","params":{"tasks":[]}}
        --> a

        """)
  }
}
