import JSON
import JSONRPC

/// The service calls that the user has not answered, and the answers typed before their calls.
struct OpenServiceCalls {
  /// The code of an error that the user types.
  static let refused = RPCError.Code(rawValue: -32000)

  private var open: [(id: RequestID, call: String)] = []
  private var prepared: [Result<JSONValue, RPCError>] = []
  private var isOver = false

  /// Adds a call, which is shown as `call`.
  ///
  /// - Returns: the response, if an answer was typed before, or typing has ended.
  mutating func add(_ id: RequestID, _ call: String) -> String? {
    if !prepared.isEmpty { return Self.response(id, prepared.removeFirst()) }
    if isOver { return Self.response(id, Self.unanswered) }
    open.append((id, call))
    return nil
  }

  /// Answers the oldest call, or keeps the answer for the next call.
  ///
  /// - Returns: the response; `nil` when no call is open.
  mutating func answer(_ answer: Result<JSONValue, RPCError>) -> String? {
    guard !open.isEmpty else {
      prepared.append(answer)
      return nil
    }
    return Self.response(open.removeFirst().id, answer)
  }

  /// Removes a call that the host has cancelled. The protocol still requires a response.
  mutating func cancel(_ id: RequestID) -> (call: String, response: String)? {
    guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
    let call = open.remove(at: index).call
    return (call, Self.response(id, .failure(RPCError(.cancelled, "Cancelled"))))
  }

  /// Ends typing: refuses the open calls, and later ones that have no answer yet.
  mutating func end() -> [String] {
    isOver = true
    defer { open = [] }
    return open.map { Self.response($0.id, Self.unanswered) }
  }

  private static let unanswered = Result<JSONValue, RPCError>.failure(
    RPCError(refused, "No answer: the input has ended"))

  private static func response(_ id: RequestID, _ answer: Result<JSONValue, RPCError>) -> String {
    var writer = JSONWriter()
    switch answer {
    case .success(let value): writer.writeResponse(id: id, result: value)
    case .failure(let error): writer.writeResponse(id: id, error: error)
    }
    return writer.text
  }
}
