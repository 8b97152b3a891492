import Foundation
import JSON

@testable import Contracts

extension SchemaValidator {
  /// A schema whose references are to `$defs` of its own. Forms of texts count.
  static func isValid(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    let definitions = schema["$defs"]?.objectValue ?? [:]
    return try SchemaValidator(definitions, rule: hasForm).isValid(value, schema)
  }

  private static func hasForm(_ text: String, _ keyword: String, _ argument: JSONValue) throws
    -> Bool
  {
    switch keyword {
    case "pattern": try Regex(argument.stringValue ?? "").firstMatch(in: text) != nil
    // An annotation for a validator; here it is meant.
    case "contentEncoding": argument == "base64" && Data(base64Encoded: text) != nil
    default: try hasFormat(text, argument.stringValue ?? "")
    }
  }

  private static func hasFormat(_ text: String, _ format: String) throws -> Bool {
    let pattern =
      switch format {
      case "date-time":
        #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#
      case "uuid": #"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"#
      // RFC 3986, 4.1: what characters there may be, which is what can be said in a line.
      case "uri-reference": #"^([A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$"#
      default: throw UnknownKeyword(name: format)
      }
    return try Regex(pattern).firstMatch(in: text) != nil
  }
}
