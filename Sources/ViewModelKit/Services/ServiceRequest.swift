/// Something that a ViewModel needs done outside: its properties are the arguments, by their names.
///
///     struct ItemsRequest: ServiceRequest {
///       static let service = "items"
///       typealias Response = ItemsPage
///       let page: Int
///     }
///
/// It is answered by the frontend, if that says in `initialize` that it answers the service (`service/call` in
/// `protocol.md`), else by the catalog, if that has an implementation (a line `service(…)`). A ViewModel sends it
/// through ``Services``.
nonisolated public protocol ServiceRequest: Codable {
  /// What the service answers with.
  associatedtype Response: Decodable

  /// The name of the service, as frontends know it.
  static var service: String { get }

  /// How long a frontend may take to answer; `nil` for as long as it likes. Unless it is given, a minute.
  static var timeout: Duration? { get }
}

extension ServiceRequest {
  /// A minute.
  nonisolated public static var timeout: Duration? { .seconds(60) }
}
