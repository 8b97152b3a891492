@_spi(Host) import JSON
import Reactive

/// What frontends see of a ViewModel: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [Input]
  private let inputPlaces: NameTable<Int>
  /// The places of all outputs.
  let allOutputs: OutputSet
  package let outputs: [String]
  /// Whether the ViewModel tells of its changes as a whole: an `ObservableObject`.
  private(set) lazy var tellsAsAWhole = type is any WholeObjectObservable.Type
  /// What its author should know.
  package private(set) lazy var advice = TypeAdvice(
    name, type, interface.outputs.filter { $0.place.source == .property }.map(\.name))
  private let type: Any.Type
  /// What instances are hosted by.
  package let interface: (inputs: [Hosting.Input], outputs: [Output], events: [Event])
  /// What is done when an instance is disposed, in order.
  let disposals: [Disposal]

  /// What frontends see of an input.
  package typealias Input = (
    name: String, signature: Signature, isAsync: Bool, result: MethodResult
  )

  /// - Parameters:
  ///   - type: the type of the instances' objects.
  ///   - feeds: the inputs that feed parameters. No two inputs have the same name.
  package init(
    _ name: String, _ type: Any.Type, inputs: [Hosting.Input], outputs: [Output], events: [Event],
    disposals: [Disposal], feeds: [(name: String, signature: Signature)]
  ) {
    self.name = name
    self.type = type
    let feedResult = MethodResult(Void.self, Never.self)
    self.inputs =
      inputs.map { ($0.name, $0.signature, $0.isAsync, $0.result) }
      + feeds.map { ($0.name, $0.signature, false, feedResult) }
    var places = NameTable<Int>()
    for (place, input) in self.inputs.enumerated() { places[input.name] = place }
    inputPlaces = places
    allOutputs = OutputSet(outputs.indices)
    self.outputs = outputs.map(\.name)
    self.events = events.map(\.name)
    interface = (inputs, outputs, events)
    self.disposals = disposals
  }

  /// Where the interface has that output.
  package func output(named name: String) -> Int? {
    outputs.firstIndex { $0.hasSameCodeUnits(as: name) }
  }

  /// What part of the output at that place a frontend gets that does not say which.
  package func part(of output: Int) -> OutputPart { interface.outputs[output].part }

  /// What windows there can be on the output at that place.
  package func windows(on output: Int) -> WindowKinds {
    guard let maker = interface.outputs[output].windowMaker else { return .none }
    return maker.canAnchor ? .all : .unanchored
  }

  /// Where the interface has that input.
  package func input(named name: String) -> Int? { inputPlaces[name] }

  /// The same for a name given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { inputPlaces[name] }
}
