import JSON

/// The state that a frontend has of an instance: from `viewModel/create`, and the patches since.
package nonisolated struct KnownInstance: Equatable {
  package var revision: Int64
  package var state: JSONValue

  /// An error: the host has sent what the protocol forbids.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  package init(revision: Int64, state: JSONValue) {
    self.revision = revision
    self.state = state
  }

  /// - Parameter answer: `{id, revision, state}`; otherwise the result is `nil`.
  package init?(_ answer: JSONValue) {
    guard answer["id"]?.stringValue != nil, let revision = answer["revision"]?.integerValue,
      let state = answer["state"]
    else { return nil }
    self.init(revision: revision, state: state)
  }

  /// Applies an entry of an update: `{id, revision, patch?}`. If it throws, the instance is
  /// unchanged.
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
