import HostEngine
import JSON

/// The states of the instances, as a frontend keeps them: from the answers to `viewModel/create`, and the patches of
/// the updates since.
struct Mirror {
  /// What is known of one instance.
  struct Entry: Equatable {
    let id: String
    var known: KnownInstance

    var state: JSONValue { known.state }
  }

  /// In the order of their creation.
  private(set) var entries: [Entry] = []
  /// How many have ever been created.
  private(set) var createdCount = 0

  /// Takes in the answer to `viewModel/create`: `{id, revision, state}`.
  mutating func add(_ answer: JSONValue) throws(KnownInstance.Fault) {
    try addAgain(answer)
    createdCount += 1
  }

  /// Takes in an instance that there was before: `{id, revision, state}`.
  mutating func addAgain(_ answer: JSONValue) throws(KnownInstance.Fault) {
    guard let known = KnownInstance(answer) else {
      throw KnownInstance.Fault("this is no instance: \(answer)")
    }
    entries.append(Entry(id: answer.text("id"), known: known))
  }

  /// Takes in one entry of an update: `{id, revision, patch?}`.
  ///
  /// - Returns: the instance as it is now, and the outputs that have changed.
  mutating func apply(
    _ update: JSONValue
  ) throws(KnownInstance.Fault) -> (entry: Entry, changed: Set<String>) {
    guard let id = update["id"]?.stringValue,
      let index = entries.firstIndex(where: { $0.id == id })
    else { throw KnownInstance.Fault("this update is of an unknown instance: \(update)") }
    let before = entries[index].state
    try entries[index].known.apply(update)
    let members = entries[index].state.objectValue ?? [:]
    return (entries[index], Set(members.filter { before[$0.key] != $0.value }.map(\.key)))
  }

  /// Forgets an instance.
  mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }
}
