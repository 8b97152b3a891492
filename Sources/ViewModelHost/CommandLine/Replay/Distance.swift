import HostEngine
import HostLoop
import Transcripts

/// The distance of the host to which a transcript is played. Each transcript gets a new one, with a
/// virtual clock.
package enum Distance: String, CaseIterable {
  /// This program as a child process: what a frontend sees.
  case process
  /// The event loop in this process, over pipes.
  case pipe
  /// A session in this process, without pipes: the fastest.
  case memory

  /// Makes a stage at that distance. Call it once: a stage in this process installs executors.
  package func stage(_ about: HostInformation) throws -> any Stage {
    switch self {
    case .process: ProcessStage(arguments: ["--clock", "virtual", ServeCommand.checkOption])
    case .pipe:
      PipeStage(about: about, loop: try EventLoop(.virtual, jobLimit: about.jobLimit))
    case .memory: try MemoryStage(about)
    }
  }
}

/// Plays transcripts in succession.
package protocol Stage {
  /// Plays a transcript.
  ///
  /// - Parameters:
  ///   - transcript: the transcript.
  ///   - seconds: the limit for a line, as a ``ProgressTimeout``.
  func play(_ transcript: Transcript, seconds: Int) throws -> Replay
}
