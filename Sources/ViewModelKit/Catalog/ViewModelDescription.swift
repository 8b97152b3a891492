@_spi(Host) import JSON
import Reactive

/// What frontends see of a ViewModel: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [(name: String, signature: Signature, isAsync: Bool)]
  let results: [MethodResult]
  private let inputPlaces: NameTable<Int>
  /// The places of all outputs.
  let allOutputs: OutputSet
  package let outputs: [String]
  /// The outputs whose changes somebody has to tell of.
  private let propertyOutputs: [String]
  /// Whether the ViewModel tells of its changes as a whole: an `ObservableObject`.
  private(set) lazy var tellsAsAWhole = type is any WholeObjectObservable.Type
  /// What its author should know.
  package private(set) lazy var advice = TypeAdvice(name, type, propertyOutputs)
  private let type: Any.Type
  package let creation: Creation
  /// What instances are hosted by.
  let interface: (inputs: [Input], outputs: [Output], events: [Event])
  /// Where the members stand in the author's program.
  package let findSources: () -> [MemberSource]

  init<VM>(
    _ name: String, _ creation: Creation, _ interface: Interface<VM>
  ) throws(AuthorFault) {
    self.name = name
    self.creation = creation
    type = VM.self
    let inputs =
      interface.inputs.map { ($0.name, $0.signature, $0.isAsync) }
      + creation.feeds.map { ($0.name, $0.signature, false) }
    var places = NameTable<Int>()
    for (place, input) in inputs.enumerated() {
      if places[input.0] != nil {
        throw AuthorFault("ViewModel \(name) has two inputs named \(input.0)")
      }
      places[input.0] = place
    }
    inputPlaces = places
    self.inputs = inputs
    let feedResult = MethodResult(Void.self, Never.self)
    results = interface.inputs.map(\.result) + creation.feeds.map { _ in feedResult }
    allOutputs = OutputSet(interface.outputs.indices)
    outputs = interface.outputs.map(\.name)
    propertyOutputs = interface.outputs.filter { $0.place.source == .property }.map(\.name)
    events = interface.events.map(\.name)
    self.interface = (interface.inputs, interface.outputs, interface.events)
    findSources = { interface.sources }
  }

  /// Where the interface has that output.
  package func output(named name: String) -> Int? { outputs.firstIndex(of: name) }

  /// What part of the output at that place a frontend gets that does not say which.
  package func part(of output: Int) -> OutputPart { interface.outputs[output].part }

  /// What windows there can be on the output at that place.
  package func windows(on output: Int) -> WindowKinds {
    guard let maker = interface.outputs[output].windows.maker else { return .none }
    return maker.canAnchor ? .all : .unanchored
  }

  /// Where the interface has that input.
  package func input(named name: String) -> Int? { inputPlaces[name] }

  /// The same for a name given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { inputPlaces[name] }
}
