extension JSONPatch {
  /// Applies all operations in place, or none if one fails (RFC 6902, section 5): the document then
  /// is as before, with the order of its members. It undoes operations instead of copying the
  /// document.
  public func apply(to document: inout JSONValue) throws(JSONPatchError) {
    var edits: [JSONValue.Edit] = []
    edits.reserveCapacity(operations.count)
    for (index, operation) in operations.enumerated() {
      do throws(JSONValue.EditFault) {
        try document.perform(operation, edits: &edits)
      } catch {
        for edit in edits.reversed() {
          do throws(JSONValue.EditFault) {
            try document.revert(edit)
          } catch {
            preconditionFailure("an edit that was made cannot be taken back: \(error.reason)")
          }
        }
        throw JSONPatchError(operation: index, path: operation.path, reason: error.reason)
      }
    }
  }
}

extension JSONValue {
  fileprivate mutating func perform(
    _ operation: JSONPatch.Operation,
    edits: inout [Edit]
  ) throws(EditFault) {
    switch operation {
    case .add(let path, let value):
      edits.append(try add(value, at: path))
    case .remove(let path):
      edits.append(try remove(path).edit)
    case .replace(let path, let value):
      edits.append(try replace(path, with: value))
    case .move(let from, let path):
      guard !from.isProperPrefix(of: path) else {
        throw EditFault(reason: "\"\(from)\" cannot be moved into itself")
      }
      let (edit, value) = try remove(from)
      edits.append(edit)
      edits.append(try add(value, at: path))
    case .copy(let from, let path):
      guard let value = self[from] else {
        throw EditFault(reason: "there is nothing at \"\(from)\"")
      }
      edits.append(try add(value, at: path))
    case .test(let path, let expected):
      guard let found = self[path] else { throw EditFault(reason: "there is nothing to test") }
      guard found == expected else {
        throw EditFault(reason: "expected \(expected), found \(found)")
      }
    }
  }
}

extension JSONPointer {
  /// Whether the other pointer leads to a value inside the one at this pointer.
  fileprivate func isProperPrefix(of other: JSONPointer) -> Bool {
    tokens.count < other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.hasSameCodeUnits(as: $1) }
  }
}
