import JSON

/// The states of the instances, as a frontend keeps them: from the answers to `viewModel/create`, and the patches of
/// the updates since.
struct Mirror {
  /// What is known of one instance.
  struct Entry: Equatable {
    let id: String
    var revision: Int64
    var state: JSONValue
  }

  /// In the order of their creation.
  private(set) var entries: [Entry] = []
  /// How many have ever been created.
  private(set) var createdCount = 0

  /// What a host must not send.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// Takes in the answer to `viewModel/create`: `{id, revision, state}`.
  mutating func add(_ answer: JSONValue) throws(Fault) {
    guard let id = answer["id"]?.stringValue, let revision = answer["revision"]?.integerValue,
      let state = answer["state"]
    else { throw Fault(description: "this is no instance: \(answer)") }
    entries.append(Entry(id: id, revision: revision, state: state))
    createdCount += 1
  }

  /// Takes in one entry of an update: `{id, revision, patch?}`.
  ///
  /// - Returns: the instance as it is now, and the outputs that have changed.
  mutating func apply(_ update: JSONValue) throws(Fault) -> (entry: Entry, changed: Set<String>) {
    guard let id = update["id"]?.stringValue,
      let index = entries.firstIndex(where: { $0.id == id })
    else { throw Fault(description: "this update is of an unknown instance: \(update)") }
    guard update["revision"]?.integerValue == entries[index].revision + 1 else {
      let known = entries[index].revision
      throw Fault(description: "this update does not follow revision \(known): \(update)")
    }
    let before = entries[index].state
    if let patch = update["patch"] {
      do {
        try JSONPatch(patch).apply(to: &entries[index].state)
      } catch {
        throw Fault(description: "this update does not fit the state: \(error)")
      }
    }
    entries[index].revision += 1
    let members = entries[index].state.objectValue ?? [:]
    return (entries[index], Set(members.filter { before[$0.key] != $0.value }.map(\.key)))
  }

  /// Forgets an instance.
  mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }
}
