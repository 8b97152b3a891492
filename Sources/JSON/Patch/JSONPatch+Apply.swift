extension JSONPatch {
  /// Makes all the changes, in place; or none when one of them fails: then the document is as it was,
  /// the order of its members included. No copy of the document is made: what was done is undone.
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
  /// Whether the other pointer leads to something inside of what this one points to.
  fileprivate func isProperPrefix(of other: JSONPointer) -> Bool {
    tokens.count < other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.hasSameCodeUnits(as: $1) }
  }
}
