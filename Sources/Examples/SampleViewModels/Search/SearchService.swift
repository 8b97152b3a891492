import ViewModelKit

/// Asks for what a text finds.
struct SearchRequest: ServiceRequest {
  static let service = "search"
  typealias Response = [String]
  let text: String
}
