import ViewModelKit

/// Asks who the user is.
struct FetchUserRequest: ServiceRequest {
  static let service = "fetchUser"
  typealias Response = User
}

/// Asks for something to be done with a user, and whether it worked.
struct ProcessUserRequest: ServiceRequest {
  static let service = "processUser"
  typealias Response = Bool
  let userId: Int
}
