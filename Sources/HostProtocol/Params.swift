import JSON
import JSONRPC

/// The params of a message.
package struct Params: MemberReader {
  /// `nil` for none.
  private let object: IndexedValue?

  /// The params of a message, which may be left out. They are valid as long as their ``MemberIndex``.
  package init(_ value: IndexedValue?) throws(RPCError) {
    object = value
    guard let value, !value.isObject else { return }
    let json = value.json
    guard json.arrayValue?.isEmpty == true else {
      throw RPCError(
        .invalidParams, "params: expected an object, found \(json.kind)", data: ["path": ""])
    }
  }

  package var path: [String] { [] }

  package subscript(name: StaticString) -> JSONValue? { object?[name]?.json }

  /// A string that must be there, where it stands.
  package func text(_ name: StaticString) throws(RPCError) -> JSONText {
    guard let value = object?[name] else { throw missing(name, "a string") }
    guard let text = value.text else { throw mistyped(name, "a string", value.json) }
    return text
  }
}

/// The members of an object that is part of the params of a message.
package struct NestedParams: MemberReader {
  private let object: JSONObject
  package let path: [String]

  init(_ object: JSONObject, at path: [String]) {
    self.object = object
    self.path = path
  }

  package subscript(name: StaticString) -> JSONValue? { object[name.description] }
}

extension RPCError {
  /// - Parameter path: what is wrong, within `params`.
  package init(invalidParamsAt path: [String], _ reason: String) {
    self.init(
      .invalidParams, "\(JSONPointer(tokens: ["params"] + path).path): \(reason)",
      data: ["path": .string(JSONPointer(tokens: path).description)])
  }
}
