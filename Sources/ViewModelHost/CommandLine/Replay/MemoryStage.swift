import HostEngine
import HostLoop
import Transcripts

/// Hands the lines to a session in this process.
package struct MemoryStage: Stage {
  package let about: HostInformation
  private let loop: EventLoop
  private let options: Session.Options

  /// To be called once: it installs the executors of virtual time.
  ///
  /// - Parameter isMeasured: whether what the host needs is counted, so that it does only what it always does.
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

  /// A connection to a fresh host.
  package func connect(seconds: Int) -> WatchedConnection<MemoryConnection> {
    loop.restart()
    let connection = MemoryConnection(Session(about, loop: loop, options: options), loop)
    return WatchedConnection(connection, seconds: seconds)
  }
}
