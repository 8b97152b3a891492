import Contracts
import JSON

/// An argument from a frontend that does not fit. `path` starts at the member that holds the
/// arguments.
package struct ArgumentError: Error {
  package let path: [String]
  package let message: String

  package init(path: [String], message: String) {
    self.path = path
    self.message = message
  }
}

@MainActor extension ArgumentError {
  /// Describes an argument that cannot be decoded.
  init(_ slot: Signature.Slot, _ json: JSONValue, _ error: DecodingError) {
    path = [slot.name] + error.pointer.tokens
    message = Self.noCase(json, of: slot, error) ?? error.problem
  }

  /// The message for a value that is not a case of an enum; Swift's own does not list the cases.
  private static func noCase(
    _ json: JSONValue, of slot: Signature.Slot, _ error: DecodingError
  ) -> String? {
    guard case .dataCorrupted = error, let found = json[error.pointer],
      let values = Schema.values(in: slot.schema, at: error.pointer.tokens[...])
    else { return nil }
    let shown = found.stringValue.map { "\"\(SimilarNames.shown($0))\"" } ?? found.description
    return "expected \(Schema.words(["enum": .array(values)])), found \(shown)"
  }
}

/// Reads the values of a ``Signature`` in order.
package struct ArgumentReader {
  private enum Source {
    case named(JSONObject)
    case ordered([JSONValue])
  }

  private let signature: Signature
  private let source: Source
  private var index = 0

  /// - Parameter json: an object by name, an array in order, or `nil` for no arguments.
  package init(_ json: JSONValue?, _ signature: Signature) throws {
    self.signature = signature
    switch json {
    case nil:
      source = .ordered([])
      return
    case .object(let object)?: source = .named(object)
    case .array(let array)?: source = .ordered(array)
    case let other?:
      throw ArgumentError(
        path: [], message: "expected an object or an array, found \(other.kind)")
    }
    try refuseUnexpected()
  }

  package mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let slot = signature.slots[index]
    defer { index += 1 }
    guard let json = value(of: slot) else {
      if let value = slot.defaultValue as? Value { return value }
      if let optional = type as? any OptionalType.Type, let none = optional.none as? Value {
        return none
      }
      throw ArgumentError(
        path: [slot.name], message: "missing, expected \(Schema.words(slot.schema))")
    }
    do {
      return try json.decode(type)
    } catch let error as DecodingError {
      throw ArgumentError(slot, json, error)
    }
  }

  private func value(of slot: Signature.Slot) -> JSONValue? {
    switch source {
    case .named(let object): object[slot.name]
    case .ordered(let array): index < array.count ? array[index] : Optional.none
    }
  }

  private func refuseUnexpected() throws {
    let slots = signature.slots
    switch source {
    case .named(let object):
      // Most often the names are those of the slots, and the search ends at once.
      for member in object
      where !slots.contains(where: {
        $0.name.hasSameCodeUnits(as: member.key)
      }) {
        let question = SimilarNames.question(for: member.key, among: slots.map(\.name))
        throw ArgumentError(
          path: [member.key],
          message: "unknown\(question.isEmpty ? ", \(expectation)" : question)")
      }
    case .ordered(let array) where array.count > slots.count:
      throw ArgumentError(path: [String(slots.count)], message: "one too many, \(expectation)")
    case .ordered: break
    }
  }

  private var expectation: String {
    signature.slots.isEmpty
      ? "expected none"
      : "expected only " + signature.slots.map(\.name).joined(separator: ", ")
  }
}
