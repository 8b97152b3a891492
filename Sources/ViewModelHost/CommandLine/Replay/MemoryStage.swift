import HostEngine
import HostLoop
import Transcripts

/// Hands the lines to a session in this process.
package struct MemoryStage: Stage {
  package let about: HostInformation
  private let loop: EventLoop

  /// To be called once: it installs the executors of virtual time.
  package init(_ about: HostInformation) throws {
    self.about = about
    loop = try EventLoop(.virtual, jobLimit: about.jobLimit)
  }

  package func play(_ transcript: Transcript, seconds: Int) -> Replay {
    Replay(of: transcript, over: connect(seconds: seconds))
  }

  /// A connection to a fresh host.
  package func connect(seconds: Int) -> WatchedConnection<MemoryConnection> {
    loop.restart()
    let connection = MemoryConnection(Session(about, loop: loop, options: .ofPlays), loop)
    return WatchedConnection(connection, seconds: seconds)
  }
}
