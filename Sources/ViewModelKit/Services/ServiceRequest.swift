/// Something that a ViewModel needs from outside. Its properties are the arguments, by name.
///
///     struct ItemsRequest: ServiceRequest {
///       static let service = "items"
///       typealias Response = ItemsPage
///       let page: Int
///     }
///
/// The frontend answers it, if it names the service in `initialize` (`service/call` in
/// `protocol.md`); else the catalog, if it has an implementation (a line `service(…)`). A ViewModel
/// sends it through ``Services``.
nonisolated public protocol ServiceRequest: Codable {
  /// The type of the service's answer.
  associatedtype Response: Decodable

  /// The name of the service on the wire.
  static var service: String { get }

  /// The time that a frontend has to answer; `nil` for no limit. A minute by default.
  static var timeout: Duration? { get }
}

extension ServiceRequest {
  /// A minute.
  nonisolated public static var timeout: Duration? { .seconds(60) }
}
