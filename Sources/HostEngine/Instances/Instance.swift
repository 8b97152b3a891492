import Hosting
import HostProtocol
import JSON
import OperatingSystem

/// A ViewModel instance of a session.
@MainActor
final class Instance: ViewModelObserver {
  private enum Life {
    /// The answer that announces it has not been written.
    case new
    /// Updates follow.
    case announced
    case disposed
  }

  let id: String
  /// Its number in the order of creation, in which updates list instances.
  let serial: Int
  let hosted: HostedViewModel
  /// The number of its updates.
  @exclusivity(unchecked) private(set) var revision = 0
  /// The stage of its lifetime.
  @exclusivity(unchecked) private var life = Life.new
  /// The instances that use it, by their serials.
  @exclusivity(unchecked) private(set) var users: [Int: (role: String, instance: Instance)] = [:]
  /// The instances that it uses.
  @exclusivity(unchecked) private(set) var used: [Instance] = []
  /// Whether it is in ``InstanceRegistry/pending``.
  @exclusivity(unchecked) var isPending = false
  /// Whether it is in ``InstanceRegistry/silent``.
  @exclusivity(unchecked) var isSilent = false
  /// Whether ``Turn/activeInstances`` has it.
  @exclusivity(unchecked) var isActive = false
  /// The contents of its next update beside changes of state.
  @exclusivity(unchecked) var extras = UpdateNotification.Extras()
  /// Its running inputs, by their serials. ``InstanceRegistry`` maintains them.
  @exclusivity(unchecked) var running: [Int: RunningInput] = [:]

  private let changes: ChangeLog

  init(id: String, serial: Int, hosted: HostedViewModel, changes: ChangeLog) {
    self.id = id
    self.serial = serial
    self.hosted = hosted
    self.changes = changes
  }

  nonisolated deinit {}

  // MARK: Its lifetime

  /// Whether the answer that announces it has been written, so that updates may follow.
  var isAnnounced: Bool { life != .new }
  var isDisposed: Bool { life == .disposed }

  /// The instances that use it, in the order of their creation.
  var usersInOrder: [(role: String, instance: Instance)] {
    users.isEmpty ? [] : users.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Notes that the frontend has its state, so that updates follow.
  func announce() { if life == .new { life = .announced } }

  func dispose() { life = .disposed }

  /// Adds another instance to those that it uses.
  func use(_ other: Instance, as role: String) {
    other.users[serial] = (role, self)
    used.append(other)
  }

  /// Removes it from the users of the instances that it uses.
  func leaveUsed() { for other in used { other.users[serial] = nil } }

  // MARK: Notifications of its ViewModel

  nonisolated func outputsDidChange(at indices: OutputSet) {
    changes.record(.outputs(self, indices, isForeign: !Process.isMainThread))
  }

  nonisolated func rowsDidChange(at indices: OutputSet) {
    changes.record(.rows(self, indices))
  }

  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {
    changes.record(.event(self, index: index, value))
  }

  nonisolated func workDidFail(_ error: any Error) {
    changes.record(.failure(self, error))
  }

  // MARK: Publishing

  /// Continues from the revision that the frontend has.
  func resume(from revision: Int) { self.revision = revision }

  /// Appends an entry to an update, and counts it, if it has something to publish.
  ///
  /// - Returns: the outputs that have no JSON form.
  func writeUpdate(into entries: inout JSONWriter, at moment: Watch.TurnEnd) -> [OutputFailure] {
    let entry = entries.beginEntry(id: id, revision: revision + 1)
    let failures = hosted.writeChanges(to: &entries, at: moment)
    entries.endPatch(of: entry)
    if !extras.isNothing {
      entries.write(extras, events: hosted.description.events)
      extras.removeAll()
    }
    if entries.end(entry) { revision += 1 }
    return failures
  }

  /// Appends the state as of the last update.
  func writeState(to writer: inout JSONWriter) {
    writer.beginState(id: id, revision: revision)
    var isFirst = true
    for output in hosted.outputs where output.isObserved {
      writer.writeOutput(output.name, output.json, isFirst: isFirst)
      isFirst = false
    }
    writer.endState()
  }
}
