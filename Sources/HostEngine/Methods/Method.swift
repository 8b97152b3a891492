import HostProtocol
@_spi(Host) import JSON
import JSONRPC

/// A request method of the protocol. ``all`` lists every method.
final class RequestMethod {
  enum Outcome {
    case result(JSONValue)
    /// A snapshot of the instance when the turn has settled.
    case snapshot(Instance)
    /// A result that is computed when the turn has settled.
    case settled(() -> JSONValue)
    /// A result for a player of transcripts. It does not force out deferred updates.
    case played(JSONValue)
    /// A result for the player of transcripts after some turns. The current turn ends; `next` makes
    /// the next one ready, and returns false when none is left.
    case turns(next: () -> Bool, result: () -> JSONValue)
    /// The answer is sent later.
    case later
  }

  static let all: [RequestMethod] = [
    .initialize, .ping, .shutdown, .list, .describe, .checkContract, .create, .observe, .window,
    .dispose, .snapshot, .call, .tryInput, .pending, .turns, .rewind, .undo, .redo, .advanceClock,
    .hold, .run, .arrival, .proceed, .tried, .pipe, .quiet,
  ]

  static let named = NameTable(all, named: \.name)

  let name: String
  /// The schemas of its params and its result.
  let schema: () -> RequestSchema
  /// Throws in a phase of the conversation that does not allow the method.
  let begin: @MainActor (Session) throws(RPCError) -> Void
  /// Whether it exists only with virtual time; it may come as a notification, too.
  let isOfPlayer: Bool
  let handle: (Session, Params, RequestID) throws(RPCError) -> Outcome

  init<Request: FrontendRequest>(
    begin: @escaping @MainActor (Session) throws(RPCError) -> Void = { session throws(RPCError) in
      try session.begin()
    },
    isOfPlayer: Bool = false,
    _ handle: @escaping (Session, Request, RequestID) throws(RPCError) -> Outcome
  ) {
    name = Request.method
    schema = { Request.schema }
    self.begin = begin
    self.isOfPlayer = isOfPlayer
    self.handle = { session, params, id throws(RPCError) in
      try handle(session, try Request(params), id)
    }
  }
}

extension MessageDocument {
  /// The message schemas of this host's protocol.
  package init() { self.init(requests: RequestMethod.all.map { ($0.name, $0.schema()) }) }
}
