import JSON
import JSONRPC

// The words of `protocol.md`, in both directions. Each message is a file, whichever side sends it.

/// What a frontend requests.
package protocol FrontendRequest {
  static var method: String { get }
  /// Reads the params.
  ///
  /// - Throws: `invalidParams`, which names the member.
  init(_ params: Params) throws(RPCError)
}

/// What a host notifies of.
package protocol HostNotification {
  static var method: String { get }
  var params: JSONValue { get }
}

extension JSONWriter {
  /// Appends a notification, without the end of its line.
  package mutating func write(_ notification: some HostNotification) {
    writeNotification(method: type(of: notification).method, params: notification.params)
  }
}
