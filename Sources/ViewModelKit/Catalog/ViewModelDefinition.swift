/// What a line of a ``Catalog`` says of a ViewModel.
package final class ViewModelDefinition {
  /// What its `init` takes.
  package let creation: Creation
  /// What frontends see of it.
  package let description: ViewModelDescription
  let makeHosted: (inout CreationReader) throws -> HostedViewModel

  init(
    _ creation: Creation, _ description: ViewModelDescription,
    _ makeHosted: @escaping (inout CreationReader) throws -> HostedViewModel
  ) {
    self.creation = creation
    self.description = description
    self.makeHosted = makeHosted
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
