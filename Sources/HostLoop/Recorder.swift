import HostEngine
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import ViewModelKit

/// Writes a session down as a transcript, as it goes, so that what came before a crash is there too.
///
/// What in the session came by itself is a request in the transcript, whose outcome is what the host said then: the
/// time that passed (`clock/advance`), what tasks brought back from other threads (`replay/arrival`), and that the
/// frontend was too slow to read (`replay/pipe`). So the replay has the same turns. What cannot stand in a
/// transcript, such as a line that is no text, is left out with its answer, and a comment says so.
package final class Recorder: TurnLog {
  /// Where to write; nothing after that has failed.
  private var file: Descriptor?
  private let name: String
  private let failed: (SystemError) -> Void
  private let clock: any ClockSource
  /// The time of the first line, with which the transcript starts.
  private var start: Duration?
  /// The time up to which the transcript has come, in nanoseconds.
  private var recordedTime: Int64 = 0
  /// The time of the last turn, in nanoseconds.
  private var turnTime: Int64 = 0
  /// How many requests there are that the frontend did not send; their ids are of a form that no frontend uses.
  private var requestCount = 0
  /// Lines that the host has said by itself, in turns of timers, since the last request.
  private var untold = ""
  private var state = State.idle
  private var pipe = PipeRequest()

  /// To what belongs what the host says now.
  private enum State {
    /// To the time that passes.
    case idle
    /// To a line from the frontend.
    case line
    /// To one that is left out.
    case skippedLine
    /// To a request of the recorder's own, which is answered at the end of the turn.
    case request(RequestID)
  }

  /// - Parameters:
  ///   - file: where to write; the recorder does not close it.
  ///   - name: what an error is to call the file.
  ///   - clock: the host's time, which is real.
  ///   - failed: called once when the file cannot be written; nothing more is recorded then.
  package init(
    _ file: Descriptor,
    named name: String,
    clock: any ClockSource,
    failed: @escaping (SystemError) -> Void
  ) {
    self.file = file
    self.name = name
    self.clock = clock
    self.failed = failed
    writeExchange(HoldRequest.method, HoldRequest().params)
  }

  // MARK: What happens

  package func begins(_ cause: Turn.Cause, pipe: PipeRequest) {
    switch cause {
    case .line(let line):
      note(pipe)
      begin(line)
    case .completion(let task):
      note(pipe)
      writeTime(elapsed())
      beginRequest(ArrivalRequest.method, ArrivalRequest(task: task).params)
    case .end:
      // What the host says from now on belongs to the last line.
      writeTime(elapsed())
      state = .line
    case .timer, .arrival, .room, .quiet: note(pipe)
    }
  }

  package func ends() { state = .idle }

  private func begin(_ line: Frame) {
    writeTime(elapsed())
    if case .complete(let bytes) = line, let text = Self.line(bytes) {
      state = .line
      write("--> \(text)\n")
    } else {
      state = .skippedLine
      write("# Here came a line that is no text, or is too long.\n")
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

  package func noteSteps(of tasks: [Int]) {
    if tasks.isEmpty { return }
    writeTime(elapsed())
    writeExchange(RunRequest.method, RunRequest(tasks: tasks).params)
  }

  /// A turn begins; the pipe to the frontend may have changed since the one before.
  private func note(_ pipe: PipeRequest) {
    let old = self.pipe
    if pipe == old { return }
    self.pipe = pipe
    // The timer of this turn is still to come.
    writeTime(turnTime)
    if pipe.isBackedUp || !old.isBackedUp {
      writeExchange(PipeRequest.method, pipe.params)
    } else {
      // This is the turn in which is sent what had to wait.
      beginRequest(PipeRequest.method, pipe.params)
    }
  }

  package func turnEnds(saying bytes: UnsafeRawBufferPointer) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { "<-- \($0)\n" }.joined()
    turnTime = elapsed()
    switch state {
    case .idle: untold += lines
    case .line: write(lines)
    case .skippedLine: break
    case .request(let id):
      write("\(lines)\(Self.response(id))")
      state = .idle
    }
  }

  // MARK: Writing

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    let size = file?.size
    do {
      try file?.writeAll(text, as: name)
    } catch {
      // Half a line would make the rest useless.
      if let size { file?.cut(to: size) }
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

  /// Lets the time pass up to this one.
  private func writeTime(_ time: Int64) {
    guard time > recordedTime || !untold.isEmpty else { return }
    let request = AdvanceClockRequest(nanoseconds: max(time - recordedTime, 0))
    recordedTime = max(time, recordedTime)
    let (id, text) = makeRequest(AdvanceClockRequest.method, request.params)
    write("\(text)\(untold)\(Self.response(id, AdvanceClockRequest.result(now: recordedTime)))")
    untold = ""
  }

  private func writeExchange(_ method: String, _ params: JSONValue) {
    let (id, text) = makeRequest(method, params)
    write("\(text)\(Self.response(id))")
  }

  /// Writes a request that the end of the turn answers.
  private func beginRequest(_ method: String, _ params: JSONValue) {
    let (id, text) = makeRequest(method, params)
    state = .request(id)
    write(text)
  }

  private func makeRequest(
    _ method: String, _ params: JSONValue
  ) -> (id: RequestID, text: String) {
    requestCount += 1
    let id = RequestID.string("record/\(requestCount)")
    var request = JSONWriter()
    request.writeRequest(id: id, method: method, params: params)
    return (id, "--> \(request.text)\n")
  }

  private static func response(_ id: RequestID, _ result: JSONValue = [:]) -> String {
    var response = JSONWriter()
    response.writeResponse(id: id, result: result)
    return "<-- \(response.text)\n"
  }
}
