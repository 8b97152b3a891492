import HostEngine
import OperatingSystem
import Transcripts

/// Plays transcripts to a host, and reports differences.
package struct ReplayCommand: Command {
  package static let name = "replay"
  package static let operand = Operand.files
  package static let summary = "Plays transcripts, and compares what the host says."
  package static let introduction = """
    A FILE is a transcript, or a folder of files *.transcript. Each is played to a fresh host with
    a virtual clock. Lines that are missing, unexpected or different are shown.

    """
  package static let options = [
    Option("--update", help: "writes what the host says into the files"),
    Option(
      "--against", value: "HOST",
      help: """
        plays the lines to another host, too, and shows, turn by turn, where the two differ: in states, events, \
        answers, errors, service calls. What the files expect does not matter then
        """),
    Option(
      "--distance", choices: Distance.allCases.map(\.rawValue),
      help: """
        where the host is: process (the default) starts this program as a frontend does, pipe runs it in \
        this process over pipes, memory without pipes, which is the fastest
        """),
    Option(
      "--timeout", value: "SECONDS",
      help: """
        how long the host may take for one line; 60 when not given, and 10 with --against, where a line that \
        neither host returns from is no difference. What counts is the time in which it \
        computes, or in which it does nothing at all
        """),
  ]
  package static let notes = """
    Exits with 0 when all is as expected (or was updated, or the hosts do not differ), with 1 when
    not, with 65 when a file is not a transcript, with 66 when one cannot be read, with 69 when HOST
    cannot be started, with 73 when a file cannot be written.
    Colors are used at a terminal, unless the environment variable NO_COLOR is set.

    """

  private let paths: [String]
  private let isUpdate: Bool
  /// The path of the host to compare with.
  private let other: String?
  private let distance: Distance
  private let timeout: Int

  /// In seconds. A test with an endless turn fails after a minute, and one that computes for half a
  /// minute passes.
  package nonisolated static let ordinaryTimeout = 60

  /// In seconds, for each of two hosts that are compared.
  private static let comparedTimeout = 10

  package init(_ arguments: inout Arguments) throws {
    isUpdate = arguments.flag("--update")
    other = try arguments.value("--against")
    distance = try arguments.choice("--distance") ?? .process
    timeout =
      try arguments.seconds("--timeout")
      ?? (other == nil ? Self.ordinaryTimeout : Self.comparedTimeout)
    paths = try arguments.rest()
    if paths.isEmpty { throw UsageError("replay needs a FILE") }
    if other != nil && (isUpdate || distance != .process) {
      throw UsageError("--against starts two hosts, and goes with neither --update nor --distance")
    }
  }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    // The child processes inherit it.
    Process.makeHashingDeterministic()
    let files = try TranscriptFile.all(at: paths)
    let (_, output) = try Process.takeStandardStreams()
    let stage = try distance.stage(about)
    let otherStage = other.map { ProcessStage(program: $0) }
    let style = ReplayStyle(for: output)
    var (failed, written, differing, status) = (0, 0, false, ExitStatus.success)
    for (index, file) in files.enumerated() {
      style.showProgress("\(index + 1) of \(files.count)")
      let outcome: TranscriptOutcome
      switch file {
      case .success(let file):
        let replay = try stage.play(file.transcript, seconds: timeout)
        if let otherStage {
          let other = try CommandFailure.with(.unavailable, of: "--against") {
            try otherStage.play(file.transcript, seconds: timeout)
          }
          outcome = .comparing(file, HostComparison(replay, other))
        } else {
          outcome = isUpdate ? try .updating(file, replay) : .checking(file, replay)
          differing = differing || !outcome.isGood && replay.problem == nil
        }
        if !outcome.isGood && status == .success { status = .failure }
      case .failure(let fault):
        outcome = TranscriptOutcome(isGood: false, isChanged: false, text: "failed  \(fault)\n")
        status = .badData
      }
      if !outcome.isGood { failed += 1 }
      if outcome.isChanged { written += 1 }
      style.showProgress("")
      try output.show(style.text(of: outcome))
    }
    if differing && !isUpdate {
      try output.show("Where that is as it should be, \(about.name) replay --update writes it.\n")
    }
    let good = files.count - failed
    let counts =
      if isUpdate {
        "\(written) written, \(good - written) same, \(failed) failed"
      } else if other != nil {
        "\(good) same, \(failed) differ"
      } else {
        "\(good) passed, \(failed) failed"
      }
    try output.show("\(style.colored(counts, isGood: failed == 0))\n")
    return status
  }
}
