import ViewModelKit

/// A line of the list. It belongs to no actor, so that who looks through many need not be on a certain one.
nonisolated struct Item: Codable, Equatable, Identifiable {
  let id: String
  let name: String
}

/// One page of the list, and where it stands.
struct ItemsPage: Codable {
  struct Pages: Codable {
    let currentPage: Int
    /// Nothing after the last page.
    let nextPage: Int?
  }

  let items: [Item]
  let pages: Pages
}

/// Where a list gets its pages from; they count from 1.
protocol ItemsService {
  func items(page: Int) async throws -> ItemsPage
}

/// The same, asked of a service.
struct ItemsRequest: ServiceRequest {
  static let service = "items"
  typealias Response = ItemsPage
  let page: Int
}

extension Services: ItemsService {
  func items(page: Int) async throws -> ItemsPage { try await send(ItemsRequest(page: page)) }
}
