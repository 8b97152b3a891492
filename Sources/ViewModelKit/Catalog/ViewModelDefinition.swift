import Hosting

/// What a line of a ``Catalog`` says of a ViewModel.
package final class ViewModelDefinition {
  /// What its `init` takes.
  package let creation: Creation
  /// What frontends see of it.
  package let description: ViewModelDescription
  /// Where the members stand in the author's program.
  package let findSources: () -> [MemberSource]
  /// Makes the ViewModel, in a box.
  private let make: (inout CreationReader) throws -> AnyViewModelBox

  init<VM>(
    _ name: String, _ creation: Creation, _ interface: Interface<VM>,
    _ make: @escaping (inout CreationReader) throws -> VM
  ) throws(AuthorFault) {
    self.creation = creation
    try requireUnique(
      interface.inputs.map(\.name) + creation.feeds.map(\.name), "ViewModel \(name) has two inputs")
    description = ViewModelDescription(
      name, VM.self, inputs: interface.inputs, outputs: interface.outputs,
      events: interface.events, disposals: interface.disposals,
      feeds: creation.feeds.map { ($0.name, $0.signature) })
    findSources = { interface.sources }
    self.make = { ViewModelBox(try make(&$0)) }
  }

  func makeHosted(_ reader: inout CreationReader) throws -> HostedViewModel {
    let box = try reader.scope.create { try make(&reader) }
    return HostedViewModel(box, description, in: reader.scope, fedBy: reader.senders)
  }
}

/// A definition that is made when somebody first asks for it. A process uses few ViewModels of its catalog, and to
/// define all of them was more than half of what a host did before its first answer.
final class LateDefinition {
  private let make: () throws(FaultyLine) -> ViewModelDefinition
  private lazy var result = Result(catching: make)

  init(_ make: @escaping () throws(FaultyLine) -> ViewModelDefinition) { self.make = make }

  var definition: ViewModelDefinition { get throws(FaultyLine) { try result.get() } }
}
