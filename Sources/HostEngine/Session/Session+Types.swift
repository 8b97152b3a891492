import HostProtocol
import ViewModelKit

extension Session {
  /// How far the conversation has come.
  package enum Phase {
    /// Nothing but `ping` was asked, so `initialize` may come.
    case fresh
    case running
    /// `initialize` found no common version.
    case refused
    case shutDown
    /// `exit` came, or the input ended: nothing is read any more.
    case ended
  }

  /// What a frontend has chosen; what holds without `initialize`.
  struct Agreement {
    var logLevel = LogLevel.off
    var mergesUpdates = true
  }

  /// What the command line chose.
  package struct Options {
    /// The longest line that is read, in bytes.
    package var lineLimit: Int
    /// How many bytes may wait to be sent before the host stops reading.
    package var queueLimit: Int
    /// How many asynchronous inputs may be on their way, and how many service calls.
    package var callLimit: Int
    /// How long another thread may take, in nanoseconds, from notifying of a change to making it.
    package var uncertainty: Int64

    package init(
      lineLimit: Int = 16 * 1024 * 1024, queueLimit: Int = 1024 * 1024, callLimit: Int = 100_000,
      uncertainty: Int64 = 100_000_000
    ) {
      self.lineLimit = lineLimit
      self.queueLimit = queueLimit
      self.callLimit = callLimit
      self.uncertainty = uncertainty
    }
  }
}

/// What a host offers, and how it calls itself.
package struct HostInformation {
  package let name: String
  package let version: String
  package let catalog: Catalog
  /// More jobs than a turn can have: it would be of a ViewModel that sets off its own work for ever, and is cut off.
  package var jobLimit: Int

  package init(name: String, version: String, catalog: Catalog, jobLimit: Int = 1_000_000) {
    self.name = name
    self.version = version
    self.catalog = catalog
    self.jobLimit = jobLimit
  }

  /// The versions of the protocol that are spoken, the newest first.
  package static let protocolVersions = ["1"]
}
