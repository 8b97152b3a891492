/// A list of changes to a document (RFC 6902).
public struct JSONPatch: Sendable, Hashable {
  /// One change. Every pointer refers to the document as the operations before have left it.
  public enum Operation: Sendable, Hashable {
    /// Inserts an element, or sets a member whether or not it is there.
    case add(path: JSONPointer, value: JSONValue)
    /// Removes what is at the path.
    case remove(path: JSONPointer)
    /// Replaces what is at the path.
    case replace(path: JSONPointer, value: JSONValue)
    /// Removes what is at `from`, then adds it at the path.
    case move(from: JSONPointer, path: JSONPointer)
    /// Adds what is at `from` also at the path.
    case copy(from: JSONPointer, path: JSONPointer)
    /// Fails unless what is at the path equals the value.
    case test(path: JSONPointer, value: JSONValue)
  }

  /// The changes, in the order in which they are made.
  public var operations: [Operation]

  /// A patch of these operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch.Operation {
  /// Where the operation takes place.
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

/// Why a patch could not be read or applied.
public struct JSONPatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which operation failed, counted from 0; nil when the patch as a whole is not one.
  public let operation: Int?
  /// The operation's path, where it has one that could be read.
  public let path: JSONPointer?
  /// What is wrong, in words.
  public let reason: String

  /// All of it in one sentence: `operation 2 at /items/7: there is no such element`.
  public var description: String {
    guard let operation else { return reason }
    guard let path else { return "operation \(operation): \(reason)" }
    return "operation \(operation) at \"\(path)\": \(reason)"
  }
}
