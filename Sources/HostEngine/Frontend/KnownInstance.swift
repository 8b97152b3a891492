import JSON

/// What a frontend knows of an instance: from the answer to `viewModel/create`, and the patches of the updates since.
package nonisolated struct KnownInstance: Equatable {
  package var revision: Int64
  package var state: JSONValue

  /// What a host must not send.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  package init(revision: Int64, state: JSONValue) {
    self.revision = revision
    self.state = state
  }

  /// - Parameter answer: `{id, revision, state}`; `nil` when it is not that.
  package init?(_ answer: JSONValue) {
    guard answer["id"]?.stringValue != nil, let revision = answer["revision"]?.integerValue,
      let state = answer["state"]
    else { return nil }
    self.init(revision: revision, state: state)
  }

  /// Takes in an entry of an update: `{id, revision, patch?}`. With a fault, nothing changes.
  package mutating func apply(_ update: JSONValue) throws(Fault) {
    guard update["revision"]?.integerValue == revision + 1 else {
      throw Fault("this update does not follow revision \(revision): \(update)")
    }
    if let patch = update["patch"] {
      do {
        try JSONPatch(patch).apply(to: &state)
      } catch {
        throw Fault("this update does not fit the state: \(error)")
      }
    }
    revision += 1
  }
}
