/// One line of a ``Catalog``: what `viewModel` gives.
public struct CatalogEntry {
  package let name: String
  /// The type of its instances' objects.
  package let type: Any.Type
  /// The type that makes them of streams; the same where nothing does.
  package let owner: Any.Type
  /// What it is for.
  package private(set) var summary: String?
  private let late: LateDefinition

  /// What the line says of the ViewModel, or what is wrong with it; found out when somebody first asks.
  package var definition: ViewModelDefinition { get throws(FaultyLine) { try late.definition } }

  /// What is wrong with the line, if anything is.
  package var fault: FaultyLine? {
    do throws(FaultyLine) {
      _ = try late.definition
      return nil
    } catch {
      return error
    }
  }

  /// The same line with a sentence that says what the ViewModel is for, for those who look through the catalog, in
  /// place of what the doc comment of the class says (``DocComments``):
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
///   - name: how frontends ask for it.
///   - make: makes an instance, most often an `init`. An error that it throws is told to the frontend.
///   - parameters: the names of what it takes, one for each, in order: values that the frontend gives
///     (`Decodable`), or roles that other instances fill (``Parameter/uses(_:)``).
///   - file: where the line stands, which its faults tell.
///   - line: the same.
public func viewModel<VM: ViewModel, each P>(
  _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> VM,
  _ parameters: Parameter..., file: StaticString = #filePath, line: UInt = #line
) -> CatalogEntry {
  CatalogEntry(name, make, parameters, { VM.interface }, SourceLine(file: file, line: line))
}

/// The same for a type that does not conform to ``ViewModel``, because it is not `final` or is offered with several
/// interfaces.
public func viewModel<VM, each P>(
  _ name: String, _ make: @escaping @MainActor (repeat each P) throws -> VM,
  _ parameters: Parameter..., interface: @autoclosure @escaping @MainActor () -> Interface<VM>,
  file: StaticString = #filePath, line: UInt = #line
) -> CatalogEntry {
  CatalogEntry(name, make, parameters, interface, SourceLine(file: file, line: line))
}

/// The same for what a ViewModel makes of streams: its `transform` gets those that the host feeds, and what it returns
/// has the outputs and events.
///
///     viewModel(
///       "list", ListViewModel.init(session:),
///       transform: { viewModel, appear, reload in
///         viewModel.transform(input: .init(viewWillAppear: appear, reload: reload))
///       },
///       .services(ItemsRequest.self), .stream("viewWillAppear"), .stream("reload"),
///       interface: Interface { output("items", \.items) })
///
/// The ViewModel lives as long as the instance, as that of an app does which its view owns.
///
/// - Parameters:
///   - name: how frontends ask for it.
///   - make: makes the ViewModel.
///   - transform: takes it, and what is named after that which `make` takes.
///   - parameters: the names of what both take, in order.
///   - interface: that of what `transform` returns.
///   - file: where the line stands, which its faults tell.
///   - line: the same.
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

/// The types of a pack.
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
  ///   - types: gives the types of what `make` reads.
  ///   - make: reads what it needs, in order.
  fileprivate init<VM>(
    _ name: String, _ parameters: [Parameter],
    _ interface: @escaping @MainActor () -> Interface<VM>, _ source: SourceLine,
    ownedBy owner: Any.Type, types: @escaping () -> [Any.Type],
    make: @escaping (inout CreationReader) throws -> VM
  ) {
    self.name = name
    type = VM.self
    self.owner = owner
    late = LateDefinition { () throws(FaultyLine) in
      let interface = interface()
      if let fault = interface.fault { throw fault }
      do throws(AuthorFault) {
        let creation = try Creation(parameters, types: types(), of: "ViewModel \(name)")
        return try ViewModelDefinition(name, creation, interface, make)
      } catch {
        throw FaultyLine(line: source, fault: error)
      }
    }
  }
}
