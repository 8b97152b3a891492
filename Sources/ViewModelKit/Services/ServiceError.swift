import JSON

/// Why a frontend did not do what a ViewModel asked of it: its own error, or the host's when there was no usable
/// answer.
nonisolated public struct ServiceError: Error, Codable, Equatable, CustomStringConvertible {
  /// The service.
  public let service: String
  /// The frontend's code, or one of the host's (`protocol.md`, "Errors").
  public let code: Int
  /// The frontend's sentence, or the host's.
  public let message: String
  /// What else the frontend said.
  public let data: JSONValue?

  /// An error of a service.
  public init(service: String, code: Int, message: String, data: JSONValue? = nil) {
    self.service = service
    self.code = code
    self.message = message
    self.data = data
  }

  /// The host's code when nobody answers the service.
  public static let missing = -32014
  /// The host's code when the frontend has not answered in time.
  public static let unanswered = -32015
  /// The host's code when the answer is not what the request asked for.
  public static let invalidResponse = -32602

  /// The sentence alone.
  public var description: String { message }
}
