import JSON

/// A failed request: the frontend's error, or the host's if the frontend gave no usable answer.
nonisolated public struct ServiceError: Error, Codable, Equatable, CustomStringConvertible {
  /// The service.
  public let service: String
  /// The frontend's code, or one of the host's (`protocol.md`, "Errors").
  public let code: Int
  /// The frontend's sentence, or the host's.
  public let message: String
  /// Additional data from the frontend.
  public let data: JSONValue?

  /// Creates an error of a service.
  public init(service: String, code: Int, message: String, data: JSONValue? = nil) {
    self.service = service
    self.code = code
    self.message = message
    self.data = data
  }

  /// The host's code if neither the frontend nor the catalog answers the service.
  public static let missing = -32014
  /// The host's code if the frontend has not answered in time.
  public static let unanswered = -32015
  /// The host's code if the answer does not fit the request.
  public static let invalidResponse = -32602

  /// The message alone.
  public var description: String { message }
}
