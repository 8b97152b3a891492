import Hosting

/// The definition of one ViewModel of a ``Catalog``.
package final class ViewModelDefinition {
  /// The parameters of its `init`.
  package let creation: Creation
  /// The members that frontends see.
  package let description: ViewModelDescription
  /// Finds the source lines of the members in the author's program.
  package let findSources: () -> [MemberSource]
  /// Makes the ViewModel in a box.
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

/// A definition that is made at its first use. A process uses few ViewModels of its catalog;
/// defining all of them took more than half of the time before the first response.
final class LateDefinition {
  private let make: () throws(FaultyLine) -> ViewModelDefinition
  private lazy var result = Result(catching: make)

  init(_ make: @escaping () throws(FaultyLine) -> ViewModelDefinition) { self.make = make }

  var definition: ViewModelDefinition { get throws(FaultyLine) { try result.get() } }
}
