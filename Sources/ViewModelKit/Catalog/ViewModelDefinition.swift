import Hosting

/// The definition of one ViewModel of a ``Catalog``.
package final class ViewModelDefinition {
  /// The parameters of its `init`.
  package let initSignature: InitSignature
  /// The members that frontends see.
  package let description: ViewModelDescription
  /// Finds the source lines of the members in the author's program.
  package let findSources: () -> [MemberSource]
  /// Makes the ViewModel in a box.
  private let make: (inout InitArguments) throws -> AnyViewModelBox

  init<VM>(
    _ name: String, _ initSignature: InitSignature, _ interface: Interface<VM>,
    _ make: @escaping (inout InitArguments) throws -> VM
  ) throws(AuthorFault) {
    self.initSignature = initSignature
    try requireUnique(
      interface.inputs.map(\.name) + initSignature.feeds.map(\.name),
      "ViewModel \(name) has two inputs")
    description = ViewModelDescription(
      name, VM.self, inputs: interface.inputs, outputs: interface.outputs,
      events: interface.events, disposals: interface.disposals,
      feeds: initSignature.feeds.map { ($0.name, $0.signature) })
    findSources = { interface.sources }
    self.make = { ViewModelBox(try make(&$0)) }
  }

  func makeHosted(_ reader: inout InitArguments) throws -> HostedViewModel {
    let box = try reader.scope.create { try make(&reader) }
    return HostedViewModel(box, description, in: reader.scope, fedBy: reader.senders)
  }
}

/// A definition that is made at its first use. A process uses few ViewModels of its catalog;
/// defining all of them took more than half of the time before the first response.
final class LateDefinition {
  private let make: () throws(FaultyLine) -> ViewModelDefinition
  private lazy var result = Result(catching: make)

  init(_ make: @escaping () throws(FaultyLine) -> ViewModelDefinition) { self.make = make }

  var definition: ViewModelDefinition { get throws(FaultyLine) { try result.get() } }
}
