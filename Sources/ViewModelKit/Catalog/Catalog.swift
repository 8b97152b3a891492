import Contracts
import Hosting
@_spi(Host) import JSON

/// The ViewModels that a host offers, each under a name, in the order in which frontends see them.
///
///     let catalog = Catalog {
///       docComments
///       viewModel("counter", CounterViewModel.init)
///       viewModel("article", ArticleViewModel.init, "articleId", .named("pageSize", default: 20))
///       viewModel("pager", PagerViewModel.init, .uses("list"), "selectedId")
///     }
public struct Catalog {
  package let entries: [CatalogEntry]
  let services: [ServiceImplementation]
  /// The requests that objects send through ``Services/shared``.
  let sharedRequests: [any ServiceRequest.Type]
  /// The doc comments and texts about the entries.
  package let descriptions: Descriptions
  private let indices: NamedIndices

  /// The index of each entry in `entries`, by name.
  private final class NamedIndices {
    var table = NameTable<Int>()
  }

  /// Collects the entries. The closure may contain `if`, `switch`, `for`, `#available` and other
  /// catalogs.
  ///
  /// Names are the same if their code units are. Two entries of one kind with the same name are a
  /// fault of the author: the program writes `todo-host: Sources/todo-host/main.swift:8: ` and a
  /// sentence to standard error, and exits with status 70. A mistake in a single ViewModel, in its
  /// ``Interface`` or in the parameter names of its `init`, is found at its first use, or by
  /// ``faults``.
  public init(@CatalogBuilder _ lines: () -> [CatalogLine]) {
    var services: [ServiceImplementation] = []
    var sharedRequests: [any ServiceRequest.Type] = []
    var entries: [CatalogEntry] = []
    var comments: [DocComments] = []
    let indices = NamedIndices()
    for line in lines() {
      do throws(AuthorFault) {
        switch line.kind {
        case .service(let service):
          services.append(service)
          try requireUnique(services.map(\.name), "the catalog has two services")
        case .sharedServices(let shared):
          for request in shared.requests where !sharedRequests.contains(where: { $0 == request }) {
            sharedRequests.append(request)
          }
        case .viewModel(let entry):
          if indices.table[entry.name] != nil {
            throw AuthorFault("the catalog has two ViewModels named \(entry.name)")
          }
          indices.table[entry.name] = entries.count
          entries.append(entry)
        case .comments(let more): comments.append(more)
        }
      } catch {
        line.source.fail(error)
      }
    }
    self.services = services
    self.sharedRequests = sharedRequests
    self.entries = entries
    descriptions = Descriptions(comments.map(\.text))
    self.indices = indices
  }

  /// Finds the entry with a name.
  package subscript(name: String) -> CatalogEntry? {
    indices.table[name].map { entries[$0] }
  }

  /// The definition of the entry with a name; `nil` if no entry has the name.
  package func definition(named name: String) throws(FaultyLine) -> ViewModelDefinition? {
    guard let index = indices.table[name] else { return nil }
    return try entries[index].definition
  }

  /// The mistakes in the entries, each with its source line:
  /// `Sources/todo-host/main.swift:8: TodoViewModel has two inputs named add`.
  ///
  /// Reading this makes the interfaces of all ViewModels. It is meant for tests; `todo-host list`
  /// prints it.
  public var faults: [String] {
    entries.compactMap { $0.fault?.description } + serviceFaults
  }

  /// The services that several request types name with different arguments or results: a frontend
  /// could not distinguish them.
  private var serviceFaults: [String] {
    let asked = entries.flatMap { (try? $0.definition.initSignature.requests.map(\.0)) ?? [] }
    var first: [String: any ServiceRequest.Type] = [:]
    var faults: [String] = []
    for request in asked + sharedRequests {
      let known = first[request.service] ?? request
      first[request.service] = known
      guard known != request, known.form != request.form else { continue }
      faults.append(
        "service \(request.service) is asked by \(known) and by \(request), whose arguments or "
          + "results are others")
    }
    return Schema.uniqued(faults)
  }

