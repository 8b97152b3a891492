import Hosting
import ViewModelKit

/// Finding what nobody has told of, as setters found a new value equal to the old one: by reading outputs again.
extension Session {
  /// An output of more values than this is not read again in the turn of an input, but when it is quiet: to encode so
  /// many takes a fifth of a millisecond.
  private static let turnLimit = 250
  /// An output of more values than this is read again only for `viewModel/snapshot`.
  private static let quietLimit = 2_500

  /// Something has happened to an instance in this turn: an input, or a change.
  func touch(_ instance: Instance) {
    if instance.isTouched || !instance.hosted.mayChangeSilently { return }
    instance.isTouched = true
    turn.touched.append(instance)
  }

  /// Has outputs read that may have changed without anybody being told: of the instances to which something has
  /// happened, and of the others when it is quiet. Where nobody asks when it is quiet that is in every turn: with
  /// virtual time, and in a recording, the same lines always give the same answers.
  func findSilentChanges() {
    hasUnseen = false
    if !turn.inspected.isEmpty { checkInspected() }
    if instances.silent.isEmpty { return }
    if turn.isQuiet || !supportsQuiet {
      for (_, instance) in instances.silent.sorted(by: { $0.key < $1.key }) {
        _ = findSilentChanges(of: instance, upTo: Self.quietLimit)
      }
    } else {
      hasUnseen = turn.touched.count < instances.silent.count
      for instance in turn.touched {
        if !findSilentChanges(of: instance, upTo: Self.turnLimit) { hasUnseen = true }
      }
    }
    for instance in turn.touched { instance.isTouched = false }
    turn.touched.removeAll(keepingCapacity: true)
  }

  /// - Returns: whether there is nothing more to look for.
  private func findSilentChanges(of instance: Instance, upTo limit: Int) -> Bool {
    if instance.isDisposed { return true }
    let (changed, isComplete) = instance.hosted.findSilentChanges(upTo: limit)
    if !changed.isEmpty {
      instances.setPending(instance)
      // Those that share the object have it in their outputs, too.
      for (_, user) in instance.users { readAgain(user.instance) }
      for used in instance.used { readAgain(used) }
    }
    return isComplete
  }

  /// The last look at an instance that is about to end.
  func findLastSilentChanges(of instance: Instance) {
    guard instance.hosted.mayChangeSilently else { return }
    _ = instance.hosted.findSilentChanges(upTo: Self.turnLimit)
  }

  /// Reads all outputs of an instance again in this turn, whatever was told of them.
  func readAgain(_ instance: Instance) {
    instance.hosted.readAgain(upTo: Self.turnLimit)
    instances.setPending(instance)
  }

  /// Reads all outputs again of the instances that are asked for, and says of which nobody has told that they changed.
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
          changed without anybody being told
          """, isNew: advice.isNew("silent \(hosted.description.name).\(name)"))
      }
    }
    turn.inspected.removeAll()
  }
}

extension Session {
  /// Says, once, that nobody answers a service.
  func adviseOnUnanswered(_ service: String, askedBy instance: String?) {
    guard advice.isNew("service \(service)") else { return }
    advise(
      """
      nobody answers the service \(service), so a request of \(instance ?? "Services.shared") has failed: the frontend \
      has to name it in the capabilities of initialize, or the catalog to answer it, with service(…) { … }\
      \(services.hint(for: service))
      """)
  }

  /// Says what authors should know: to the frontend, and on standard error, which a frontend cannot flood.
  ///
  /// - Parameter isNew: whether standard error has nothing on that yet.
  func advise(_ sentence: String, isNew: Bool = true) {
    log(.warning, sentence)
    if isNew { advice.show?(sentence) }
  }
}

/// What the authors of the ViewModels should know, said once.
package struct AuthorAdvice {
  /// Shows a warning to the author.
  package var show: ((String) -> Void)?
  /// The outputs, with their ViewModels' names, of which something has been said; and the sentences on faulty lines.
  var known: Set<String> = []

  /// Whether nothing has been said of that.
  mutating func isNew(_ subject: String) -> Bool { known.insert(subject).inserted }

  /// Shows, once, what is wrong with a line.
  mutating func show(_ faulty: FaultyLine) {
    if isNew(faulty.description) { show?(faulty.description) }
  }

  /// What is to be said of the outputs of an instance that are not observed, and has not been said.
  mutating func takeNew(on hosted: HostedViewModel) -> [String] {
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
