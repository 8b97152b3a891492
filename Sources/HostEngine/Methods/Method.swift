import HostProtocol
@_spi(Host) import JSON
import JSONRPC

/// What the host does about a request. Each method has a line in ``all``.
final class RequestMethod {
  /// What a request comes to.
  enum Outcome {
    case result(JSONValue)
    /// The instance as it is when the turn has settled.
    case snapshot(Instance)
    /// What is so when the turn has settled.
    case settled(() -> JSONValue)
    /// A result for a player of transcripts: for it nothing has to be sent that could wait.
    case played(JSONValue)
    /// The result for a player of transcripts, after some turns. This one ends now; `next` makes ready what is the next
    /// turn, and says false when there is none left.
    case turns(next: () -> Bool, result: () -> JSONValue)
    /// The answer follows when something has finished.
    case later
  }

  static let all: [RequestMethod] = [
    .initialize, .ping, .shutdown, .list, .describe, .checkContract, .create, .observe, .window,
    .dispose, .snapshot, .call, .tryInput, .pending, .turns, .rewind, .undo, .redo, .advanceClock,
    .hold, .run, .arrival, .proceed, .tried, .pipe, .quiet,
  ]

  static let named = NameTable(all, named: \.name)

  let name: String
  /// The form of its params and of its result.
  let schema: () -> RequestSchema
  /// Refuses it in a phase of the conversation that does not allow it.
  let begin: @MainActor (Session) throws(RPCError) -> Void
  /// Whether only a host in virtual time has it; it may come as a notification, too.
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
  /// That of this host's protocol.
  package init() { self.init(requests: RequestMethod.all.map { ($0.name, $0.schema()) }) }
}
