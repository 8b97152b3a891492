import HostEngine
import Transcripts

/// Plays lines to hosts in this process, one after another.
struct ComparedPlays {
  let about: HostInformation
  private let loop: EventLoop

  /// To be called once: it installs the executors of virtual time.
  init(_ about: HostInformation) throws {
    self.about = about
    loop = try EventLoop(isVirtual: true, jobLimit: about.jobLimit)
  }

  /// What a frontend lives through.
  ///
  /// - Parameter exchange: sends a line; by default that is all that it does.
  func story(
    _ lines: [String], answersOf transcript: Transcript,
    exchange: (any HostConnection, String) -> HostAnswer = { $0.exchange($1) }
  ) -> Story {
    loop.restart()
    let host = MemoryConnection(Session(about, loop: loop), loop)
    let connection = WatchedConnection(host, seconds: ReplayCommand.ordinaryTimeout)
    var answers = ServiceAnswers(of: transcript)
    var exchanges: [(sent: String, answers: [String])] = []
    for line in lines {
      let sent = answers.line(for: line)
      let lines = sent.map { exchange(connection, $0).lines } ?? []
      answers.take(lines)
      exchanges.append((sent ?? "", lines))
    }
    _ = connection.finish()
    return Story(exchanges)
  }
}
