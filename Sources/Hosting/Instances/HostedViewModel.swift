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
///
/// What a turn uses here is used by one thread and by no code of an author: that no two uses overlap is not checked
/// again at run time.
package final class HostedViewModel {
  /// What the frontends see of the type.
  package let description: ViewModelDescription
  /// The state of each output, in the order of the interface.
  @exclusivity(unchecked) package private(set) var outputs: [OutputState] = []
  /// Which of them are to be read again, and why.
  @exclusivity(unchecked) package var watch = Watch()
  /// The outputs of which parts are followed by themselves.
  private(set) var lists = OutputSet()
  /// What follows plain outputs.
  @exclusivity(unchecked) var follows: [Follow] = []
  /// Whether a setter may be silent, of the ViewModel or of an object that was encoded: ``SilentSetters``.
  @exclusivity(unchecked) var hasSilentSetters = false
  /// The ViewModel, if it tells of its changes as a whole: an `ObservableObject`.
  @exclusivity(unchecked) private(set) var whole: (any WholeObjectObservable)?
  @exclusivity(unchecked) private var box: AnyViewModelBox?
  /// The inputs that feed the ViewModel's parameters; they come after those of the interface.
  private let senders: [(JSONValue?) throws -> Void]
  private let scope: InstanceScope
  /// What ends the listening to events.
  private var endings: [() -> Void] = []

  /// - Parameters:
  ///   - scope: what the ViewModel was made in.
  ///   - senders: what feeds its parameters, in the order of the description's inputs.
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

  /// Whether there was ``tearDown()``.
  var hasEnded: Bool { box == nil }

  /// Who is told of changes; nobody before ``activate(_:observing:canExpect:)``, and after ``tearDown()``.
  var observer: (any ViewModelObserver)? { scope.observer }

  /// The ViewModel itself, for others that use it.
  package var viewModel: Any? { box?.value }

  /// Whether the end of the next turn has something to read.
  package var isDue: Bool { watch.isDue }

  /// Whether something is to be read soon even if no turn comes.
  package var wantsLook: Bool { watch.wantsLook }

  /// Whether something is to be read some time even if no turn comes.
  package var wantsLateLook: Bool { watch.wantsLateLook }

  /// Whether there are outputs that nobody tells of.
  package var hasUntoldOutputs: Bool { !watch.untoldOutputs.isEmpty }

  /// Whether there may be a change of which nobody has told: ``findSilentChanges(upTo:)``.
  package var mayChangeSilently: Bool { hasSilentSetters }

  func noteUntold() {
    watch.setUntold(OutputSet(outputs.indices.filter { !outputs[$0].isFollowed }))
  }

  /// Whether the author is to know that an output is not followed. An `ObservableObject` tells by hand of what is not
  /// `@Published`, if it does; and a list that nobody tells of may always have the same objects, which are followed.
  package func isWarnedOf(_ output: Int) -> Bool {
    let output = outputs[output]
    if output.isFollowed { return false }
    if output.unfollowedObject != nil { return true }
    return whole == nil && !(output.followedRows != nil && output.holdsObjects)
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

  /// Begins to tell an observer of changes and events, and reads all outputs.
  ///
  /// - Parameters:
  ///   - observer: who is told; it is kept alive until ``tearDown()``.
  ///   - observed: what is part of the state, by the outputs' places; `nil` for all.
  ///   - canExpect: whether somebody will look again when no turn has come for a while. Then outputs that are read
  ///     quickly are not followed before that.
  /// - Returns: the outputs that have no JSON form, with the errors that say why; with ``NoFirstElement`` one that has
  ///   no element and is never null.
  package func activate(
    _ observer: any ViewModelObserver, observing observed: [Int: OutputPart]? = nil,
    canExpect: Bool = false
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
    if description.tellsAsAWhole { whole = box.value as? any WholeObjectObservable }
    var followed = description.allOutputs
    if canExpect {
      read(plain)
      watch.expect(plain)
      followed.subtract(plain)
    }
    if !followed.isEmpty { follow(followed) }
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
    outputs[index].takeEnding(at: index, &failures)
  }

  private func connect(_ index: Int) {
    let (output, place) = (outputs[index], OutputSet(index))
    if let rows = output.followedRows {
      lists.insert(index)
      rows.connectRows { [weak observer] in observer?.rowsDidChange(at: place) }
    }
    output.stream?.connect { [weak observer] in observer?.outputsDidChange(at: place) }
  }

  /// Changes which outputs are part of the state, and what part of them. What is new is subscribed to before what is no
  /// longer observed is let go, so that a stream that both come from keeps a subscriber all the time.
  ///
  /// - Returns: the outputs that have no JSON form, with the errors that say why.
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
      new.becomeNews(after: old)
      outputs[index] = new
      guard new.isObserved else { continue }
      new.isFollowedAlone = index < OutputSet.firstShared
      connect(index)
      followTogether(OutputSet(index))
      accept(index, &failures)
    }
    for old in replaced { old.tearDown() }
    noteUntold()
    watch.tell(changed)
    return failures
  }

  /// The window that an output is observed through, if it is.
  package func window(on index: Int) -> WindowOutput? { outputs[index] as? WindowOutput }

  /// Moves the window that an output is observed through, or makes it another.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  package func moveWindow(on index: Int, to window: Window) -> Bool {
    guard let output = self.window(on: index) else { return false }
    output.move(to: window)
    // What the list is read from is followed as before. Objects that it leads to, and that have no rows, are not.
    if output.holdsObjects && output.followedRows == nil {
      watch.tell(OutputSet(index))
    } else {
      watch.doubt(OutputSet(index))
    }
    return true
  }

  /// Where the interface has the input with that name, given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { description.input(named: name) }

  /// Calls the input at that place of the interface.
  ///
  /// - Throws: ``ArgumentError``, or what the method throws.
  package func invoke(_ place: Int, _ arguments: JSONValue?) throws -> Invocation {
    guard let box else { return .finished(.nothing) }
    let outer = scope.enter()
    defer { BindingScope.leave(to: outer) }
    let count = description.interface.inputs.count
    if place < count { return try withInput(place) { try $0.invoke(box, arguments) } }
    try senders[place - count](arguments)
    return .finished(.nothing)
  }

  /// Does something with an input without counting a reference to it: the interface holds it.
  @inline(__always)
  private func withInput<Result>(_ place: Int, _ body: (Input) throws -> Result) rethrows -> Result
  {
    try Unmanaged.passUnretained(description.interface.inputs[place])._withUnsafeGuaranteedRef(body)
  }

  /// Lets go of the ViewModel; nothing is told any more.
  package func tearDown() {
    for end in endings { end() }
    endings = []
    if let box, !description.disposals.isEmpty {
      scope.run { for disposal in description.disposals { disposal.run(box) } }
    }
    scope.end()
    box = nil
    for output in outputs { output.tearDown() }
    for follow in follows { follow.end() }
    follows = []
    whole = nil
    watch = Watch()
    scope.endWork()
  }
}
