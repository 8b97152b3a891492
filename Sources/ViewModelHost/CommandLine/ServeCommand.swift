/// Serves a frontend on standard input and output; this is what the program does when no command is named.
struct ServeCommand: Command {
  static let name = ""
  static let synopsis = "[--clock real|virtual] [--line-limit BYTES] [--record FILE]"
  static let summary = """
    Serves ViewModels to a frontend: line-delimited JSON-RPC 2.0 on standard input and output.
    """
  static let details = """
    A frontend that begins with a Content-Length header is answered with such headers.

      --clock real|virtual   with a virtual clock time stands still until clock/advance moves it
      --line-limit BYTES     the longest line that is read; 16777216 when not given
      --record FILE          writes the session down as a transcript, with the time that passes;
                             a file with something in it is not written over

    """

  enum Clock: String, CaseIterable { case real, virtual }

  private let clock: Clock
  private var options = Session.Options()
  private let recording: String?

  init(_ arguments: inout Arguments) throws {
    clock = try arguments.choice("--clock") ?? .real
    if let limit = try arguments.number("--line-limit") { options.lineLimit = limit }
    recording = try arguments.value("--record")
    if recording != nil && clock == .virtual {
      throw UsageError("--record is for real time; with --clock virtual the lines say all")
    }
    try arguments.end()
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    Process.ignoreBrokenPipes()
    if Descriptor.standardInput.isTerminal {
      Descriptor.standardError.warn(
        """
        \(about.name) \(about.version) reads JSON-RPC from this terminal, one message a line; Ctrl-D ends it.
        To look around: \(about.name) play \(about.catalog.entries.first?.name ?? "NAME"), \
        or \(about.name) --help.

        """
      )
    }
    let (input, output) = try Process.takeStandardStreams()
    let loop = try EventLoop(isVirtual: clock == .virtual, jobLimit: about.jobLimit)
    let session = Session(about, loop: loop, options: options)
    if let recording {
      // A frontend that is started anew with the same command must not destroy what it was to report.
      if Files.hasContent(recording) {
        throw CommandFailure(.cannotWrite, "\(recording): there is something in it already")
      }
      do {
        session.recorder = Recorder(
          try Files.create(recording), named: recording, clock: loop.clock
        ) { error in
          Descriptor.standardError.warn(
            "\(about.name): \(error); nothing more is recorded\n")
        }
      } catch {
        throw CommandFailure(.cannotWrite, error.description)
      }
    }
    loop.serve(Connection(session, input: input, output: output))
    return .success
  }
}
