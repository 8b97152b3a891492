import Transcripts

/// Plays transcripts to a host, and tells what is not as it should be.
struct ReplayCommand: Command {
  static let name = "replay"
  static let synopsis = "FILE… [--update] [--distance process|pipe|memory] [--timeout SECONDS]"
  static let summary = "Plays transcripts, and compares what the host says."
  static let details = """
    A FILE is a transcript, or a folder of files *.transcript. Each is played to a fresh host with
    a virtual clock. Lines that are missing, unexpected or different are shown.

      --update               writes what the host says into the files
      --distance process     starts this program as the host, as a frontend does (the default)
      --distance pipe        runs the host in this process, over pipes
      --distance memory      runs the host in this process, without pipes: the fastest
      --timeout SECONDS      how long the host may take for one line; 60 when not given. What counts
                             is the time in which it computes, or in which it does nothing at all

    Exits with 0 when all is as expected (or was updated), with 1 when not, with 65 when a file is
    not a transcript, with 66 when one cannot be read, with 73 when one cannot be written.

    """

  private let paths: [String]
  private let isUpdate: Bool
  private let distance: Distance
  private let timeout: Int

  /// In seconds. A test has one that never returns fail in a minute, and one that computes for half of it pass.
  nonisolated static let ordinaryTimeout = 60

  /// A day, in seconds: longer than anybody waits, and far from where the arithmetic of times overflows.
  private static let longestTimeout = 86_400

  init(_ arguments: inout Arguments) throws {
    isUpdate = arguments.flag("--update")
    distance = try arguments.choice("--distance") ?? .process
    timeout = try arguments.number("--timeout", upTo: Self.longestTimeout) ?? Self.ordinaryTimeout
    paths = try arguments.rest()
    if paths.isEmpty { throw UsageError("replay needs a FILE") }
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let files = try TranscriptFile.all(at: paths)
    Process.ignoreBrokenPipes()
    let (_, output) = try Process.takeStandardStreams()
    let stage = try distance.stage(about)
    var failed = 0
    for file in files {
      let replay = try stage.play(file.transcript, seconds: timeout)
      let outcome: TranscriptOutcome =
        isUpdate ? try .updating(file, replay) : .checking(file, replay)
      if !outcome.isGood { failed += 1 }
      try output.show(outcome.text)
    }
    try output.show(
      "\(files.count - failed) \(isUpdate ? "written" : "passed"), \(failed) failed\n"
    )
    return failed == 0 ? .success : .failure
  }
}
