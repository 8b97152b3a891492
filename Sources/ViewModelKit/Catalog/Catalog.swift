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
  /// What is asked through ``Services/shared``.
  let sharedRequests: [any ServiceRequest.Type]
  /// What is said of them.
  package let descriptions: Descriptions
  private let places: Places

  /// Where the entry with a name is.
  private final class Places {
    var table = NameTable<Int>()
  }

  /// Collects the entries. There may be `if`, `switch`, `for` and `#available` among them, and other catalogs.
  ///
  /// Names are the same if their code units are. Two with the same name are a fault of the author: the program writes
  /// `todo-host: Sources/todo-host/main.swift:8: ` and what is wrong to standard error, and exits with status 70. What
  /// is wrong with a single ViewModel, its ``Interface`` or the names of what its `init` takes, is found when somebody
  /// first asks for it, as are ``faults``.
  public init(@CatalogBuilder _ lines: () -> [CatalogLine]) {
    var services: [ServiceImplementation] = []
    var sharedRequests: [any ServiceRequest.Type] = []
    var entries: [CatalogEntry] = []
    var comments: [DocComments] = []
    let places = Places()
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
          if places.table[entry.name] != nil {
            throw AuthorFault("the catalog has two ViewModels named \(entry.name)")
          }
          places.table[entry.name] = entries.count
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
    self.places = places
  }

  /// The entry with that name.
  package subscript(name: String) -> CatalogEntry? {
    places.table[name].map { entries[$0] }
  }

  /// What the line with that name says; `nil` if there is none.
  package func definition(named name: String) throws(FaultyLine) -> ViewModelDefinition? {
    guard let place = places.table[name] else { return nil }
    return try entries[place].definition
  }

  /// What is wrong with the ViewModels, and where: `Sources/todo-host/main.swift:8: input toggle of TodoViewModel takes
  /// 1 argument, but 0 are named`. To find it out makes the interfaces of all of them; it is for tests, and `todo-host
  /// list` shows it.
  public var faults: [String] {
    entries.compactMap { $0.fault?.description } + serviceFaults
  }

  /// Services that are asked by several types, with other arguments or another result: a frontend could not tell which.
  private var serviceFaults: [String] {
    let asked = entries.flatMap { (try? $0.definition.creation.requests.map(\.0)) ?? [] }
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

  /// What is to be said of its types. To find it out makes the interfaces of all ViewModels.
  package var advice: [TypeAdvice] {
    entries.compactMap { try? $0.definition.description.advice }
  }

  /// What a ViewModel is for: what its line of the catalog says, else what its doc comment says.
  package func description(of entry: CatalogEntry) -> String? {
    entry.summary ?? descriptions["viewModels", entry.name]
  }

  /// Whether a line takes doc comments, be there any or not.
  package var takesDocComments: Bool { !descriptions.comments.isEmpty }

  /// Makes an instance.
  ///
  /// - Parameters:
  ///   - parameters: an object by name, an array in order, or nothing.
  ///   - environment: what the instance finds around it.
  /// - Throws: ``ArgumentError``, ``ServiceMissing``, or what the ViewModel's `init` throws.
  package func make(
    _ definition: ViewModelDefinition, _ parameters: JSONValue?,
    in environment: CreationEnvironment
  ) throws -> HostedViewModel {
    var reader = try CreationReader(parameters, definition.creation, in: environment, services)
    return try definition.makeHosted(&reader)
  }

  /// Whether a service is answered in Swift.
  package func answers(_ service: String) -> Bool { services.contains { $0.name == service } }

  /// The names of the ViewModels that can fill a role.
  package func names(filling role: Creation.Role) -> [String] {
    entries.filter { $0.type == role.type }.map(\.name)
  }
}

/// One line of a ``Catalog``: a ViewModel, a service, the requests of ``Services/shared``, or what doc comments say.
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

/// Makes a list of the lines of a closure.
@resultBuilder
public enum CatalogBuilder {
  /// One ViewModel.
  public static func buildExpression(
    _ entry: CatalogEntry, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .viewModel(entry), source: SourceLine(file: file, line: line))]
  }

  /// A service that Swift answers.
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

  /// What doc comments say of the ViewModels.
  public static func buildExpression(
    _ comments: DocComments, file: StaticString = #filePath, line: UInt = #line
  ) -> [CatalogLine] {
    [CatalogLine(kind: .comments(comments), source: SourceLine(file: file, line: line))]
  }

  /// All of another catalog.
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
