import Observation

/// Fetches a user, which takes a second.
@Observable
public final class UserViewModel {
  /// The user fetched last.
  public private(set) var user: User?

  /// Nobody has been fetched.
  public init() {}

  /// Fetches a user. Several fetches may be under way; the one that ends last wins.
  public func fetch(userId: Int) async {
    // Stands for a request over the network.
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    user = User(id: userId)
  }
}

/// Somebody who uses the app.
public struct User: Codable, Equatable, Identifiable {
  /// The number that the service knows the user by.
  public let id: Int

  /// The user with that number.
  public init(id: Int) { self.id = id }
}
