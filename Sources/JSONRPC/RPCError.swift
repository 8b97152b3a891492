import JSON

/// An error of a response (JSON-RPC 2.0, section 5.1).
public struct RPCError: Error, Equatable, Sendable {
  /// The kind of the error.
  public var code: Code
  /// One sentence for people, which names what was wrong and where.
  public var message: String
  /// Details for programs, if any.
  public var data: JSONValue?

  /// Creates an error.
  public init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Reads `{code, message, data?}`; returns `nil` for other values.
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

  /// The kind of an error. The table in `protocol.md`, "Errors", says when each is used.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int
    /// Creates a code; those of this protocol have names.
    public init(rawValue: Int) { self.rawValue = rawValue }

    // JSON-RPC 2.0, section 5.1
    /// A line that is not JSON.
    public static let parseError = Code(rawValue: -32700)
    /// JSON that is no valid request, or a request that is not allowed now.
    public static let invalidRequest = Code(rawValue: -32600)
    /// The method does not exist.
    public static let methodNotFound = Code(rawValue: -32601)
    /// Missing, unexpected or mistyped params or arguments.
    public static let invalidParams = Code(rawValue: -32602)
    /// A fault of the host.
    public static let internalError = Code(rawValue: -32603)
  }
}
