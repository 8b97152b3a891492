/// One ViewModel of a ``Catalog``, made by a `viewModel` function.
public struct CatalogEntry {
  package let name: String
  /// The type of the instances' objects.
  package let type: Any.Type
  /// The type that makes the objects from streams; equal to `type` without a `transform`.
  package let owner: Any.Type
  /// The purpose of the ViewModel.
  package private(set) var summary: String?
  private let late: LateDefinition

  /// The definition of the ViewModel, or the mistake in its line; made at the first use.
  package var definition: ViewModelDefinition { get throws(FaultyLine) { try late.definition } }

  /// The mistake in the line, if there is one.
  package var fault: FaultyLine? {
    do throws(FaultyLine) {
      _ = try late.definition
      return nil
    } catch {
      return error
    }
  }

  /// Adds a sentence about the purpose of the ViewModel, for readers of the catalog. It overrides
  /// the doc comment of the class (``DocComments``):
  ///
  ///     viewModel("counter", CounterViewModel.init).described("Counts up and down.")
  public func described(_ summary: String) -> CatalogEntry {
    var entry = self
    entry.summary = summary
    return entry
  }
}

/// Offers a ViewModel under a name.
///
/// - Parameters:
///   - name: the name that frontends use.
///   - make: makes an instance, most often an `init`. The frontend receives an error that it
///     throws.
///   - parameters: one for each parameter of `make`, in order: the name of a value that the
///     frontend gives (`Decodable`), or a role that another instance fills
///     (``Parameter/uses(_:)``).
///   - file: the source file that faults name.
///   - line: the source line that faults name.
public func viewModel<VM: ViewModel, each P>(
  _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> VM,
  _ parameters: Parameter..., file: StaticString = #filePath, line: UInt = #line
) -> CatalogEntry {
  CatalogEntry(name, make, parameters, { VM.interface }, SourceLine(file: file, line: line))
}

/// Offers a ViewModel whose type does not conform to ``ViewModel``, because it is not `final` or
/// has several interfaces.
public func viewModel<VM, each P>(
  _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> VM,
  _ parameters: Parameter..., interface: @autoclosure @escaping @MainActor () -> Interface<VM>,
  file: StaticString = #filePath, line: UInt = #line
) -> CatalogEntry {
  CatalogEntry(name, make, parameters, interface, SourceLine(file: file, line: line))
}

/// Offers a ViewModel that turns streams into streams. The host feeds the streams that its
/// `transform` gets; the value that `transform` returns has the outputs and events.
///
///     viewModel(
///       "list", ListViewModel.init(session:),
///       transform: { viewModel, appear, reload in
///         viewModel.transform(input: .init(viewWillAppear: appear, reload: reload))
///       },
///       .services(ItemsRequest.self), .stream("viewWillAppear"), .stream("reload"),
///       interface: Interface { output("items", \.items) })
///
/// The ViewModel lives as long as the instance, as if a view owned it.
///
/// - Parameters:
///   - name: the name that frontends use.
///   - make: makes the ViewModel.
///   - transform: gets the ViewModel, and the parameters that follow those of `make`.
///   - parameters: those of `make`, then those of `transform`, in order.
///   - interface: the interface of the value that `transform` returns.
///   - file: the source file that faults name.
///   - line: the source line that faults name.
public func viewModel<Owner, VM, each P, each S>(
  _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> Owner,
  transform: @escaping @MainActor (Owner, repeat each S) throws -> VM,
  _ parameters: Parameter..., interface: @autoclosure @escaping @MainActor () -> Interface<VM>,
  file: StaticString = #filePath, line: UInt = #line
) -> CatalogEntry {
  CatalogEntry(
    name, parameters, interface, SourceLine(file: file, line: line), ownedBy: Owner.self,
    types: { typeList(repeat (each P).self) + typeList(repeat (each S).self) },
    make: { reader in
      let owner = try make(repeat try reader.next((each P).self))
      reader.scope.keep(owner)
      return try transform(owner, repeat try reader.next((each S).self))
    })
}

/// Lists the types of a pack.
func typeList<each T>(_ types: repeat (each T).Type) -> [Any.Type] {
  var list: [Any.Type] = []
  for type in repeat each types { list.append(type) }
  return list
}

extension CatalogEntry {
  fileprivate init<VM, each P>(
    _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> VM,
    _ parameters: [Parameter], _ interface: @escaping @MainActor () -> Interface<VM>,
    _ source: SourceLine
  ) {
    self.init(
      name, parameters, interface, source, ownedBy: VM.self,
      types: { typeList(repeat (each P).self) },
      make: { reader in try make(repeat try reader.next((each P).self)) })
  }

  /// - Parameters:
  ///   - owner: the type that makes the ViewModel.
  ///   - types: the types that `make` reads.
  ///   - make: reads the parameters, in order, and makes the ViewModel.
  fileprivate init<VM>(
    _ name: String, _ parameters: [Parameter],
    _ interface: @escaping @MainActor () -> Interface<VM>, _ source: SourceLine,
    ownedBy owner: Any.Type, types: @escaping () -> [Any.Type],
    make: @escaping (inout InitArguments) throws -> VM
  ) {
    self.name = name
    type = VM.self
    self.owner = owner
    late = LateDefinition { () throws(FaultyLine) in
      let interface = interface()
      if let fault = interface.fault { throw fault }
      do throws(AuthorFault) {
        let initSignature = try InitSignature(parameters, types: types(), of: "ViewModel \(name)")
        return try ViewModelDefinition(name, initSignature, interface, make)
      } catch {
        throw FaultyLine(line: source, fault: error)
      }
    }
  }
}
