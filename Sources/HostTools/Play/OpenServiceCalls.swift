import JSON
import JSONRPC

/// The service calls that somebody who types has still to answer, and the answers that were typed before the calls
/// came.
struct OpenServiceCalls {
  /// The code of what somebody says is wrong.
  static let refused = RPCError.Code(rawValue: -32000)

  private var open: [(id: RequestID, call: String)] = []
  private var prepared: [Result<JSONValue, RPCError>] = []
  private var isOver = false

  /// Takes a call, which is shown as `call`.
  ///
  /// - Returns: the response, when there is an answer already, or when nobody types any more.
  mutating func take(_ id: RequestID, _ call: String) -> String? {
    if !prepared.isEmpty { return Self.response(id, prepared.removeFirst()) }
    if isOver { return Self.response(id, Self.unanswered) }
    open.append((id, call))
    return nil
  }

  /// Takes an answer.
  ///
  /// - Returns: the response to the oldest call; `nil` when none is open, and the answer waits.
  mutating func answer(_ answer: Result<JSONValue, RPCError>) -> String? {
    guard !open.isEmpty else {
      prepared.append(answer)
      return nil
    }
    return Self.response(open.removeFirst().id, answer)
  }

  /// The host does not want an answer any more, but gets one.
  mutating func cancel(_ id: RequestID) -> (call: String, response: String)? {
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    let call = open.remove(at: index).call
    return (call, Self.response(id, .failure(RPCError(.cancelled, "Cancelled"))))
  }

  /// Nobody types any more: what is open is refused, and so is what comes and has no answer yet.
  mutating func end() -> [String] {
    isOver = true
    defer { open = [] }
    return open.map { Self.response($0.id, Self.unanswered) }
  }

  private static let unanswered = Result<JSONValue, RPCError>.failure(
    RPCError(refused, "Nobody answers any more"))

  private static func response(_ id: RequestID, _ answer: Result<JSONValue, RPCError>) -> String {
    var writer = JSONWriter()
    switch answer {
    case .success(let value): writer.writeResponse(id: id, result: value)
    case .failure(let error): writer.writeResponse(id: id, error: error)
    }
    return writer.text
  }
}
