import JSON
import JSONRPC
import Testing
import ViewModelKit

@testable import ViewModelHost

@Suite struct RecorderTests {
  /// Time that the test moves.
  nonisolated final class Time: ClockSource {
    nonisolated(unsafe) var now = Duration.seconds(7)
    func sleep(until deadline: Duration) async throws {}
  }

  private let time = Time()

  /// What a recorder writes.
  private func transcript(_ body: (Recorder) -> Void) throws -> String {
    let (reading, writing) = try Descriptor.pipe()
    body(Recorder(writing, named: "a", clock: time) { Issue.record("\($0)") })
    writing.close()
    defer { reading.close() }
    return String(decoding: reading.readAll(), as: UTF8.self)
  }

  private func line(_ text: String, to recorder: Recorder, answer: String = "") {
    Array(text.utf8).withUnsafeBytes { recorder.lineBegins(.complete($0)) }
    say(answer, to: recorder)
    recorder.lineEnds()
  }

  private func say(_ text: String, to recorder: Recorder) {
    if !text.isEmpty { Array(text.utf8).withUnsafeBytes { recorder.hostSays($0) } }
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

  @Test func theTimeThatPassesIsAdvancedAndRoundedUp() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        time.now += .microseconds(250_400)
        line("b", to: recorder)
        // Not a whole millisecond later than the time to which it was rounded up.
        time.now += .microseconds(500)
        line("c", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","id":"record/time/1","method":"clock/advance","params":{"milliseconds":251}}
        <-- {"jsonrpc":"2.0","id":"record/time/1","result":{"now":251}}
        --> b
        --> c

        """)
  }

  @Test func whatTheHostSaysByItselfIsTheOutcomeOfTheTime() throws {
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
        --> {"jsonrpc":"2.0","id":"record/time/1","method":"clock/advance","params":{"milliseconds":30}}
        <-- 2
        <-- 3
        <-- {"jsonrpc":"2.0","id":"record/time/1","result":{"now":30}}
        --> b

        """)
  }

  @Test func whatIsSaidAtTheEndBelongsToTheLastLine() throws {
    #expect(
      try transcript { recorder in
        line("a", to: recorder)
        time.now += .milliseconds(5)
        recorder.inputEnds()
        say("cancelled\n", to: recorder)
      } == """
        --> a
        --> {"jsonrpc":"2.0","id":"record/time/1","method":"clock/advance","params":{"milliseconds":5}}
        <-- {"jsonrpc":"2.0","id":"record/time/1","result":{"now":5}}
        <-- cancelled

        """)
  }

  @Test func whatCannotBeWrittenIsSaidOnce() throws {
    Process.ignoreBrokenPipes()
    let (reading, writing) = try Descriptor.pipe()
    reading.close()
    defer { writing.close() }
    var errors: [String] = []
    let recorder = Recorder(writing, named: "a", clock: time) { errors.append($0.description) }
    line("a", to: recorder, answer: "1\n")
    line("b", to: recorder)
    #expect(errors == ["a: Broken pipe"])
  }

  @Test func whatIsNoTextIsLeftOutWithItsAnswer() throws {
    #expect(
      try transcript { recorder in
        [UInt8(0xFF)].withUnsafeBytes { recorder.lineBegins(.complete($0)) }
        say("error\n", to: recorder)
        recorder.lineEnds()
        recorder.lineBegins(.tooLong)
        say("error\n", to: recorder)
        recorder.lineEnds()
        line("a", to: recorder)
      } == """
        # Here came a line that is no text, or is too long.
        # Here came a line that is no text, or is too long.
        --> a

        """)
  }
}
