import Hosting
import HostProtocol
import JSON
import OperatingSystem

/// One living ViewModel of a session.
@MainActor
final class Instance: ViewModelObserver {
  private enum Life {
    /// The answer to its creation has not been written.
    case new
    /// Updates follow.
    case announced
    case disposed
  }

  let id: String
  /// Instances are counted as they are created; updates list them in that order.
  let serial: Int
  let hosted: HostedViewModel
  /// Counts the updates.
  @exclusivity(unchecked) private(set) var revision = 0
  /// How far it has come.
  @exclusivity(unchecked) private var life = Life.new
  /// Those that were created with this one, by their serial.
  @exclusivity(unchecked) private(set) var users: [Int: (role: String, instance: Instance)] = [:]
  /// Those that this one was created with.
  @exclusivity(unchecked) private(set) var used: [Instance] = []
  /// Whether ``InstanceRegistry/pending`` has it.
  @exclusivity(unchecked) var isPending = false
  /// Whether ``InstanceRegistry/silent`` has it.
  @exclusivity(unchecked) var isSilent = false
  /// Whether ``Turn/touched`` has it.
  @exclusivity(unchecked) var isTouched = false
  /// What the next update has beside changes of state.
  @exclusivity(unchecked) var news = UpdateNotification.News()
  /// The asynchronous inputs on their way, by their serial: ``InstanceRegistry`` keeps them.
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

  /// Whether the answer to its creation has been written, so that updates may follow.
  var isAnnounced: Bool { life != .new }
  var isDisposed: Bool { life == .disposed }

  /// Those that were created with this one, in the order of their creation.
  var usersInOrder: [(role: String, instance: Instance)] {
    users.isEmpty ? [] : users.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The frontend knows its state; updates follow.
  func announce() { if life == .new { life = .announced } }

  /// Nothing more happens to it.
  func dispose() { life = .disposed }

  /// It was created with another one.
  func use(_ other: Instance, as role: String) {
    other.users[serial] = (role, self)
    used.append(other)
  }

  /// It does not use any other one any more.
  func leaveUsed() { for other in used { other.users[serial] = nil } }

  // MARK: What its ViewModel notifies

  nonisolated func outputsDidChange(at places: OutputSet) {
    changes.record(.outputs(self, places, isForeign: !Process.isMainThread))
  }

  nonisolated func rowsDidChange(at places: OutputSet) {
    changes.record(.rows(self, places))
  }

  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>) {
    changes.record(.event(self, index: index, value))
  }

  nonisolated func workDidFail(_ error: any Error) {
    changes.record(.failure(self, error))
  }

  // MARK: What is published of it

  /// The frontend has this revision of it.
  func goOn(from revision: Int) { self.revision = revision }

  /// Takes what there is to publish, as an entry of an update, and counts it, if there is something.
  ///
  /// - Returns: the outputs that have no JSON form.
  func takeUpdate(into entries: inout JSONWriter, at moment: Watch.TurnEnd) -> [OutputFailure] {
    let entry = entries.beginEntry(id: id, revision: revision + 1)
    let failures = hosted.writeChanges(to: &entries, at: moment)
    entries.endPatch(of: entry)
    if !news.isNothing {
      entries.write(news, events: hosted.description.events)
      news.removeAll()
    }
    if entries.end(entry) { revision += 1 }
    return failures
  }

  /// Appends the state that the frontend knows with the last update.
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
