#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem
  import Supervision

  /// A process that serves a session for a supervisor, or is about to.
  nonisolated struct Worker {
    let process: ChildProcess
    /// The executable.
    let program: Program
    let channel: WorkerChannel
    let errors: HostErrors

    /// Starts one; it waits for a command.
    ///
    /// - Parameters:
    ///   - program: the executable.
    ///   - name: how the program is told that it is called.
    ///   - option: the option that tells it where the journal is.
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

    /// The number of the first descriptor of the journal in a worker; smaller ones may be in use.
    private static let firstDescriptor = 64

    /// Waits for its end, and until all has been passed on that it has said to people.
    func wait() -> ChildProcess.End {
      channel.close()
      defer { errors.finish() }
      return process.wait()
    }

    /// Ends it the hard way.
    func end() {
      process.kill()
      _ = wait()
    }

    /// How it ended, in words.
    func words(for end: ChildProcess.End) -> String { errors.words(for: end) }
  }

  /// An executable, whatever has its path by now.
  nonisolated final class Program {
    private let file: Descriptor

    /// `nil` when there is none.
    init?(_ path: String) {
      guard let file = Descriptor.openToRun(path) else { return nil }
      self.file = file
    }

    deinit { file.close() }

    var version: FileVersion? { file.fileVersion }

    /// Whether another program has to read it, which cannot open it where this process can.
    var isScript: Bool {
      let start = try? Files.readStart(of: Array(path.utf8), limit: 2, followsLinks: true)
      return start == Array("#!".utf8)
    }

    /// Where this process can start it.
    var path: String { file.openFilePath }
  }
#endif
