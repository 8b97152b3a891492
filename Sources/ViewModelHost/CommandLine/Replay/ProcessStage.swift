import OperatingSystem
import Transcripts

/// Starts a program for each transcript: this one, or another one in tests.
package nonisolated struct ProcessStage: Stage {
  package var program = Process.executable
  package var arguments = ["--clock", "virtual"]

  package nonisolated func play(_ transcript: Transcript, seconds: Int) throws -> Replay {
    let (host, errors) = try HostErrors.start(program, arguments)
    defer { host.output.close() }
    var hasEnded = false
    let connection = PipeConnection(
      playing: transcript,
      to: host.input,
      from: host.output,
      limit: PipeConnection.Limit(seconds: seconds, clock: host.processorClock)
    ) {
      guard let end = host.wait(seconds: seconds) else {
        return "the host has closed its output, and does not end within \(seconds) s"
      }
      hasEnded = true
      return end == .status(0) ? nil : "the host \(errors.words(for: end))"
    }
    let replay = Replay(of: transcript, over: connection)
    if !hasEnded {
      host.kill()
      _ = host.wait()
    }
    errors.finish()
    return replay
  }
}
