import HostEngine
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// Records a session as a transcript while it runs, so that it is complete up to a crash.
///
/// Events without a line are notifications in the transcript, and their output follows as their
/// outcome: passing time (`clock/advance`), and others (``ReplayRequest``). So a replay has the
/// same turns. Lines that a transcript cannot contain, such as lines that are not UTF-8, are left
/// out with their answers, and a comment says so.
package final class Recorder: TurnLog {
  /// The file; `nil` after writing has failed.
  private var file: Descriptor?
  /// The end of the last whole turn in the file, in bytes.
  private var whole: Int64?
  private let name: String
  private let failed: (SystemError) -> Void
  private let clock: any ClockSource
  /// The time of the first line, which is time 0 of the transcript.
  private var start: Duration?
  /// The time that the transcript has reached, in nanoseconds.
  private var recordedTime: Int64 = 0
  /// The time of the last turn, in nanoseconds.
  private var turnTime: Int64 = 0
  /// Whether timers have fired since the last line to the host.
  private var hasFired = false
  /// Output of timers since the last line to the host, not written yet.
  private var unwritten = ""
  private var state = State.idle
  private var pipe = PipeRequest()

  /// What the present output belongs to.
  private enum State {
    /// Passing time.
    case idle
    /// The last line to the host.
    case line
    /// A line that is left out.
    case skippedLine
  }

  /// - Parameters:
  ///   - file: where to write; the recorder does not close it.
  ///   - name: the name of the file in errors.
  ///   - options: the limits of the session.
  ///   - clock: the host's time, which is real.
  ///   - failed: called once when the file cannot be written; recording ends then.
  package init(
    _ file: Descriptor,
    named name: String,
    of options: Session.Options,
    clock: any ClockSource,
    failed: @escaping (SystemError) -> Void
  ) {
    self.file = file
    whole = file.size
    self.name = name
    self.clock = clock
    self.failed = failed
    let limits = HoldRequest(lineBytes: options.lineLimit, calls: options.callLimit)
    writeNotification(HoldRequest.method, limits.params)
  }

  // MARK: Events

  package func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
    whole = file?.size
    switch cause {
    case .line(let line), .lost(let line, _):
      note(pipe)
      begin(line)
    case .completion(let task): begin(ArrivalRequest(task: task), pipe)
    case .steps(let steps): begin(RunRequest(steps), pipe)
    case .arrival: begin(ProceedRequest(), pipe)
    case .tried(let outcome): begin(TriedRequest(outcome), pipe)
    case .end:
      // Further output of the host belongs to the last line.
      writeTime(elapsed())
      state = .line
    case .timer, .room, .quiet, .restarted, .handedOver: note(pipe)
    }
  }

  package func ends(turn: Int, isStep: Bool) { state = .idle }

  package func timersFired() { hasFired = true }

  private func begin(_ event: some ReplayRequest, _ pipe: PipeRequest) {
    note(pipe)
    writeTime(elapsed())
    write(event)
    state = .line
  }

  private func begin(_ line: Frame) {
    writeTime(elapsed())
    if case .complete(let bytes) = line, let text = Self.line(bytes) {
      state = .line
      write("--> \(text)\n")
    } else {
      state = .skippedLine
      write("# Here came a line that is no text, or is too long.\n")
      // The line was a turn, and counts.
      write(RunRequest([]))
    }
  }

  /// Returns a message as one line of text. Line breaks in a message with headers become spaces.
  private static func line(_ bytes: UnsafeRawBufferPointer) -> String? {
    // A transcript ignores empty lines.
    if bytes.allSatisfy({ $0 == 0x0D }) { return nil }
    if !bytes.contains(0x0A) { return String(validating: bytes, as: UTF8.self) }
    guard (try? JSONValue(parsing: bytes)) != nil else { return nil }
    return String(validating: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Records a change of the pipe to the frontend before a turn.
  private func note(_ pipe: PipeRequest) {
    let old = self.pipe
    if pipe == old { return }
    self.pipe = pipe
    // The timer of this turn has not been recorded yet.
    writeTime(turnTime)
    write(pipe)
    // In the turn that sends the deferred output, that output is the outcome.
    if old.isBackedUp && !pipe.isBackedUp { state = .line }
  }

  package func turnEnds(sending bytes: UnsafeRawBufferPointer) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { "<-- \($0)\n" }.joined()
    turnTime = elapsed()
    switch state {
    case .idle: unwritten += lines
    case .line: write(lines)
    case .skippedLine: break
    }
  }

  // MARK: Writing

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    do {
      try file?.writeAll(text, as: name)
    } catch {
      // A line without all of its answers would not replay.
      if let whole { file?.cut(to: whole) }
      file = nil
      failed(error)
    }
  }

  /// Returns the nanoseconds since the first call, which is for the first line.
  private func elapsed() -> Int64 {
    let time = clock.now
    let start = start ?? time
    self.start = start
    return (time - start).inNanoseconds
  }

  /// Records that time has passed up to here, with the timers that have fired.
  private func writeTime(_ time: Int64) {
    guard time > recordedTime || hasFired || !unwritten.isEmpty else { return }
    let passage = AdvanceClockRequest(nanoseconds: max(time - recordedTime, 0))
    recordedTime = max(time, recordedTime)
    writeNotification(AdvanceClockRequest.method, passage.params)
    write(unwritten)
    hasFired = false
    unwritten = ""
  }

  private func write<Event: ReplayRequest>(_ event: Event) {
    writeNotification(Event.method, event.params)
  }

  private func writeNotification(_ method: String, _ params: JSONValue) {
    var line = JSONWriter()
    line.writeNotification(method: method, params: params)
    write("--> \(line.text)\n")
  }
}
