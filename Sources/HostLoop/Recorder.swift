import HostEngine
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// Writes a session down as a transcript, as it goes, so that what came before a crash is there too.
///
/// What in the session came by itself is a notification in the transcript, whose outcome is what the host said then: the
/// time that passed (`clock/advance`), and what happened without a line (``ReplayRequest``). So the replay has the same
/// turns. What cannot stand in a transcript, such as a line that is no text, is left out with its answer, and a comment
/// says so.
package final class Recorder: TurnLog {
  /// Where to write; nothing after that has failed.
  private var file: Descriptor?
  /// Up to where it has whole turns, in bytes.
  private var whole: Int64?
  private let name: String
  private let failed: (SystemError) -> Void
  private let clock: any ClockSource
  /// The time of the first line, with which the transcript starts.
  private var start: Duration?
  /// The time up to which the transcript has come, in nanoseconds.
  private var recordedTime: Int64 = 0
  /// The time of the last turn, in nanoseconds.
  private var turnTime: Int64 = 0
  /// Whether timers have fired since the last line to the host.
  private var hasFired = false
  /// Lines that the host has said in turns of timers, since the last line to it.
  private var untold = ""
  private var state = State.idle
  private var pipe = PipeRequest()

  /// To what belongs what the host says now.
  private enum State {
    /// To the time that passes.
    case idle
    /// To the last line to the host.
    case line
    /// To one that is left out.
    case skippedLine
  }

  /// - Parameters:
  ///   - file: where to write; the recorder does not close it.
  ///   - name: what an error is to call the file.
  ///   - options: the limits of the session.
  ///   - clock: the host's time, which is real.
  ///   - failed: called once when the file cannot be written; nothing more is recorded then.
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

  // MARK: What happens

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
      // What the host says from now on belongs to the last line.
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
      // It was a turn, and counts.
      write(RunRequest([]))
    }
  }

  /// A message as one line of text. After a header it may have line breaks, which outside of strings are but spaces.
  private static func line(_ bytes: UnsafeRawBufferPointer) -> String? {
    // In a transcript an empty line would be none.
    if bytes.allSatisfy({ $0 == 0x0D }) { return nil }
    if !bytes.contains(0x0A) { return String(validating: bytes, as: UTF8.self) }
    guard (try? JSONValue(parsing: bytes)) != nil else { return nil }
    return String(validating: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  /// A turn begins; the pipe to the frontend may have changed since the one before.
  private func note(_ pipe: PipeRequest) {
    let old = self.pipe
    if pipe == old { return }
    self.pipe = pipe
    // The timer of this turn is still to come.
    writeTime(turnTime)
    write(pipe)
    // If this is the turn in which is sent what had to wait, it is the outcome.
    if old.isBackedUp && !pipe.isBackedUp { state = .line }
  }

  package func turnEnds(sending bytes: UnsafeRawBufferPointer) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { "<-- \($0)\n" }.joined()
    turnTime = elapsed()
    switch state {
    case .idle: untold += lines
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
      // A line that has not all of its answers would not replay.
      if let whole { file?.cut(to: whole) }
      file = nil
      failed(error)
    }
  }

  /// Nanoseconds since the first line, which the first call is about.
  private func elapsed() -> Int64 {
    let time = clock.now
    let start = start ?? time
    self.start = start
    return (time - start).inNanoseconds
  }

  /// Lets the time pass up to this one, and the timers fire that have fired.
  private func writeTime(_ time: Int64) {
    guard time > recordedTime || hasFired || !untold.isEmpty else { return }
    let passage = AdvanceClockRequest(nanoseconds: max(time - recordedTime, 0))
    recordedTime = max(time, recordedTime)
    writeNotification(AdvanceClockRequest.method, passage.params)
    write(untold)
    hasFired = false
    untold = ""
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
