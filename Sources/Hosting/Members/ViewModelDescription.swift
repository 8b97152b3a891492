@_spi(Host) import JSON
import Reactive

/// The members of a ViewModel that frontends see: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [Input]
  private let inputIndices: NameTable<Int>
  /// The indices of all outputs.
  let allOutputs: OutputSet
  package let outputs: [String]
  /// Whether the type is an `ObservableObject`.
  private(set) lazy var isWholeObjectObservable = type is any WholeObjectObservable.Type
  /// Advice for its author.
  package private(set) lazy var advice = TypeAdvice(
    name, type, interface.outputs.filter { $0.location.source == .property }.map(\.name))
  private let type: Any.Type
  /// The members that host instances.
  package let interface: (inputs: [Hosting.Input], outputs: [Output], events: [Event])
  /// The code that runs when an instance is disposed, in order.
  let disposals: [Disposal]

  /// An input, as frontends see it.
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
    var indices = NameTable<Int>()
    for (index, input) in self.inputs.enumerated() { indices[input.name] = index }
    inputIndices = indices
    allOutputs = OutputSet(outputs.indices)
    self.outputs = outputs.map(\.name)
    self.events = events.map(\.name)
    interface = (inputs, outputs, events)
    self.disposals = disposals
  }

  /// The index of an output.
  package func output(named name: String) -> Int? {
    outputs.firstIndex { $0.hasSameCodeUnits(as: name) }
  }

  /// The part of the output at an index that a frontend gets by default.
  package func part(of output: Int) -> OutputPart { interface.outputs[output].part }

  /// The windows that the output at an index supports.
  package func windows(on output: Int) -> WindowKinds {
    guard let maker = interface.outputs[output].windowMaker else { return .none }
    return maker.canAnchor ? .all : .unanchored
  }

  /// The index of an input.
  package func input(named name: String) -> Int? { inputIndices[name] }

  /// The index of an input, with the name in UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { inputIndices[name] }
}
