import JSON
import JSONRPC

// The words of `protocol.md`, in both directions. Each message is a file, whichever side sends it.

/// What a frontend requests.
package protocol FrontendRequest {
  static var method: String { get }
  static var schema: RequestSchema { get }
  /// Reads the params.
  ///
  /// - Throws: `invalidParams`, which names the member.
  init(_ params: Params) throws(RPCError)
}

/// What a host notifies of.
package protocol HostNotification {
  static var method: String { get }
  static var schema: NotificationSchema { get }
  var params: JSONValue { get }
}

extension JSONWriter {
  /// Appends a notification, without the end of its line.
  package mutating func write(_ notification: some HostNotification) {
    writeNotification(method: type(of: notification).method, params: notification.params)
  }
}

/// The codes beside those of JSON-RPC. The table in `protocol.md`, "Errors", says when each is used.
extension RPCError.Code {
  /// The catalog has no such name.
  package static let unknownViewModel = RPCError.Code(rawValue: -32001)
  /// No common protocol version was found.
  package static let notInitialized = RPCError.Code(rawValue: -32002)
  /// There is no instance with that id.
  package static let unknownInstance = RPCError.Code(rawValue: -32003)
  /// The ViewModel has no such input.
  package static let unknownInput = RPCError.Code(rawValue: -32004)
  /// The id is in use.
  package static let duplicateID = RPCError.Code(rawValue: -32005)
  /// The ViewModel's `init` threw.
  package static let creationFailed = RPCError.Code(rawValue: -32006)
  /// The input threw.
  package static let inputFailed = RPCError.Code(rawValue: -32007)
  /// There is no common protocol version.
  package static let unsupportedVersion = RPCError.Code(rawValue: -32008)
  /// A line over the limit.
  package static let lineTooLong = RPCError.Code(rawValue: -32009)
  /// A request after `shutdown`.
  package static let shutDown = RPCError.Code(rawValue: -32010)
  /// An output or event has no JSON form, or an event stream threw.
  package static let outputFailed = RPCError.Code(rawValue: -32011)
  /// A turn was cut off, as it did not settle.
  package static let unsettled = RPCError.Code(rawValue: -32012)
  /// Work that a ViewModel had started threw.
  package static let workFailed = RPCError.Code(rawValue: -32013)
  /// Nobody answers a service that a ViewModel needs.
  package static let serviceMissing = RPCError.Code(rawValue: -32014)
  /// A service was not answered in time.
  package static let serviceUnanswered = RPCError.Code(rawValue: -32015)
  /// As many inputs or service calls are under way as may be.
  package static let tooMany = RPCError.Code(rawValue: -32016)
  /// What was asked for has cost the process its life, and was given up.
  package static let crashed = RPCError.Code(rawValue: -32017)
  /// The session has been restored, and is not what it was: what was asked for is not known any more.
  package static let notRestored = RPCError.Code(rawValue: -32018)
  /// Nothing can be tried now.
  package static let busy = RPCError.Code(rawValue: -32019)
  /// The request was cancelled, or its instance disposed.
  package static let cancelled = RPCError.Code(rawValue: -32800)
}
