import JSON

/// The id of a request (JSON-RPC 2.0, section 4): a string or a number, and in a response also
/// null.
///
/// A response repeats the value of the id. Numbers are equal if their values are: `1` and `1.0` are
/// one id. Strings are equal if their code units are: `é` composed and decomposed are two ids.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case string(ExactString)
  /// The id of the response to an unreadable request. A request with it is refused.
  case null

  /// Returns `nil` when the value cannot be an id.
  public init?(_ value: JSONValue) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    // -0 equals 0.
    case .double(let double): self = value.integerValue.map(Self.integer) ?? .double(double)
    case .string(let string): self = .string(ExactString(string))
    case .null: self = .null
    case .bool, .array, .object: return nil
    }
  }

  /// The id as JSON.
  public var json: JSONValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .double(let double): .double(double)
    case .string(let string): .string(string.text)
    case .null: .null
    }
  }
}
