import HostEngine
import HostLoop
import OperatingSystem

/// Serves a frontend on standard input and output. It is the command without a name.
package struct ServeCommand: Command {
  package static let name = ""
  package static let summary = """
    Serves ViewModels to a frontend: line-delimited JSON-RPC 2.0 on standard input and output.
    """
  package static let introduction = """
    A frontend that begins with a Content-Length header is answered with such headers.

    """
  package static let options = [
    Option(
      "--clock", choices: Clock.allCases.map(\.rawValue),
      help: "with a virtual clock time stands still until clock/advance moves it"),
    Option(
      "--line-limit", value: "BYTES",
      help: "the longest line that is read; 16777216 when not given"),
    Option(
      "--call-limit", value: "COUNT",
      help: """
        how many asynchronous inputs may run at once, and how many service calls; 100000 when not given
        """),
    Option(
      "--record", value: "FILE|FOLDER/",
      help: """
        writes the session down as a transcript, with the time that passes, into a file, which must be new \
        or empty, or for each start into a new one in the folder
        """),
    Option(
      "--supervised",
      help: """
        a crash costs at most the line that it comes from, which is answered with an error: another process \
        continues all else
        """),
    Option(
      "--watch",
      help: """
        supervised: when the executable is replaced, as by a build, a process of the new one continues the session, \
        if it says the same up to there; it runs an input again that does not return
        """),
    Option(
      "--journal", value: "FOLDER",
      help: """
        supervised: what the host writes down lies in a folder, which must be new, empty, or have a journal \
        without lines, and outlives all its processes
        """),
    Option(
      "--resume", value: "FOLDER",
      help: """
        supervised: continues the session that has its journal there, for another frontend, which receives \
        all instances
        """),
    Option(
      "--until", value: "TURN",
      help: """
        with --resume: continues a copy, as the session was after this turn, or after its last one; the \
        folder stays as it is
        """),
    Option(
      "--journal-limit", value: "BYTES",
      help: """
        supervised: with so many bytes the journal is begun again as soon as there are no instances, and with eight \
        times as many it is abandoned: a crash then ends the session; 67108864 when not given
        """),
    hangOption,
    memoryLimitOption,
  ]
  package static let hangOption = Option(
    "--hang", value: "SECONDS",
    help: """
      supervised: a line that has taken so long counts as a crash. What counts is the processor time that it uses, and \
      the time in which it waits for something else; looked at once a second, it is given up to 2 s more
      """)
  package static let memoryLimitOption = Option(
    "--memory-limit", value: "BYTES",
    help: "how much memory the process may have; with more it crashes")
  package static let notes = """
    The environment variable \(Recording.variable) names a FOLDER that every start records into,
    whoever starts it, but for supervised hosts and those with a virtual clock.

    """

  package enum Clock: String, CaseIterable { case real, virtual }

  private let clock: Clock
  private var options = Session.Options()
  private let recording: String?
  private let canPlay: Bool
  private let isSupervised: Bool
  let isWatching: Bool
  let patience: Int?
  let journalLimit: Int
  /// The folder of the journal, or of the journal to resume; in memory if both are `nil`.
  let (journalFolder, resumedFolder): (String?, String?)
  /// The last turn that a copy of that session restores.
  let lastTurn: Int?
  private let memoryLimit: Int?
  /// The first descriptor of the supervisor's journal, if a supervisor has started this process.
  let journal: Int?

  /// Compares sent values with the contract, as in a replay. For internal use only.
  static let checkOption = "--check-sent"
  /// Gives a worker the descriptor of its journal. For internal use only.
  static let workerOption = "--worker"

  package init(_ arguments: inout Arguments) throws {
    clock = try arguments.choice("--clock") ?? .real
    if let limit = try arguments.number("--line-limit") { options.lineLimit = limit }
    if let limit = try arguments.number("--call-limit") { options.callLimit = limit }
    if arguments.flag(Self.checkOption) { options.checksSentValues = true }
    recording = try arguments.value("--record")
    canPlay = arguments.commands.contains(.play)
    isWatching = arguments.flag("--watch")
    journalFolder = try arguments.value("--journal")
    resumedFolder = try arguments.value("--resume")
    for (name, path) in [
      ("--record", recording), ("--journal", journalFolder), ("--resume", resumedFolder),
    ] where path == "" {
      throw UsageError("\(name): the path is empty")
    }
    lastTurn = try arguments.number("--until")
    if lastTurn != nil && resumedFolder == nil { throw UsageError("--until needs --resume") }
    isSupervised =
      arguments.flag("--supervised") || isWatching || journalFolder != nil || resumedFolder != nil
    if journalFolder != nil && resumedFolder != nil {
      throw UsageError("--resume continues the journal that it names; it needs no --journal")
    }
    patience = try arguments.seconds("--hang")
    let journalLimit = try arguments.number("--journal-limit")
    self.journalLimit = journalLimit ?? 64 * 1024 * 1024
    memoryLimit = try arguments.number("--memory-limit")
    if patience != nil && !isSupervised { throw UsageError("--hang needs --supervised") }
    if journalLimit != nil && !isSupervised {
      throw UsageError("--journal-limit needs --supervised")
    }
    journal = try arguments.number(Self.workerOption)
    if recording != nil && isSupervised {
      throw UsageError("--record and --supervised do not go together yet")
    }
    if recording != nil && clock == .virtual {
      throw UsageError("--record is for real time; with --clock virtual the lines say all")
    }
    try arguments.end()
  }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    if isSupervised && journal == nil {
      warnOfTerminal(about)
      if Process.environment(Recording.variable) != nil {
        Descriptor.standardError.warn(
          "\(about.name): a supervised host is not recorded (\(Recording.variable))\n")
      }
      Process.exit(try supervise(named: about.name))
    }
    if let memoryLimit { try Process.limitMemory(to: memoryLimit) }
    if clock == .virtual || isRecording { Process.makeHashingDeterministic() }
    Process.catchTermination()
    if journal == nil { warnOfTerminal(about) }
    let (input, output) = try Process.takeStandardStreams()
    let recording = try openRecording(about)
    let timeMode: TimeMode =
      if clock == .virtual {
        .virtual
      } else if journal != nil {
        .restoring
      } else {
        recording != nil ? .recorded : .real
      }
    let loop = try EventLoop(timeMode, jobLimit: about.jobLimit)
    let session = Session(about, loop: loop, options: options)
    session.advice.show = { Descriptor.standardError.warn("\(about.name): warning: \($0)\n") }
    if let recording {
      session.turnLog = Recorder(
        recording.file, named: recording.path, of: options, clock: loop.clock
      ) { error in
        Descriptor.standardError.warn("\(about.name): \(error); nothing more is recorded\n")
      }
    }
    // It may replace the descriptor by its own.
    let pipe = OutputPipe(output)
    FrontendWatch.start(
      on: pipe.descriptor, "the frontend is gone, and an input does not return\n")
    let connection: Connection
    if let journal {
      connection = try serve(
        session, loop, journalAt: journal, named: about.name, input: input, output: pipe)
    } else {
      connection = Connection(session, input: input, output: pipe)
      try loop.serve(connection)
    }
    if let failure = connection.failure {
      throw CommandFailure(.cannotWrite, "standard output cannot be written: \(failure.reason)")
    }
    return .success
  }

  private func warnOfTerminal(_ about: HostInformation) {
    guard Descriptor.standardInput.isTerminal else { return }
    Descriptor.standardError.warn(
      """
      \(about.name) \(about.version) reads JSON-RPC from this terminal, one message a line; Ctrl-D ends it.
      To look around: \(canPlay ? "\(about.name) play \(about.catalog.entries.first?.name ?? "NAME"), or " : "")\
      \(about.name) --help.

      """
    )
  }

  private var isRecording: Bool {
    recording != nil || Process.environment(Recording.variable) != nil
  }

  /// Opens the recording of the command line or the environment. With a virtual clock the lines
  /// have all information.
  private func openRecording(_ about: HostInformation) throws(CommandFailure) -> Recording? {
    if let recording { return try Recording.open(recording, of: about.name) }
    guard clock == .real, journal == nil, let folder = Process.environment(Recording.variable)
    else { return nil }
    do {
      return try Recording.open(inFolder: folder, of: about.name)
    } catch {
      // A program that starts this host may not know about the variable.
      Descriptor.standardError.warn(
        "\(about.name): \(error); nothing is recorded (\(Recording.variable))\n")
      return nil
    }
  }
}
