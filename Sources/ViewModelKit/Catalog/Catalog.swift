import JSON

/// The ViewModels that a host offers, each under a name, in the order in which frontends see them.
///
///     let catalog = Catalog {
///       viewModel("counter", CounterViewModel.init)
///       viewModel("article", ArticleViewModel.init, "articleId", .named("pageSize", default: 20))
///       viewModel("pager", PagerViewModel.init, .uses("list"), "selectedId")
///     }
public struct Catalog {
  package let entries: [CatalogEntry]
  let services: [ServiceImplementation]
  private let index: [String: Int]

  /// Collects the entries. Two with the same name are a fault of the author, and stop the process with a message.
  public init(@CatalogBuilder _ lines: () -> [CatalogLine]) {
    let lines = lines()
    let services = lines.compactMap {
      if case .service(let service) = $0.kind { service } else { nil }
    }
    requireUnique(services.map(\.name), "Catalog: two services are named")
    let entries = lines.compactMap {
      if case .viewModel(let entry) = $0.kind { entry } else { nil }
    }
    requireUnique(entries.map(\.name), "Catalog: two ViewModels are named")
    self.services = services
    self.entries = entries
    index = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.name, $0) })
  }

  /// The entry with that name.
  package subscript(name: String) -> CatalogEntry? { index[name].map { entries[$0] } }

  /// Makes an instance of the entry.
  ///
  /// - Parameters:
  ///   - parameters: an object by name, an array in order, or nothing.
  ///   - surroundings: what the instance finds around it.
  /// - Throws: ``ArgumentError``, ``ServiceMissing``, or what the ViewModel's `init` throws.
  package func make(
    _ entry: CatalogEntry, _ parameters: JSONValue?, in surroundings: Surroundings
  ) throws -> HostedViewModel {
    var reader = try CreationReader(parameters, entry.creation, in: surroundings, services)
    return try entry.makeHosted(&reader)
  }

  /// Whether a service is answered in Swift.
  package func answers(_ service: String) -> Bool { services.contains { $0.name == service } }

  /// The names of the ViewModels that can fill a role.
  package func names(filling role: Creation.Role) -> [String] {
    entries.filter { $0.type == role.type }.map(\.name)
  }
}

/// One line of a ``Catalog``: a ViewModel, or a service.
public struct CatalogLine {
  enum Kind {
    case viewModel(CatalogEntry)
    case service(ServiceImplementation)
  }
  let kind: Kind
}

/// Makes a list of the lines of a closure.
@resultBuilder
public enum CatalogBuilder {
  /// One ViewModel.
  public static func buildExpression(_ entry: CatalogEntry) -> [CatalogLine] {
    [CatalogLine(kind: .viewModel(entry))]
  }

  /// A service that Swift answers.
  public static func buildExpression(_ service: ServiceImplementation) -> [CatalogLine] {
    [CatalogLine(kind: .service(service))]
  }

  /// All of another catalog.
  public static func buildExpression(_ catalog: Catalog) -> [CatalogLine] {
    catalog.services.flatMap(buildExpression) + catalog.entries.flatMap(buildExpression)
  }

  /// All lines, in order.
  public static func buildBlock(_ lines: [CatalogLine]...) -> [CatalogLine] { lines.flatMap { $0 } }
}