  /// Advice on the types of all ViewModels. Reading this makes all their interfaces.
  package var advice: [TypeAdvice] {
    entries.compactMap { try? $0.definition.description.advice }
  }

  /// The purpose of a ViewModel: the text of its catalog line, else its doc comment.
  package func description(of entry: CatalogEntry) -> String? {
    entry.summary ?? descriptions["viewModels", entry.name]
  }

  /// Whether the catalog has a ``DocComments`` line, even an empty one.
  package var hasDocComments: Bool { !descriptions.comments.isEmpty }

  /// Creates an instance.
  ///
  /// - Parameters:
  ///   - parameters: an object by name, an array in order, or `nil`.
  ///   - environment: the objects, the clock and the services that the instance uses.
  /// - Throws: ``ArgumentError``, ``ServiceMissing``, or an error of the ViewModel's `init`.
  package func make(
    _ definition: ViewModelDefinition, _ parameters: JSONValue?,
    in environment: InitEnvironment
  ) throws -> HostedViewModel {
    var reader = try InitArguments(parameters, definition.initSignature, in: environment, services)
    return try definition.makeHosted(&reader)
  }

  /// Whether a service is implemented in Swift.
  package func answers(_ service: String) -> Bool { services.contains { $0.name == service } }

  /// The names of the ViewModels that can fill a role.
  package func names(filling role: InitSignature.Role) -> [String] {
    entries.filter { $0.type == role.type }.map(\.name)
  }
}

/// One line of a ``Catalog``: a ViewModel, a service, the requests of ``Services/shared``, or doc
/// comments.
public struct CatalogLine {
  enum Kind {
    case comments(DocComments)
    case viewModel(CatalogEntry)
    case service(ServiceImplementation)
    case sharedServices(SharedServices)
  }
  let kind: Kind
  let source: SourceLine
}

/// Builds the list of lines of a ``Catalog``.
@resultBuilder
public enum CatalogBuilder {
  /// One ViewModel.
  public static func buildExpression(
    _ entry: CatalogEntry, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .viewModel(entry), source: SourceLine(file: file, line: line))]
  }

  /// A service that is implemented in Swift.
  public static func buildExpression(
    _ service: ServiceImplementation, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .service(service), source: SourceLine(file: file, line: line))]
  }

  /// The requests of ``Services/shared``.
  public static func buildExpression(
    _ services: SharedServices, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .sharedServices(services), source: SourceLine(file: file, line: line))]
  }

  /// The doc comments of the ViewModels.
  public static func buildExpression(
    _ comments: DocComments, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .comments(comments), source: SourceLine(file: file, line: line))]
  }

  /// All lines of another catalog.
  public static func buildExpression(
    _ catalog: Catalog, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    catalog.descriptions.comments.flatMap {
      buildExpression(DocComments($0), file: file, line: line)
    }
      + buildExpression(SharedServices(requests: catalog.sharedRequests), file: file, line: line)
      + catalog.services.flatMap { buildExpression($0, file: file, line: line) }
      + catalog.entries.flatMap { buildExpression($0, file: file, line: line) }
  }

  /// All lines, in order.
  public static func buildBlock(_ lines: [CatalogLine]...) -> [CatalogLine] { lines.flatMap { $0 } }

  /// An `if` without an `else`.
  public static func buildOptional(_ lines: [CatalogLine]?) -> [CatalogLine] { lines ?? [] }

  /// The `if` of an `if` with an `else`.
  public static func buildEither(first lines: [CatalogLine]) -> [CatalogLine] { lines }

  /// The `else`.
  public static func buildEither(second lines: [CatalogLine]) -> [CatalogLine] { lines }

  /// A loop.
  public static func buildArray(_ lines: [[CatalogLine]]) -> [CatalogLine] { lines.flatMap { $0 } }

  /// An `if #available`.
  public static func buildLimitedAvailability(_ lines: [CatalogLine]) -> [CatalogLine] { lines }
}
