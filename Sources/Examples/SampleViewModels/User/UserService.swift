import ViewModelKit

/// Asks for a user.
struct UserRequest: ServiceRequest {
  static let service = "user"
  typealias Response = User
  let userId: Int
}
