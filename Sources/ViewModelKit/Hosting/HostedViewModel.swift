import JSON
import Reactive

/// Is told what happens inside a ViewModel. The calls come from any thread, in the middle of a change.
package protocol ViewModelObserver: AnyObject, Sendable {
  /// The outputs at those places of the interface may have changed; fetch them when the turn has settled.
  nonisolated func outputsDidChange(at places: OutputSet)

  /// The outputs at those places are lists of which rows have changed; the lists themselves are followed still.
  nonisolated func rowsDidChange(at places: OutputSet)

  /// The event at that place of the interface has happened.
  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>)

  /// Work that the ViewModel has started has failed, and nobody else is told.
  nonisolated func workDidFail(_ error: any Error)
}

/// An output that has no JSON form, by its place in the interface, and the error that says why.
package typealias OutputFailure = (output: Int, error: any Error)

/// A living ViewModel of any type, as the host sees it.
package class HostedViewModel {
  /// The state of each output, in the order of the interface.
  package fileprivate(set) var outputs: [OutputState] = []
  /// Which of them are to be read again, and why.
  package var watch = Watch()
  private var silentChanges = SilentChanges()
  /// The ViewModel, if it tells of its changes as a whole: an `ObservableObject`.
  private(set) var whole: (any WholeObjectObservable)?
  /// What the frontends see of the type.
  package let description: ViewModelDescription
  fileprivate(set) var observer: (any ViewModelObserver)?
  /// What the ViewModel was offered, if it asked.
  var context: ViewModelContext?
  /// What it asks services through.
  var services: [Services] = []

  fileprivate init(_ description: ViewModelDescription) { self.description = description }

  func noteUntold() {
    watch.setUntold(OutputSet(outputs.indices.filter { !outputs[$0].isFollowed }))
  }

  /// Whether the author is to know that an output is not followed. An `ObservableObject` tells by hand of what is not
  /// `@Published`, if it does; and a list that nobody tells of may always have the same objects, which are followed.
  package func isWarnedOf(_ output: Int) -> Bool {
    let output = outputs[output]
    if output.unfollowedObject != nil { return true }
    return whole == nil && !(output.hasRows && output.holdsObjects)
  }

  /// Why nobody tells of an output that is not followed, and what to do about it.
  package func advice(on output: Int) -> String {
    let state = outputs[output]
    let reason =
      if let type = state.unfollowedObject {
        """
        holds objects of the class \(type), whose encoding reads nothing that is followed: make the class @Observable, \
        with an encode(to:) that reads its properties
        """
      } else {
        """
        reads nothing that is followed: make the class that it belongs to @Observable (or the property @Published), or, \
        if the output never changes, say output("\(state.name)", constant: …)
        """
      }
    return
      "\(description.name): the output \(state.name) is read again in every turn, as it \(reason)"
  }

  /// Whether there is, or was, a setter that may be silent.
  package var mayChangeSilently: Bool { hasHeldObjects || !silentChanges.isEmpty }
  /// Whether an output has held objects.
  var hasHeldObjects = false

  /// In how many places of memory a change can be found that nobody has told of; 0 if there is no setter that may be
  /// silent.
  package var silentPlaces: Int {
    outputs.reduce(silentChanges.count) { $1.holdsObjects ? $0 + $1.silentPlaces : $0 }
  }

  /// Looks for what was given to the ViewModel, or to an object in an output, without anybody being told, because the setter
  /// found the new value equal to the old one.
  ///
  /// - Returns: whether there is something; then outputs are to be read, and those of instances that share the object.
  package func findSilentChanges() -> Bool {
    if silentChanges.isEmpty && !outputs.contains(where: \.holdsObjects) { return false }
    var change = silentChanges.take()
    if change == .objects, let object {
      // It may hold other objects than before.
      silentChanges.removeAll()
      silentChanges.watch(heldObject(in: object))
    }
    var changed = OutputSet()
    for (index, output) in outputs.enumerated() where output.holdsObjects {
      let own = output.takeSilentChange()
      if own != .nothing { changed.insert(index) }
      change = max(change, own)
    }
    if change == .nothing { return false }
    let places = OutputSet(
      outputs.indices.filter {
        outputs[$0].holdsObjects
          ? changed.contains($0) || outputs[$0].isOther() : outputs[$0].isObserved
      })
    // Where there are other objects than before, those are to be followed.
    if change == .objects { watch.tell(places) } else { watch.doubt(places) }
    return true
  }

  /// Begins to look for such changes, and finds out whether the ViewModel tells of others as a whole.
  fileprivate func watch(_ viewModel: Any) {
    guard type(of: viewModel) is AnyObject.Type else { return }
    silentChanges.watch(heldObject(in: viewModel))
    if description.tellsAsAWhole { whole = viewModel as? any WholeObjectObservable }
  }

  /// The object itself, for other ViewModels that use it.
  package var object: Any? { nil }

  /// Begins to tell an observer of changes and events, and reads all outputs.
  ///
  /// - Parameters:
  ///   - observer: who is told; it is kept alive until ``tearDown()``.
  ///   - observed: the places of the outputs that are part of the state; `nil` for all.
  /// - Returns: the outputs that have no JSON form, with the errors that say why.
  package func activate(
    _ observer: any ViewModelObserver, observing observed: Set<Int>? = nil
  ) -> [OutputFailure] {
    var failures: [OutputFailure] = []
    for (index, output) in outputs.enumerated() {
      do {
        try output.accept()
      } catch {
        failures.append((index, error))
      }
    }
    return failures
  }

  /// Changes which outputs are part of the state.
  ///
  /// - Returns: the outputs that have no JSON form, with the errors that say why.
  package func observe(_ observed: Set<Int>) -> [OutputFailure] {
    preconditionFailure("what is hosted has a type, which chooses its outputs")
  }

  /// Calls the input at that place of the interface.
  ///
  /// - Throws: ``ArgumentError``, or what the method throws.
  package func invoke(_ input: Int, _ arguments: JSONValue?) throws -> Invocation {
    preconditionFailure("what is hosted has a type, which has its inputs")
  }

  /// Lets go of the ViewModel; nothing is told any more.
  package func tearDown() {
    for output in outputs { output.tearDown() }
    silentChanges.removeAll()
    whole = nil
    watch = Watch()
    context?.end()
    context = nil
    for services in services { services.end() }
    services = []
    observer = nil
  }
}

