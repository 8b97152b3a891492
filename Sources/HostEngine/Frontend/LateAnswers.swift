import HostProtocol
import JSON
import JSONRPC

/// The answers of a restored session to requests and inputs that a frontend waits for, and that
/// ended earlier than before.
package struct LateAnswers {
  /// The responses, by the ids of the requests, in order.
  private var responses: [RequestID: [JSONValue]]
  /// The rejections of inputs, by their `seq`, in order; `nil` for inputs that have succeeded.
  private var ends: [FrontendMirror.Seq: [JSONValue?]]

  /// - Parameter frontend: only what it waits for is kept.
  package init(for frontend: FrontendMirror) {
    responses = frontend.requests.mapValues { _ in [] }
    ends = frontend.seqs.mapValues { _ in [] }
  }

  /// Adds lines that the session sends, each with its line break.
  package mutating func add(_ lines: UnsafeRawBufferPointer) {
    if responses.isEmpty && ends.isEmpty { return }
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: line)) else {
        continue
      }
      for message in json.arrayValue ?? [json] { add(message) }
    }
  }

  /// Adds the answers of another collection, as far as they are waited for.
  package mutating func add(_ other: LateAnswers) {
    for id in responses.keys { responses[id]? += other.responses[id] ?? [] }
    for seq in ends.keys { ends[seq]? += other.ends[seq] ?? [] }
  }

  private mutating func add(_ message: JSONValue) {
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

  /// Returns the last responses to a request: as many as there are, up to `count`.
  func responses(to id: RequestID, last count: Int) -> [JSONValue] {
    responses[id]?.suffix(count) ?? []
  }

  /// Returns the last ends of inputs with a `seq`: as many as there are, up to `count`.
  func ends(of seq: FrontendMirror.Seq, last count: Int) -> [JSONValue?] {
    ends[seq]?.suffix(count) ?? []
  }
}
