import HostEngine
import HostLoop
import OperatingSystem
import Supervision

extension ServeCommand {
  #if os(Linux) && !MAIN_QUEUE
    /// Serves in child processes, and replaces one that dies.
    ///
    /// - Parameter name: the name of the program.
    /// - Returns: the status of the last one.
    func supervise(named name: String) throws -> CInt {
      let arguments = CommandLine.arguments
      let journal = try journalPlace.open { Descriptor.standardError.warn("\(name): \($0)\n") }
      let supervisor = try Supervisor(
        arguments[0], Array(arguments.dropFirst()), journal, option: Self.workerOption,
        seconds: patience, watches: isWatching)
      return try supervisor.run()
    }

    /// The location of the journal.
    private var journalPlace: JournalPlace {
      if let resumedFolder {
        return lastTurn.map { .copied(resumedFolder, until: $0) } ?? .resumed(resumedFolder)
      }
      return journalFolder.map { .folder($0) } ?? .memory
    }

    /// Serves for a supervisor.
    ///
    /// - Parameters:
    ///   - first: the first descriptor of its journal.
    ///   - name: the name of the program.
    /// - Returns: the connection, which has ended.
    func serve(
      _ session: Session, _ loop: EventLoop, journalAt first: Int, named name: String,
      input: Descriptor, output: OutputPipe
    ) throws -> Connection {
      let folder =
        switch journalPlace {
        case .folder(let folder), .resumed(let folder): " in \(folder)"
        case .memory, .copied: ""
        }
      guard let journal = Journal(inheritedFrom: first),
        let channel = WorkerChannel(inheritedBehindJournalFrom: first)
      else {
        throw UsageError("\(Self.workerOption) is for processes that a supervisor starts")
      }
      let supervised = try SupervisedConnection(
        session, loop, journal, channel, named: "\(name): the journal\(folder)",
        journalLimit: isWatching ? nil : journalLimit, input: input, output: output)
      do { try supervised.begin() } catch let damage as DamagedJournal {
        throw CommandFailure(.badData, "--resume \(resumedFolder ?? ""): \(damage)")
      }
      try loop.serve(supervised.connection, interruptedBy: supervised)
      supervised.end()
      return supervised.connection
    }
  #else
    func supervise(named name: String) throws -> CInt { throw Self.unsupported }

    func serve(
      _ session: Session, _ loop: EventLoop, journalAt first: Int, named name: String,
      input: Descriptor, output: OutputPipe
    ) throws -> Connection { throw Self.unsupported }

    private static let unsupported = UsageError("--supervised needs Linux")
  #endif
}
