import HostProtocol
import JSON
import JSONRPC
import TestSupport
import Testing

/// What is read where it lies is the same as what is read by way of a tree; and what a tree refuses
/// is refused with the same words.
struct ReadingLawTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func itReadsWhatATreeReads(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var counts: [String: Int] = [:]
    for _ in 0..<4_000 {
      var text = Array(LineGenerator.text(&random).utf8)
      if random.once(in: 3) { LineGenerator.damage(&text, &random) }
      let line = "seed \(seed): \(String(decoding: text, as: UTF8.self))"
      let tree: JSONValue
      do throws(JSONParseError) {
        tree = try JSONValue(parsing: text)
      } catch {
        #expect(throws: error) { try ReadMessage.read(text) }
        counts["no JSON", default: 0] += 1
        continue
      }
      let messages = try ReadMessage.read(text)
      #expect(messages == ReadMessage.messages(ofTree: tree), "\(line)")
      if tree.arrayValue != nil { counts["array", default: 0] += 1 }
      for message in messages { counts[message.name, default: 0] += 1 }
      // How the params are written makes no difference: the tree, written again, has neither
      // escapes nor white space, and each key once.
      #expect(try Self.requests(text) == Self.requests(tree.serialized()), "\(line)")
    }
    let names =
      Self.requestTypes.map { $0.method } + [
        "viewModel/input", "$/cancelRequest", "response", "invalid response", "invalid", "array",
        "no JSON",
      ]
    for name in names { #expect(counts[name, default: 0] > 20, "\(name): something was compared") }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func aMemberThatMayBeLeftOutMayBeNull(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<2_000 {
      let text = Array(LineGenerator.text(&random).utf8)
      guard let tree = try? JSONValue(parsing: text), case .object(var message) = tree,
        case .object(var params)? = message["params"],
        case .string(let method)? = message["method"], let optional = Self.optional[method],
        let name = optional.randomElement(using: &random)
      else { continue }
      // A request must have an id, so that its own params are read; an input none.
      message["id"] = method == InputNotification.method.description ? nil : 7
      func said(_ value: JSONValue?) throws -> [String] {
        params[name] = value
        message["params"] = .object(params)
        return try Self.requests(JSONValue.object(message).serialized())
      }
      let without = try said(nil)
      #expect(try said(.null) == without, "seed \(seed): \(tree), \(name)")
      count += without.count
    }
    #expect(count > 50, "something was compared")
  }

  /// The members of params that may be left out, by method, as the schema has them; without the
  /// recordings' own.
  private static let optional: [String: [String]] = {
    var optional: [String: [String]] = [:]
    let input = (InputNotification.method.description, InputNotification.schema.params)
    for (method, params) in requestTypes.map({ ($0.method, $0.schema.params) }) + [input] {
      let required = params.json["required"]?.arrayValue ?? []
      let names = (params.json["properties"]?.objectValue ?? [:]).map { $0.key }
      optional[method] = names.filter { !required.contains(.string($0)) }
    }
    return optional
  }()

  /// What the params of each message of a text say to each method.
  private static func requests(_ text: [UInt8]) throws -> [String] {
    try MemberIndex.reading(text) { value in
      (value.elements ?? [value]).flatMap { value -> [String] in
        switch Message(value) {
        case .request(_, let method, let params):
          requestTypes.filter { $0.method == method.string }.map { describe($0, params) }
        case .notification(_, let params): [describeInput(params), describeCancel(params)]
        case .response, .invalidResponse, .invalid: []
        }
      }
    }
  }

  private static func describe(
    _ type: any FrontendRequest.Type, _ params: IndexedValue?
  ) -> String {
    do throws(RPCError) {
      let request = try type.init(Params(params))
      if let request = request as? InitializeRequest {
        // Which has the params as they are, too.
        let wanted = (request.mergesUpdates, request.wantsRestarts, request.wantsTurns)
        return "\(request.protocolVersions), \(request.services), \(request.logLevel), \(wanted)"
      }
      guard let call = request as? CallRequest else { return "\(request)" }
      return "\(call.id.string), \(call.input.string), \(String(describing: call.arguments))"
    } catch {
      return "\(error.json)"
    }
  }

  private static func describeInput(_ params: IndexedValue?) -> String {
    do throws(RPCError) {
      let input = try InputNotification(Params(params))
      let values = "\(String(describing: input.arguments)), \(String(describing: input.seq))"
      return "\(input.id.string), \(input.input.string), \(values)"
    } catch {
      return "\(RejectedNotification(params, error).params)"
    }
  }

  private static func describeCancel(_ params: IndexedValue?) -> String {
    CancelNotification(params).map { "\($0.params)" } ?? "none"
  }

  static var requestTypes: [any FrontendRequest.Type] {
    [
      AdvanceClockRequest.self, ArrivalRequest.self, CallRequest.self, CheckContractRequest.self,
      CreateRequest.self, DescribeRequest.self, DisposeRequest.self, HoldRequest.self,
      InitializeRequest.self, ListRequest.self, ObserveRequest.self, PendingRequest.self,
      PingRequest.self, PipeRequest.self, QuietRequest.self, RunRequest.self, ShutdownRequest.self,
      SnapshotRequest.self, WindowRequest.self,
    ]
  }
}

extension ReadMessage {
  /// Its method, or what else it is.
  fileprivate var name: String {
    switch self {
    case .request(_, let method, _), .notification(let method, _): method
    case .response: "response"
    case .invalidResponse: "invalid response"
    case .invalid: "invalid"
    }
  }
}
