import JSON
import Observation

/// Is told what happens inside a ViewModel. The calls come from any thread, in the middle of a change.
package protocol ViewModelObserver: AnyObject, Sendable {
  /// The outputs at those places of the interface may have changed; fetch them when the turn has settled.
  nonisolated func outputsDidChange(at indices: [Int])

  /// The event at that place of the interface has happened.
  nonisolated func eventDidOccur(at index: Int, _ value: Result<JSONValue, any Error>)

  /// Work that the ViewModel has started has failed, and nobody else is told.
  nonisolated func workDidFail(_ error: any Error)
}

/// A living ViewModel of any type, as the host sees it.
package class HostedViewModel {
  /// The state of each output, in the order of the interface.
  package let outputs: [OutputState]
  /// What the frontends see of the type.
  package let description: ViewModelDescription
  fileprivate(set) var observer: (any ViewModelObserver)?
  /// What the ViewModel was offered, if it asked.
  var context: ViewModelContext?

  fileprivate init(_ description: ViewModelDescription, _ outputs: [OutputState]) {
    self.description = description
    self.outputs = outputs
  }

  /// The object itself, for other ViewModels that use it.
  package var object: Any? { nil }

  /// Begins to tell an observer of changes and events, and fetches all outputs.
  ///
  /// - Returns: the outputs that have no JSON form, with the errors that say why.
  package func activate(_ observer: any ViewModelObserver) -> [(output: Int, error: any Error)] {
    self.observer = observer
    context?.start { [weak observer] in observer?.workDidFail($0) }
    var failures: [(output: Int, error: any Error)] = []
    follow(Array(outputs.indices))
    for (index, output) in outputs.enumerated() {
      do {
        try output.start()
      } catch {
        failures.append((index, error))
      }
    }
    return failures
  }

  /// Calls the input at that place of the interface.
  ///
  /// - Throws: ``ArgumentError``, or what the method throws.
  package func invoke(_ input: Int, _ arguments: JSONValue?) throws -> Invocation {
    .finished(Returned(json: .null))
  }

  /// Lets go of the ViewModel; nothing is told any more.
  package func tearDown() {
    for output in outputs { output.tearDown() }
    context?.end()
    context = nil
    observer = nil
  }
}

final class Hosted<VM>: HostedViewModel {
  private var viewModel: VM?
  private let interface: Interface<VM>
  private var endings: [() -> Void] = []

  init(_ viewModel: VM, _ interface: Interface<VM>, _ description: ViewModelDescription) {
    self.viewModel = viewModel
    self.interface = interface
    super.init(description, interface.outputs.map { $0.makeState(viewModel) })
  }

  override var object: Any? { viewModel }

  override func activate(
    _ observer: any ViewModelObserver
  ) -> [(output: Int, error: any Error)] {
    guard let viewModel else { return [] }
    endings = interface.events.enumerated().map { index, event in
      event.start(viewModel) { [weak observer] in observer?.eventDidOccur(at: index, $0) }
    }
    return super.activate(observer)
  }

  override func invoke(_ input: Int, _ arguments: JSONValue?) throws -> Invocation {
    guard let viewModel else { return .finished(Returned(json: .null)) }
    return try interface.inputs[input].invoke(viewModel, arguments)
  }

  override func tearDown() {
    for end in endings { end() }
    endings = []
    viewModel = nil
    super.tearDown()
  }
}
