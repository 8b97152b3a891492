import HostEngine
import HostLoop
import Transcripts

/// Hands the lines to a session in this process.
package struct MemoryStage: Stage {
  package let about: HostInformation
  package let loop: EventLoop

  package func play(_ transcript: Transcript, seconds: Int) -> Replay {
    loop.restart()
    let connection = MemoryConnection(Session(about, loop: loop), loop)
    return Replay(of: transcript, over: WatchedConnection(connection, seconds: seconds))
  }
}
