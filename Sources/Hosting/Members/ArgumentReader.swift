import Contracts
import JSON

/// Says that what a frontend has sent does not fit. `path` leads to the place, from the member that holds the
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
  /// An argument cannot be decoded.
  init(_ slot: Signature.Slot, _ json: JSONValue, _ error: DecodingError) {
    path = [slot.name] + error.pointer.tokens
    message = Self.noCase(json, of: slot, error) ?? error.problem
  }

  /// What is said of a value that is none of an enum's; of those Swift says nothing.
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

/// Reads the values of a ``Signature`` one after another from what a frontend sent.
package struct ArgumentReader {
  private enum Source {
    case named(JSONObject)
    case ordered([JSONValue])
  }

  private let signature: Signature
  private let source: Source
  private var index = 0

  /// - Parameter json: an object by name, an array in order, or nothing for no arguments.
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
    try refuseSuperfluous()
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

  private func refuseSuperfluous() throws {
    let slots = signature.slots
    switch source {
    case .named(let object):
      // Most often the names are just those of the slots, so there is nothing to look for.
      for member in object
      where !slots.contains(where: {
        $0.name.hasSameCodeUnits(as: member.key)
      }) {
        let question = SimilarNames.question(for: member.key, among: slots.map(\.name))
        throw ArgumentError(
          path: [member.key],
          message: "superfluous\(question.isEmpty ? ", \(expectation)" : question)")
      }
    case .ordered(let array) where array.count > slots.count:
      throw ArgumentError(path: [String(slots.count)], message: "superfluous, \(expectation)")
    case .ordered: break
    }
  }

  private var expectation: String {
    signature.slots.isEmpty
      ? "expected none"
      : "expected only " + signature.slots.map(\.name).joined(separator: ", ")
  }
}
