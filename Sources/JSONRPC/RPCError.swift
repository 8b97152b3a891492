import JSON

/// An error as a response carries it (JSON-RPC 2.0, section 5.1).
public struct RPCError: Error, Equatable, Sendable {
  /// What went wrong, for programs.
  public var code: Code
  /// One sentence for people; names what was wrong and where.
  public var message: String
  /// More for programs, if there is more.
  public var data: JSONValue?

  /// An error with a code, a sentence, and more for programs if there is any.
  public init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Reads `{code, message, data?}`; nothing when it is not that.
  public init?(_ json: JSONValue) {
    guard let code = json["code"]?.integerValue, case .string(let message)? = json["message"]
    else { return nil }
    self.init(Code(rawValue: Int(code)), message, data: json["data"])
  }

  /// The error as JSON.
  public var json: JSONValue {
    var object: JSONObject = ["code": .integer(Int64(code.rawValue)), "message": .string(message)]
    if let data { object["data"] = data }
    return .object(object)
  }

  /// What went wrong, as a number. The table in `protocol.md`, "Errors", says when each is used.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int
    /// Any code; those of this protocol have names.
    public init(rawValue: Int) { self.rawValue = rawValue }

    // JSON-RPC 2.0, section 5.1
    /// A line that is not JSON.
    public static let parseError = Code(rawValue: -32700)
    /// JSON that is no request, or a request that is not allowed now.
    public static let invalidRequest = Code(rawValue: -32600)
    /// The method does not exist.
    public static let methodNotFound = Code(rawValue: -32601)
    /// Missing, superfluous or mistyped params or arguments.
    public static let invalidParams = Code(rawValue: -32602)
    /// A fault of the host.
    public static let internalError = Code(rawValue: -32603)

    // As in the Language Server Protocol
    /// No common protocol version was found.
    public static let notInitialized = Code(rawValue: -32002)
    /// The request was cancelled, or its instance disposed.
    public static let cancelled = Code(rawValue: -32800)

    // This protocol's own
    /// The catalog has no such name.
    public static let unknownViewModel = Code(rawValue: -32001)
    /// There is no instance with that id.
    public static let unknownInstance = Code(rawValue: -32003)
    /// The ViewModel has no such input.
    public static let unknownInput = Code(rawValue: -32004)
    /// The id is in use.
    public static let duplicateID = Code(rawValue: -32005)
    /// The ViewModel's `init` threw.
    public static let creationFailed = Code(rawValue: -32006)
    /// The input threw.
    public static let inputFailed = Code(rawValue: -32007)
    /// There is no common protocol version.
    public static let unsupportedVersion = Code(rawValue: -32008)
    /// A line over the limit.
    public static let lineTooLong = Code(rawValue: -32009)
    /// A request after `shutdown`.
    public static let shutDown = Code(rawValue: -32010)
    /// Work that a ViewModel had started threw.
    public static let workFailed = Code(rawValue: -32013)
    /// A turn was cut off, as it did not settle.
    public static let unsettled = Code(rawValue: -32012)
    /// Nobody answers a service that a ViewModel needs.
    public static let serviceMissing = Code(rawValue: -32014)
    /// A service was not answered in time.
    public static let serviceUnanswered = Code(rawValue: -32015)
    /// As many inputs or service calls are under way as may be.
    public static let tooMany = Code(rawValue: -32016)
    /// An output or event has no JSON form, or an event stream threw.
    public static let outputFailed = Code(rawValue: -32011)
  }
}
