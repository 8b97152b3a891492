import JSON
import Transcripts

/// Redirects the answers of a transcript to the calls that they fit.
///
/// ViewModels can call services in different orders, which changes the ids. So an answer goes to a
/// call of the same service with the same arguments: to the one with the same id, else to one that
/// no later line of the transcript answers. Without such a call, the answer is dropped.
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

  /// The calls of the transcript, with their ids.
  private var written: [(id: JSONValue, call: Call)] = []
  /// The answers in the rest of the transcript, in order.
  private var coming: [Answer] = []
  /// The unanswered calls of the host, in order.
  private var open: [(id: JSONValue, call: Call)] = []

  private struct Answer {
    let id: JSONValue
    /// Whether it confirms the cancellation of a call.
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

  /// The line to send instead of a line of the transcript; `nil` for an answer that no call fits.
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

  /// Records the calls and cancellations in lines of the host.
  mutating func record(_ lines: [String]) {
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
