import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

/// Writes a session down as a transcript, as it goes, so that what came before a crash is there too.
///
/// The time that passes between two lines from the frontend becomes a `clock/advance` request before the second, and what
/// the host says by itself meanwhile its outcome; the times are rounded up to the millisecond, so that a timer that has
/// fired in the session falls due in the replay too. What cannot stand in a transcript, such as a line that is no text, is
/// left out with its answer, and a comment says so.
final class Recorder {
  /// Where to write; nothing after that has failed.
  private var file: Descriptor?
  private let name: String
  private let failed: (SystemError) -> Void
  private let clock: any ClockSource
  /// The time of the first line, with which the transcript starts.
  private var start: Duration?
  /// The time up to which the transcript has come, in milliseconds.
  private var recordedTime: Int64 = 0
  /// How many requests there are that the frontend did not send; their ids are of a form that no frontend uses.
  private var advanceCount = 0
  /// Lines that the host has said by itself since the last line from the frontend.
  private var untold = ""
  private var isHandlingLine = false
  private var isSkipping = false

  /// - Parameters:
  ///   - file: where to write; the recorder does not close it.
  ///   - name: what an error is to call the file.
  ///   - clock: the host's time, which is real.
  ///   - failed: called once when the file cannot be written; nothing more is recorded then.
  init(
    _ file: Descriptor,
    named name: String,
    clock: any ClockSource,
    failed: @escaping (SystemError) -> Void
  ) {
    self.file = file
    self.name = name
    self.clock = clock
    self.failed = failed
  }

  /// The frontend has sent a line; what the host says until ``lineEnds()`` is the answer.
  func lineBegins(_ line: Frame) {
    writeTime()
    isHandlingLine = true
    if case .complete(let bytes) = line, let text = Self.line(bytes) {
      write("--> \(text)\n")
    } else {
      isSkipping = true
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

  /// The frontend has ended its input; what the host says from now on belongs to the last line.
  func inputEnds() {
    writeTime()
    isHandlingLine = true
  }

  /// The turn of a line is over.
  func lineEnds() {
    isHandlingLine = false
    isSkipping = false
  }

  /// The host has said something: whole lines.
  func hostSays(_ bytes: UnsafeRawBufferPointer) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { "<-- \($0)\n" }.joined()
    if !isHandlingLine {
      untold += lines
    } else if !isSkipping {
      write(lines)
    }
  }

  private func write(_ text: String) {
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

  /// Lets the time pass that has passed since the last line.
  private func writeTime() {
    let time = clock.now
    start = start ?? time
    let now = Int64(((time - (start ?? time)) / .milliseconds(1)).rounded(.up))
    guard now > recordedTime || !untold.isEmpty else { return }
    advanceCount += 1
    let id = RequestID.string("record/time/\(advanceCount)")
    var request = JSONWriter()
    request.writeRequest(
      id: id, method: AdvanceClockRequest.method,
      params: ["milliseconds": .integer(now - recordedTime)])
    var response = JSONWriter()
    response.writeResponse(id: id, result: ["now": .integer(now)])
    write("--> \(request.text)\n\(untold)<-- \(response.text)\n")
    untold = ""
    recordedTime = now
  }
}
