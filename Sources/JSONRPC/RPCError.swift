import JSON

/// An error as a response carries it (JSON-RPC 2.0, section 5.1).
public struct RPCError: Error, Equatable, Sendable {
  public var code: Code
  /// One sentence for people; names what was wrong and where.
  public var message: String
  public var data: JSONValue?

  /// An error with a code, a sentence, and more for programs if there is any.
  public init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Reads `{code, message, data?}`; nothing when it is not that.
  public init?(_ json: JSONValue) {
    guard case .integer(let code)? = json["code"], case .string(let message)? = json["message"]
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
    public let rawValue: Int
    /// Any code; those of this protocol have names.
    public init(rawValue: Int) { self.rawValue = rawValue }

    // JSON-RPC 2.0, section 5.1
    public static let parseError = Code(rawValue: -32700)
    public static let invalidRequest = Code(rawValue: -32600)
    public static let methodNotFound = Code(rawValue: -32601)
    public static let invalidParams = Code(rawValue: -32602)
    public static let internalError = Code(rawValue: -32603)

    // As in the Language Server Protocol
    public static let notInitialized = Code(rawValue: -32002)
    public static let cancelled = Code(rawValue: -32800)

    // This protocol's own
    public static let unknownViewModel = Code(rawValue: -32001)
    public static let unknownInstance = Code(rawValue: -32003)
    public static let unknownInput = Code(rawValue: -32004)
    public static let duplicateID = Code(rawValue: -32005)
    public static let creationFailed = Code(rawValue: -32006)
    public static let inputFailed = Code(rawValue: -32007)
    public static let unsupportedVersion = Code(rawValue: -32008)
    public static let lineTooLong = Code(rawValue: -32009)
    public static let shutDown = Code(rawValue: -32010)
    public static let outputFailed = Code(rawValue: -32011)
  }
}
