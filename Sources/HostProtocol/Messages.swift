import JSON
import JSONRPC

// Each message of `protocol.md`, from either side, has a file here.

package protocol FrontendRequest {
  static var method: String { get }
  static var schema: RequestSchema { get }
  /// Reads the params.
  ///
  /// - Throws: `invalidParams`, which names the member.
  init(_ params: Params) throws(RPCError)
}

package protocol HostNotification {
  static var method: String { get }
  static var schema: NotificationSchema { get }
  var params: JSONValue { get }
}

extension JSONWriter {
  /// Appends a notification without a line break.
  package mutating func write(_ notification: some HostNotification) {
    writeNotification(method: type(of: notification).method, params: notification.params)
  }
}

/// Adds the codes of this protocol to those of JSON-RPC. The table in `protocol.md`, "Errors", says
/// when each is used.
extension RPCError.Code {
  /// The catalog has no ViewModel with that name.
  package static let unknownViewModel = RPCError.Code(rawValue: -32001)
  /// `initialize` has found no common protocol version.
  package static let notInitialized = RPCError.Code(rawValue: -32002)
  /// No instance has that id.
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
  /// Neither the frontend nor the catalog answers a service that a ViewModel needs.
  package static let serviceMissing = RPCError.Code(rawValue: -32014)
  /// A service was not answered in time.
  package static let serviceUnanswered = RPCError.Code(rawValue: -32015)
  /// The limit of running inputs or open service calls is reached.
  package static let tooMany = RPCError.Code(rawValue: -32016)
  /// The request has crashed the process, and is not repeated.
  package static let crashed = RPCError.Code(rawValue: -32017)
  /// The session was restored and differs from before: the outcome of the request is lost.
  package static let notRestored = RPCError.Code(rawValue: -32018)
  /// No input can be tried now.
  package static let busy = RPCError.Code(rawValue: -32019)
  /// The request was cancelled, or its instance disposed.
  package static let cancelled = RPCError.Code(rawValue: -32800)
}
