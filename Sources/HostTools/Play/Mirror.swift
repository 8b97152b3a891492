import HostEngine
import JSON

/// The states of the instances: from the answers to `viewModel/create`, and the patches since.
struct Mirror {
  /// The state of one instance.
  struct Entry: Equatable {
    let id: String
    var known: KnownInstance

    var state: JSONValue { known.state }
  }

  /// The open instances, in order of creation.
  private(set) var entries: [Entry] = []
  /// The number of instances ever created.
  private(set) var createdCount = 0

  /// Adds a new instance, from the answer to `viewModel/create`: `{id, revision, state}`.
  mutating func add(_ answer: JSONValue) throws(KnownInstance.Fault) {
    try addAgain(answer)
    createdCount += 1
  }

  /// Adds an instance that existed before: `{id, revision, state}`.
  mutating func addAgain(_ answer: JSONValue) throws(KnownInstance.Fault) {
    guard let known = KnownInstance(answer) else {
      throw KnownInstance.Fault("this is no instance: \(answer)")
    }
    entries.append(Entry(id: answer.text("id"), known: known))
  }

  /// Applies one entry of an update: `{id, revision, patch?}`.
  ///
  /// - Returns: the updated instance, and the changed outputs.
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

  /// Removes an instance.
  mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }
}
