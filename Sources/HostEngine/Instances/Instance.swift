import HostProtocol
import JSON
import OperatingSystem
import ViewModelKit

/// One living ViewModel of a session.
@MainActor
final class Instance: ViewModelObserver {
  let id: String
  /// Instances are counted as they are created; updates list them in that order.
  let serial: Int
  let hosted: HostedViewModel
  /// Counts the updates.
  @exclusivity(unchecked) private(set) var revision = 0
  /// Those that were created with this one, by their serial.
  @exclusivity(unchecked) var users: [Int: (role: String, instance: Instance)] = [:]
  /// Those that this one was created with.
  @exclusivity(unchecked) var used: [Instance] = []
  /// Whether the answer to its creation has been taken, so that updates may follow.
  @exclusivity(unchecked) private(set) var isAnnounced = false
  @exclusivity(unchecked) var isDisposed = false
  /// Whether it changed in a turn that was cut off, and no turn has settled since.
  var isRunaway = false

  /// Whether ``InstanceTable/pending`` has it.
  @exclusivity(unchecked) var isPending = false
  /// Whether ``InstanceTable/silent`` has it.
  @exclusivity(unchecked) var isSilent = false
  /// Whether ``Turn/touched`` has it.
  @exclusivity(unchecked) var isTouched = false
  /// What the next update has beside changes of state.
  @exclusivity(unchecked) var news = UpdateNotification.News()
  /// The asynchronous inputs on their way, by their serial: ``RunningInputs`` keeps them.
  @exclusivity(unchecked) var running: [Int: RunningInput] = [:]

  private let changes: ChangeLog

  init(id: String, serial: Int, hosted: HostedViewModel, changes: ChangeLog) {
    self.id = id
    self.serial = serial
    self.hosted = hosted
    self.changes = changes
  }

  nonisolated deinit {}

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

  /// Takes what there is to tell, as an entry of an update, and counts it, if there is something.
  ///
  /// - Returns: the outputs that have no JSON form.
  func takeUpdate(into entries: inout JSONWriter, at moment: Watch.Moment) -> [OutputFailure] {
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

  /// Appends the state that the frontend knows with the last update; updates follow from then on.
  func announce(to writer: inout JSONWriter) {
    isAnnounced = true
    writer.beginState(id: id, revision: revision)
    var isFirst = true
    for output in hosted.outputs where output.isObserved {
      writer.writeOutput(output.name, output.json, isFirst: isFirst)
      isFirst = false
    }
    writer.endState()
  }
}