/// A ViewModel that is hosted. In a box, because generic code handles an optional reference to that much faster than
/// an optional value of any type.
final class ViewModelBox<VM> {
  let viewModel: VM
  init(_ viewModel: VM) { self.viewModel = viewModel }
}

final class Hosted<VM>: HostedViewModel {
  private var box: ViewModelBox<VM>?
  private let interface: Interface<VM>
  /// The inputs that feed the ViewModel's parameters; they come after those of the interface.
  private let senders: [(JSONValue?) throws -> Void]
  private let scope: InstanceScope
  private var endings: [() -> Void] = []

  /// - Parameter reader: what the ViewModel was made with.
  init(
    _ viewModel: VM, _ interface: Interface<VM>, _ description: ViewModelDescription,
    _ reader: CreationReader
  ) {
    box = ViewModelBox(viewModel)
    self.interface = interface
    senders = reader.senders
    scope = reader.scope
    super.init(description)
    context = reader.context
    services = reader.services
  }

  override var object: Any? { box?.viewModel }

  override func activate(
    _ observer: any ViewModelObserver, observing observed: Set<Int>? = nil
  ) -> [OutputFailure] {
    guard let box else { return [] }
    self.observer = observer
    scope.start(observer)
    endings = interface.events.indices.map { index in
      interface.events[index].start(box.viewModel) { [weak observer] in
        observer?.eventDidOccur(at: index, $0)
      }
    }
    outputs = interface.outputs.indices.map { index in
      let output = interface.outputs[index]
      return observed?.contains(index) == false
        ? UnobservedOutput(output.place) : output.makeState(box)
    }
    for index in outputs.indices { connect(index) }
    watch(box.viewModel)
    followTogether(description.allOutputs)
    return super.activate(observer)
  }

  private func connect(_ index: Int) {
    let place = OutputSet(CollectionOfOne(index))
    outputs[index].connect(
      didChange: { [weak observer] in observer?.outputsDidChange(at: place) },
      didFail: { [weak observer] in observer?.workDidFail($0) },
      rowsDidChange: { [weak observer] in observer?.rowsDidChange(at: place) })
  }

  override func observe(_ observed: Set<Int>) -> [OutputFailure] {
    guard let box else { return [] }
    let changed = outputs.indices.filter { outputs[$0].isObserved != observed.contains($0) }
    var failures: [OutputFailure] = []
    for index in changed {
      let output = interface.outputs[index]
      let old = outputs[index]
      old.tearDown()
      if observed.contains(index) {
        outputs[index] = output.makeState(box)
        outputs[index].news =
          if case .removed(let known) = old.news { .replaced(known) } else { .added }
        outputs[index].isFollowedAlone = true
        connect(index)
        followTogether(OutputSet(CollectionOfOne(index)))
        do {
          try outputs[index].accept()
        } catch {
          failures.append((index, error))
        }
      } else {
        outputs[index] = UnobservedOutput(output.place)
        // What the frontend has not been told of need not be taken back.
        outputs[index].news =
          switch old.news {
          case .none: .removed(old)
          case .replaced(let known): .removed(known)
          case .added, .removed: .none
          }
      }
    }
    noteUntold()
    watch.tell(OutputSet(changed))
    return failures
  }

  override func invoke(_ input: Int, _ arguments: JSONValue?) throws -> Invocation {
    guard let box else { return .finished(Returned(json: .null)) }
    return try scope.run {
      if input < interface.inputs.count {
        return try interface.inputs[input].invoke(box.viewModel, arguments)
      }
      try senders[input - interface.inputs.count](arguments)
      return .finished(Returned(json: .null))
    }
  }

  override func tearDown() {
    for end in endings { end() }
    endings = []
    scope.end()
    box = nil
    super.tearDown()
  }
}
