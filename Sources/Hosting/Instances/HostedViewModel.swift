import JSON
import Reactive

/// Receives the changes, events and errors of a ViewModel. The calls come from any thread, during a
/// change.
package protocol ViewModelObserver: AnyObject, Sendable {
  /// The outputs at these indices may have changed; read them at the end of the turn.
  nonisolated func outputsDidChange(at indices: OutputSet)

  /// Rows have changed in the lists at these indices; the lists themselves are still tracked.
  nonisolated func rowsDidChange(at indices: OutputSet)

  /// The event at this index has happened.
  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>)

  /// Work of the ViewModel has failed with an error that it does not handle.
  nonisolated func workDidFail(_ error: any Error)
}

/// The index of an output that cannot be encoded, and the error.
package typealias OutputFailure = (output: Int, error: any Error)

/// An instance of a ViewModel of any type.
///
/// One thread uses these members, and no author's code does, so exclusivity checks are off.
package final class HostedViewModel {
  /// The members that frontends see.
  package let description: ViewModelDescription
  /// The state of each output, in the order of the interface.
  @exclusivity(unchecked) package private(set) var outputs: [OutputState] = []
  /// Which outputs must be read, and why.
  @exclusivity(unchecked) package var watch = Watch()
  /// The outputs with rows that are tracked separately.
  private(set) var lists = OutputSet()
  /// The trackings that stay active after a change.
  @exclusivity(unchecked) var trackings: [OutputTracking] = []
  /// Whether a setter of the ViewModel or of an encoded object may be silent: ``SilentSetters``.
  @exclusivity(unchecked) var hasSilentSetters = false
  /// The ViewModel, if it is an `ObservableObject`.
  @exclusivity(unchecked) private(set) var whole: (any WholeObjectObservable)?
  @exclusivity(unchecked) private var box: AnyViewModelBox?
  /// The inputs that feed the ViewModel's parameters; their indices follow those of the interface.
  private let senders: [(JSONValue?) throws -> Void]
  private let scope: InstanceScope
  /// Stop the events.
  private var endings: [() -> Void] = []

  /// - Parameters:
  ///   - scope: the scope in which the ViewModel was made.
  ///   - senders: the inputs that feed its parameters, in the order of the description.
  package init(
    _ box: AnyViewModelBox, _ description: ViewModelDescription, in scope: InstanceScope,
    fedBy senders: [(JSONValue?) throws -> Void]
  ) {
    self.description = description
    self.box = box
    self.senders = senders
    self.scope = scope
  }

  nonisolated deinit {}

  /// Whether ``tearDown()`` was called.
  var hasEnded: Bool { box == nil }

  /// The observer between ``activate(_:observing:canPoll:)`` and ``tearDown()``.
  var observer: (any ViewModelObserver)? { scope.observer }

  /// The object, for other instances that use it.
  package var viewModel: Any? { box?.value }

  /// Whether the end of the next turn must read an output.
  package var isDue: Bool { watch.isDue }

  /// Whether an output must be read soon, even without another turn.
  package var needsRead: Bool { watch.needsRead }

  /// Whether an output must be read some time, even without another turn.
  package var needsLateRead: Bool { watch.needsLateRead }

  /// Whether the ViewModel has outputs whose changes are not reported.
  package var hasUntrackableOutputs: Bool { !watch.untrackableOutputs.isEmpty }

  /// Whether a change may not be reported: ``findSilentChanges(upTo:)``.
  package var mayChangeSilently: Bool { hasSilentSetters }

  func updateUntrackable() {
    watch.setUntrackable(OutputSet(outputs.indices.filter { !outputs[$0].isTracked }))
  }

  /// Whether to warn the author that an output cannot be tracked. There is no warning for an
  /// `ObservableObject`, which may report properties that are not `@Published` by hand, and for a
  /// list of tracked objects, which may never change.
  package func needsWarning(_ output: Int) -> Bool {
    let output = outputs[output]
    if output.isTracked { return false }
    if output.untrackedObject != nil { return true }
    return whole == nil && !(output.trackedRows != nil && output.holdsObjects)
  }

  /// Why an output cannot be tracked, and how to correct that.
  package func advice(on output: Int) -> String {
    let state = outputs[output]
    let reason =
      if let type = state.untrackedObject {
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

  /// Reads all outputs, and reports changes and events to an observer.
  ///
  /// - Parameters:
  ///   - observer: the receiver; it is retained until ``tearDown()``.
  ///   - observed: the parts of outputs in the state, by index; `nil` for all outputs.
  ///   - canPoll: whether the outputs will be read again when no turn has come for a while. Plain
  ///     outputs are tracked only then.
  /// - Returns: the outputs that cannot be encoded, with the errors; a ``NoFirstElement`` for a
  ///   stream without its required first element.
  package func activate(
    _ observer: any ViewModelObserver, observing observed: [Int: OutputPart]? = nil,
    canPoll: Bool = false
  ) -> [OutputFailure] {
    guard let box else { return [] }
    scope.start(observer)
    let events = description.interface.events
    for index in events.indices {
      endings.append(
        events[index].start(box) { [weak observer] in observer?.eventDidOccur(at: index, $0) })
    }
    let all = description.interface.outputs
    var states: [OutputState] = []
    states.reserveCapacity(all.count)
    for index in all.indices {
      let part = if let observed { observed[index] } else { Optional(all[index].part) }
      states.append(all[index].makeState(box, of: part))
    }
    outputs = states
    var plain = OutputSet()
    for index in outputs.indices {
      if outputs[index].isPlain { plain.insert(index) } else { connect(index) }
    }
    hasSilentSetters = SilentSetters.arePossible(in: box.type)
    if description.isWholeObjectObservable { whole = box.value as? any WholeObjectObservable }
    var tracked = description.allOutputs
    if canPoll {
      read(plain)
      watch.poll(plain)
      tracked.subtract(plain)
    }
    if !tracked.isEmpty { track(tracked) }
    var failures: [OutputFailure] = []
    for index in outputs.indices { accept(index, &failures) }
    return failures
  }

  private func accept(_ index: Int, _ failures: inout [OutputFailure]) {
    do {
      try outputs[index].commit()
    } catch {
      failures.append((index, error))
    }
    if let stream = outputs[index].stream, stream.lacksElement {
      let output = description.outputs[index]
      failures.append((index, NoFirstElement(output: output, ending: stream.ending)))
    }
    outputs[index].appendEnding(at: index, &failures)
  }

  private func connect(_ index: Int) {
    let (output, changed) = (outputs[index], OutputSet(index))
    if let rows = output.trackedRows {
      lists.insert(index)
      rows.connectRows { [weak observer] in observer?.rowsDidChange(at: changed) }
    }
    output.stream?.connect { [weak observer] in observer?.outputsDidChange(at: changed) }
  }

  /// Changes which parts of outputs are in the state. Subscribes new streams before it ends old
  /// subscriptions, so that a source that both share keeps a subscriber.
  ///
  /// - Returns: the outputs that cannot be encoded, with the errors.
  package func observe(_ observed: [Int: OutputPart]) -> [OutputFailure] {
    guard let box else { return [] }
    var changed = OutputSet()
    var failures: [OutputFailure] = []
    var replaced: [OutputState] = []
    for index in outputs.indices {
      if case .window(let window)? = observed[index], moveWindow(on: index, to: window) { continue }
      if outputs[index].part == observed[index] { continue }
      changed.insert(index)
      let old = outputs[index]
      replaced.append(old)
      let new = description.interface.outputs[index].makeState(box, of: observed[index])
      new.replace(old)
      outputs[index] = new
      guard new.isObserved else { continue }
      new.isTrackedAlone = index < OutputSet.firstShared
      connect(index)
      trackTogether(OutputSet(index))
      accept(index, &failures)
    }
    for old in replaced { old.tearDown() }
    updateUntrackable()
    watch.markChanged(changed)
    return failures
  }

  /// The window on an output; `nil` if the frontend observes the whole or none of it.
  package func window(on index: Int) -> WindowOutput? { outputs[index] as? WindowOutput }

  /// Changes the window on an output.
  ///
  /// - Returns: whether the output has one.
  @discardableResult
  package func moveWindow(on index: Int, to window: Window) -> Bool {
    guard let output = self.window(on: index) else { return false }
    output.move(to: window)
    // The tracking of the list stays valid. It does not include objects in it that have no rows.
    if output.holdsObjects && output.trackedRows == nil {
      watch.markChanged(OutputSet(index))
    } else {
      watch.markStale(OutputSet(index))
    }
    return true
  }

  /// The index of the input with a name, given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { description.input(named: name) }

  /// Calls the input at an index.
  ///
  /// - Throws: ``ArgumentError``, or an error of the method.
  package func invoke(_ index: Int, _ arguments: JSONValue?) throws -> Invocation {
    guard let box else { return .finished(.nothing) }
    let outer = scope.enter()
    defer { BindingScope.leave(to: outer) }
    let count = description.interface.inputs.count
    if index < count { return try withInput(index) { try $0.invoke(box, arguments) } }
    try senders[index - count](arguments)
    return .finished(.nothing)
  }

  /// Calls a function with an input without retaining it: the interface retains it.
  @inline(__always)
  private func withInput<Result>(_ index: Int, _ body: (Input) throws -> Result) rethrows -> Result
  {
    try Unmanaged.passUnretained(description.interface.inputs[index])._withUnsafeGuaranteedRef(body)
  }

  /// Releases the ViewModel; the observer receives no more calls.
  package func tearDown() {
    for end in endings { end() }
    endings = []
    if let box, !description.disposals.isEmpty {
      scope.run { for disposal in description.disposals { disposal.run(box) } }
    }
    scope.end()
    box = nil
    for output in outputs { output.tearDown() }
    for tracking in trackings { tracking.end() }
    trackings = []
    whole = nil
    watch = Watch()
    scope.endWork()
  }
}
