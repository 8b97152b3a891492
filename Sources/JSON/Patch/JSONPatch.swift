/// A list of changes to a document (RFC 6902).
public struct JSONPatch: Sendable, Hashable {
  /// One operation (RFC 6902, section 4). Pointers refer to the document after the previous
  /// operations.
  public enum Operation: Sendable, Hashable {
    /// Inserts an element, or sets a new or existing member.
    case add(path: JSONPointer, value: JSONValue)
    /// Removes the value at the path.
    case remove(path: JSONPointer)
    /// Replaces the value at the path.
    case replace(path: JSONPointer, value: JSONValue)
    /// Removes the value at `from` and adds it at the path.
    case move(from: JSONPointer, path: JSONPointer)
    /// Adds the value at `from` also at the path.
    case copy(from: JSONPointer, path: JSONPointer)
    /// Fails unless the value at the path equals the given one.
    case test(path: JSONPointer, value: JSONValue)
  }

  /// The operations, in order of application.
  public var operations: [Operation]

  /// Creates a patch of these operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch.Operation {
  /// The path of the operation.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The operation's name on the wire.
  public var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }
}

/// The reason why a patch could not be read or applied.
public struct JSONPatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The index of the failed operation, from 0; nil if the whole value is not a patch.
  public let operation: Int?
  /// The operation's path, if it could be read.
  public let path: JSONPointer?
  /// The problem, as text.
  public let reason: String

  /// The whole error in one sentence: `operation 2 at /items/7: there is no such element`.
  public var description: String {
    guard let operation else { return reason }
    guard let path else { return "operation \(operation): \(reason)" }
    return "operation \(operation) at \"\(path)\": \(reason)"
  }
}
