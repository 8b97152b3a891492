import ViewModelKit

/// Asks for all foos.
struct FoosRequest: ServiceRequest {
  static let service = "foos"
  typealias Response = [String]
}
