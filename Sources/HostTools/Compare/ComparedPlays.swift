import ViewModelHost
import HostEngine
import HostLoop
import OperatingSystem
import Transcripts

/// Plays lines to hosts in this process, one after another.
struct ComparedPlays {
  private let stage: MemoryStage
  private let prints: PrintedText?

  /// Installs the executors of virtual time, and captures all output from then on; call it once.
  init(_ about: HostInformation) throws {
    stage = try MemoryStage(about, isMeasured: true)
    prints = PrintedText()
  }

  var about: HostInformation { stage.about }

  /// The story of a frontend that sends `lines`.
  ///
  /// - Parameters:
  ///   - player: names the ViewModel and the transcript in warnings about what it prints; `nil` for
  ///     no warnings.
  ///   - exchange: sends a line and returns the answer.
  func story(
    _ lines: [String], answersOf transcript: Transcript, of player: String? = nil,
    exchange: (any HostConnection, String) -> HostAnswer = { $0.exchange($1) }
  ) -> Story {
    let connection = stage.connect(seconds: ReplayCommand.ordinaryTimeout)
    var answers = ServiceAnswers(of: transcript)
    var exchanges: [(sent: String, answers: [String])] = []
    for line in lines {
      let sent = answers.line(for: line)
      let lines = sent.map { exchange(connection, $0).lines } ?? []
      answers.record(lines)
      exchanges.append((sent ?? "", lines))
    }
    _ = connection.finish()
    warn(prints?.take() ?? "", of: player)
    return Story(exchanges)
  }

  private func warn(_ printed: String, of player: String?) {
    guard let player else { return }
    for line in printed.split(separator: "\n") {
      let line = VisibleText.inOneLine("\(about.name): \(player) prints: \(line)")
      Descriptor.standardError.warn("\(line)\n")
    }
  }
}
