import HostEngine
import HostLoop
import Transcripts

/// Plays to a session in this process.
package struct MemoryStage: Stage {
  package let about: HostInformation
  private let loop: EventLoop
  private let options: Session.Options

  /// Creates the stage. Call it once: it installs the executors of virtual time.
  ///
  /// - Parameter isMeasured: whether the cost of the host is measured, so that checks are off.
  package init(_ about: HostInformation, isMeasured: Bool = false) throws {
    self.about = about
    var options = Session.Options()
    options.checksSentValues = !isMeasured
    self.options = options
    loop = try EventLoop(.virtual, jobLimit: about.jobLimit)
  }

  package func play(_ transcript: Transcript, seconds: Int) -> Replay {
    Replay(of: transcript, over: connect(seconds: seconds))
  }

  /// A connection to a new host.
  package func connect(seconds: Int) -> WatchedConnection<MemoryConnection> {
    loop.restart()
    let connection = MemoryConnection(Session(about, loop: loop, options: options), loop)
    return WatchedConnection(connection, seconds: seconds)
  }
}
