import HostProtocol
import JSON
import JSONRPC

/// What a session answers to what a frontend still waits for, although the session was at it before: it is restored,
/// and something comes to its end earlier than it did.
package struct LateAnswers {
  /// The responses, by the ids of the requests, in order.
  private var responses: [RequestID: [JSONValue]]
  /// The rejections of inputs, by their `seq`, in order; `nil` for those that have succeeded.
  private var ends: [FrontendMirror.Seq: [JSONValue?]]

  /// - Parameter frontend: nothing else than what it waits for is kept.
  package init(for frontend: FrontendMirror) {
    responses = frontend.requests.mapValues { _ in [] }
    ends = frontend.seqs.mapValues { _ in [] }
  }

  /// Takes in lines that the session says, each with its end.
  package mutating func take(_ lines: UnsafeRawBufferPointer) {
    if responses.isEmpty && ends.isEmpty { return }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: line)) else {
        continue
      }
      for message in json.arrayValue ?? [json] { take(message) }
    }
  }

  /// Takes in what another one has of these.
  package mutating func take(_ other: LateAnswers) {
    for id in responses.keys { responses[id]? += other.responses[id] ?? [] }
    for seq in ends.keys { ends[seq]? += other.ends[seq] ?? [] }
  }

  private mutating func take(_ message: JSONValue) {
    let params = message["params"] ?? [:]
    switch message["method"]?.stringValue {
    case nil:
      if let id = message["id"].flatMap(RequestID.init) { responses[id]?.append(message) }
    case UpdateNotification.method?:
      for update in params.list("updates") {
        for seq in update.list("done") {
          ends[FrontendMirror.Seq(id: update["id"], seq: seq)]?.append(nil)
        }
      }
    case RejectedNotification.method?:
      if let seq = FrontendMirror.Seq(params) { ends[seq]?.append(message) }
    default: break
    }
  }

  /// The last responses to a request with an id: as many as there are, up to `count`.
  func responses(to id: RequestID, last count: Int) -> [JSONValue] {
    responses[id]?.suffix(count) ?? []
  }

  /// How the last inputs with a `seq` have ended: as many as have, up to `count`.
  func ends(of seq: FrontendMirror.Seq, last count: Int) -> [JSONValue?] {
    ends[seq]?.suffix(count) ?? []
  }
}
