import JSON
import Transcripts

/// Gives the answers of a transcript to whichever call they fit. ViewModels that do not ask alike number their calls in
/// another way, so an answer goes to a call of the same service with the same arguments; if there is none, to nobody.
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
  /// The calls that wait, in order.
  private var open: [(id: JSONValue, call: Call)] = []

  init(of transcript: Transcript) {
    for line in transcript.lines where line.kind == .expected {
      guard let message = try? JSONValue(parsing: line.content), let id = message["id"],
        let call = Call(message)
      else { continue }
      written.append((id, call))
    }
  }

  /// The line to send instead of one of the transcript; `nil` when nobody waits for that answer.
  mutating func line(for line: String) -> String? {
    guard case .object(var message) = try? JSONValue(parsing: line), message["method"] == nil,
      let id = message["id"], let call = written.first(where: { $0.id == id })?.call
    else { return line }
    let acknowledges = message["error"]?["code"] == .integer(-32800)
    let fitting = open.indices.filter {
      open[$0].call.isSame(as: call) && open[$0].call.isCancelled == acknowledges
    }
    guard let index = fitting.first(where: { open[$0].id == id }) ?? fitting.first else {
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
