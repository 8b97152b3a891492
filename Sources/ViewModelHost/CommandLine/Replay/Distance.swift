import HostEngine
import HostLoop
import Transcripts

/// How far away the host is to which a transcript is played. Each transcript gets a fresh one, with a virtual clock.
package enum Distance: String, CaseIterable {
  /// This program, started once more: what a frontend sees.
  case process
  /// The event loop in this process, over real pipes.
  case pipe
  /// A session in this process, without pipes: the fastest.
  case memory

  /// A stage at that distance. To be called once: those in this process install its executors.
  package func stage(_ about: HostInformation) throws -> any Stage {
    switch self {
    case .process: ProcessStage(arguments: ["--clock", "virtual", ServeCommand.checkOption])
    case .pipe:
      PipeStage(about: about, loop: try EventLoop(.virtual, jobLimit: about.jobLimit))
    case .memory: try MemoryStage(about)
    }
  }
}

/// Where transcripts are played, one after another.
package protocol Stage {
  /// Plays one.
  ///
  /// - Parameters:
  ///   - transcript: what to play.
  ///   - seconds: how long the host may take for a line: the limit of a ``ProgressTimeout``.
  func play(_ transcript: Transcript, seconds: Int) throws -> Replay
}
