import HostEngine
import HostLoop
import OperatingSystem
import Transcripts

/// Serves with the event loop of this process, and plays on another thread.
package struct PipeStage: Stage {
  package let about: HostInformation
  package let loop: EventLoop

  package func play(_ transcript: Transcript, seconds: Int) throws -> Replay {
    let toHost = try Descriptor.pipe()
    let fromHost = try Descriptor.pipe()
    defer {
      toHost.reading.close()
      fromHost.reading.close()
    }
    loop.restart()
    let host = Connection(
      Session(about, loop: loop, options: .ofPlays),
      input: toHost.reading,
      output: OutputPipe(fromHost.writing)
    )

    let result = Result()
    #if os(Linux)
      // The player's thread only waits for the host.
      ProcessCopy.addBystander()
      defer { ProcessCopy.removeBystander() }
    #endif
    let player = try Thread {
      let pipes = PipeConnection(
        playing: transcript,
        to: toHost.writing,
        from: fromHost.reading,
        limit: nil
      )
      result.replay.withLock {
        $0 = Replay(of: transcript, over: WatchedConnection(pipes, seconds: seconds))
      }
    }
    let outcome = Swift.Result { try loop.serve(host) }
    host.output.descriptor.close()
    player.join()
    try outcome.get()
    guard let replay = result.replay.withLock({ $0 }) else { throw SystemError("player") }
    return replay
  }

  /// Passes the result from the other thread.
  nonisolated private final class Result: Sendable {
    let replay = Lock<Replay?>(nil)
  }
}
