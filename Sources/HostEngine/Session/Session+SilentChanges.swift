import Hosting
import ViewModelKit

/// Finds changes without a notification by reading outputs again: in a class that is not
/// observable, or where a setter found the new value equal to the old one.
extension Session {
  /// Outputs with more values than this are not read again in the turn of an input, only when the
  /// session is idle: encoding that many takes about 0.2 ms.
  private static let turnLimit = 250
  /// Outputs with more values than this are read again only for `viewModel/snapshot`.
  private static let quietLimit = 2_500

  /// Notes that an input was called on an instance in this turn, or that it has changed.
  func markActive(_ instance: Instance) {
    if instance.isActive || !instance.hosted.mayChangeSilently { return }
    instance.isActive = true
    turn.activeInstances.append(instance)
  }

  /// Reads outputs again that may have changed without a notification: those of the active
  /// instances, and when the session is idle those of all. If the owner of the session reports no
  /// idle time, all are read in every turn: with virtual time, and in a recording, the same lines
  /// must always give the same answers.
  func findSilentChanges() {
    hasUnreadOutputs = false
    if !turn.inspected.isEmpty { checkInspected() }
    if instances.silent.isEmpty { return }
    if turn.isQuiet || !supportsQuiet {
      for (_, instance) in instances.silent.sorted(by: { $0.key < $1.key }) {
        _ = findSilentChanges(of: instance, upTo: Self.quietLimit)
      }
    } else {
      hasUnreadOutputs = turn.activeInstances.count < instances.silent.count
      for instance in turn.activeInstances {
        if !findSilentChanges(of: instance, upTo: Self.turnLimit) { hasUnreadOutputs = true }
      }
    }
    for instance in turn.activeInstances { instance.isActive = false }
    turn.activeInstances.removeAll(keepingCapacity: true)
  }

  /// - Returns: whether all outputs were read.
  private func findSilentChanges(of instance: Instance, upTo limit: Int) -> Bool {
    if instance.isDisposed { return true }
    let (changed, isComplete) = instance.hosted.findSilentChanges(upTo: limit)
    if !changed.isEmpty {
      instances.setPending(instance)
      // Instances that share the object have its state in their outputs, too.
      for (_, user) in instance.users { readAgain(user.instance) }
      for used in instance.used { readAgain(used) }
    }
    return isComplete
  }

  /// Reads an instance a last time before it is disposed.
  func findLastSilentChanges(of instance: Instance) {
    guard instance.hosted.mayChangeSilently else { return }
    _ = instance.hosted.findSilentChanges(upTo: Self.turnLimit)
  }

  /// Reads all outputs of an instance again in this turn, changed or not.
  func readAgain(_ instance: Instance) {
    instance.hosted.readAgain(upTo: Self.turnLimit)
    instances.setPending(instance)
  }

  /// Reads all outputs of the instances in ``Turn/inspected`` again, and warns about those that had
  /// changed without a notification.
  private func checkInspected() {
    for instance in turn.inspected where instance.isAnnounced {
      let hosted = instance.hosted
      let changed = hosted.findSilentChanges(upTo: nil).changed
      if changed.isEmpty { continue }
      instances.setPending(instance)
      for output in changed.indices(upTo: hosted.outputs.count) {
        let name = hosted.outputs[output].name
        advise(
          """
          \(hosted.description.name): viewModel/snapshot has found that the output \(name) of \(instance.id) had \
          changed without a notification
          """, isNew: advice.isNew("silent \(hosted.description.name).\(name)"))
      }
    }
    turn.inspected.removeAll()
  }
}

extension Session {
  /// Warns, once for each service, that a call failed because neither the frontend nor the catalog
  /// answers it.
  func adviseOnUnanswered(_ service: String, askedBy instance: String?) {
    guard advice.isNew("service \(service)") else { return }
    advise(
      """
      the service \(service) is unavailable, so a request of \(instance ?? "Services.shared") has failed: the frontend \
      has to name it in the capabilities of initialize, or the catalog to answer it, with service(…) { … }\
      \(services.hint(for: service))
      """)
  }

  /// Warns the authors: the frontend gets each warning as a log notification, standard error only
  /// new ones, so that a frontend cannot flood it.
  ///
  /// - Parameter isNew: whether standard error has no warning on that subject yet.
  func advise(_ sentence: String, isNew: Bool = true) {
    log(.warning, sentence)
    if isNew { advice.show?(sentence) }
  }
}

/// Warnings for the authors of the ViewModels, each shown once.
package struct AuthorAdvice {
  /// Shows a warning to the author.
  package var show: ((String) -> Void)?
  /// The subjects of earlier warnings: `viewModel.output`, other subjects, and sentences on faulty
  /// lines.
  var known: Set<String> = []

  /// Notes a subject, and returns whether it is new.
  mutating func isNew(_ subject: String) -> Bool { known.insert(subject).inserted }

  /// Shows, once, the fault of a line in the catalog.
  mutating func show(_ faulty: FaultyLine) {
    if isNew(faulty.description) { show?(faulty.description) }
  }

  /// Returns new warnings about the outputs of an instance that cannot be observed.
  mutating func newWarnings(on hosted: HostedViewModel) -> [String] {
    let outputs = hosted.watch.untrackableOutputs
    let viewModel = hosted.description.name
    var sentences: [String] = []
    for output in outputs.indices(upTo: hosted.outputs.count) where hosted.needsWarning(output) {
      let name = hosted.outputs[output].name
      guard known.insert("\(viewModel).\(name)").inserted else { continue }
      if let advice = hosted.description.advice, advice.outputs.contains(name) {
        known.formUnion(advice.outputs.map { "\(viewModel).\($0)" })
        sentences.append(advice.sentence)
      } else {
        sentences.append(hosted.advice(on: output))
      }
    }
    return sentences
  }
}
