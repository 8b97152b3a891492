import JSON
import Transcripts

/// Gives the answers of a transcript to whichever call they fit. ViewModels that do not ask alike number their calls in
/// another way, so an answer goes to a call of the same service with the same arguments: to that of the same number, or
/// to one that the transcript does not answer afterwards. If there is none, it goes to nobody.
struct ServiceAnswers {
  private struct Call: Equatable {
    let service: JSONValue
    let arguments: JSONValue
    var isCancelled = false

    init?(_ message: JSONValue) {
      guard message["method"] == "service/call", let params = message["params"] else { return nil }
      service = params["service"] ?? .null
      arguments = params["arguments"] ?? .null
    }

    func isSame(as other: Call) -> Bool {
      service == other.service && arguments == other.arguments
    }
  }

  /// The calls of the transcript, by their ids.
  private var written: [(id: JSONValue, call: Call)] = []
  /// The answers that are still to come, in order.
  private var coming: [Answer] = []
  /// The calls that wait, in order.
  private var open: [(id: JSONValue, call: Call)] = []

  private struct Answer {
    let id: JSONValue
    /// It says that the frontend has stopped working on a call that was cancelled.
    let acknowledges: Bool

    init?(_ message: JSONValue) {
      guard message["method"] == nil, let id = message["id"] else { return nil }
      self.id = id
      acknowledges = message["error"]?["code"] == .integer(-32800)
    }
  }

  init(of transcript: Transcript) {
    for line in transcript.lines {
      guard let message = try? JSONValue(parsing: line.content) else { continue }
      if line.kind == .sent, let answer = Answer(message) {
        coming.append(answer)
      } else if line.kind == .expected, let id = message["id"], let call = Call(message) {
        written.append((id, call))
      }
    }
  }

  /// The line to send instead of one of the transcript; `nil` when nobody waits for that answer.
  mutating func line(for line: String) -> String? {
    guard case .object(var message) = try? JSONValue(parsing: line),
      let answer = Answer(.object(message)),
      let call = written.first(where: { $0.id == answer.id })?.call
    else { return line }
    if let index = coming.firstIndex(where: { $0.id == answer.id }) { coming.remove(at: index) }
    let fitting = open.indices.filter { index in
      let other = open[index]
      return other.call.isSame(as: call) && other.call.isCancelled == answer.acknowledges
        && !coming.contains { $0.id == other.id && $0.acknowledges == other.call.isCancelled }
    }
    guard let index = fitting.first(where: { open[$0].id == answer.id }) ?? fitting.first else {
      return nil
    }
    message["id"] = open.remove(at: index).id
    return JSONValue.object(message).description
  }

  /// Takes note of what the host has said.
  mutating func take(_ lines: [String]) {
    for line in lines {
      guard let message = try? JSONValue(parsing: line) else { continue }
      if let id = message["id"], let call = Call(message) {
        open.append((id, call))
      } else if message["method"] == "$/cancelRequest", let id = message["params"]?["id"],
        let index = open.firstIndex(where: { $0.id == id })
      {
        open[index].call.isCancelled = true
      }
    }
  }
}
