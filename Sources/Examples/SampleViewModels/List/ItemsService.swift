import ViewModelKit

/// A line of the list.
// It belongs to no actor, so that who looks through many need not be on a certain one.
nonisolated struct Item: Codable, Equatable, Identifiable {
  /// Identifies it, whatever becomes of its name.
  let id: String
  /// What is shown; that of a folder ends with a slash.
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

/// Asks for a page of a list.
struct ItemsRequest: ServiceRequest {
  static let service = "items"
  typealias Response = ItemsPage
  /// Which one; they count from 1.
  let page: Int
}

extension Services: ItemsService {
  func items(page: Int) async throws -> ItemsPage { try await send(ItemsRequest(page: page)) }
}
