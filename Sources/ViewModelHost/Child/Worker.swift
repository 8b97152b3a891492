#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// A process that serves a session for a supervisor, or will.
  nonisolated struct Worker {
    let process: ChildProcess
    /// The executable.
    let program: Program
    let channel: WorkerChannel
    let errors: HostErrors

    /// Starts a worker, which waits for a command.
    ///
    /// - Parameters:
    ///   - program: the executable.
    ///   - name: the name that the program receives as its own.
    ///   - option: the option for the descriptor of the journal.
    init(
      _ program: Program, as name: String, _ arguments: [String], option: String,
      _ journal: Journal
    ) throws(SystemError) {
      let (channel, inherited) = try WorkerChannel.pair()
      defer { for descriptor in inherited { descriptor.close() } }
      do {
        (process, errors) = try HostErrors.start { errors throws(SystemError) in
          try ChildProcess(
            program.path, as: name,
            arguments + [option, String(Self.firstDescriptor)],
            inheriting: journal.descriptors + inherited, from: Self.firstDescriptor,
            errors: errors)
        }
      } catch {
        channel.close()
        throw error
      }
      self.program = program
      self.channel = channel
    }

    /// The first descriptor of the journal in a worker; smaller ones may be in use.
    private static let firstDescriptor = 64

    /// Waits for its end, and until its standard error is forwarded.
    func wait() -> ChildProcess.End {
      channel.close()
      defer { errors.finish() }
      return process.wait()
    }

    /// Kills it, and waits for its end.
    func end() {
      process.kill()
      _ = wait()
    }

    /// Its end in words.
    func words(for end: ChildProcess.End) -> String { errors.words(for: end) }
  }

  /// An open executable, which stays the same when its path changes.
  nonisolated final class Program {
    private let file: Descriptor

    /// Fails if the file cannot be opened.
    init?(_ path: String) {
      guard let file = Descriptor.openToRun(path) else { return nil }
      self.file = file
    }

    deinit { file.close() }

    var version: FileVersion? { file.fileVersion }

    /// Whether it is a script. Its interpreter could not open ``path``, which is valid in this
    /// process only.
    var isScript: Bool {
      let start = try? Files.readStart(of: Array(path.utf8), limit: 2, followsLinks: true)
      return start == Array("#!".utf8)
    }

    /// The path at which this process can start it.
    var path: String { file.openFilePath }
  }
#endif
