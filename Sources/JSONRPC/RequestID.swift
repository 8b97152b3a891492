import JSON

/// The id of a request (JSON-RPC 2.0, section 4): a string or a number; of a response maybe null.
///
/// It is given back in the response with the value that it came with. Numbers are the same if their values are: `1` and
/// `1.0` are one id. Strings are the same if their code units are: `é` composed and decomposed are two ids.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case double(Double)
  case string(ExactString)
  /// What a response to an unreadable request carries. A request that has it is refused.
  case null

  /// `nil` when the value is none that an id may be.
  public init?(_ value: JSONValue) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    // -0 is 0, too.
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
