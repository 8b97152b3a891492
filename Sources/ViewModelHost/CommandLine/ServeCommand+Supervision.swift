import HostEngine
import HostLoop
import OperatingSystem
import Supervision

extension ServeCommand {
  #if os(Linux) && !MAIN_QUEUE
    /// Has another process serve, and another one when that dies.
    ///
    /// - Parameter name: how the program calls itself.
    /// - Returns: the status of the last one.
    func supervise(named name: String) throws -> CInt {
      let arguments = CommandLine.arguments
      let journal = try place.open { Descriptor.standardError.warn("\(name): \($0)\n") }
      let supervisor = try Supervisor(
        arguments[0], Array(arguments.dropFirst()), journal, option: Self.workerOption,
        seconds: patience, watches: isWatching)
      return try supervisor.run()
    }

    /// Where the journal lies.
    private var place: JournalPlace {
      if let resumedFolder {
        return lastTurn.map { .copied(resumedFolder, until: $0) } ?? .resumed(resumedFolder)
      }
      return journalFolder.map { .folder($0) } ?? .memory
    }

    /// Serves for a supervisor.
    ///
    /// - Parameters:
    ///   - first: the number of the first descriptor of its journal.
    ///   - name: how the program calls itself.
    /// - Returns: the conversation, which is over.
    func serve(
      _ session: Session, _ loop: EventLoop, journalAt first: Int, named name: String,
      input: Descriptor, output: OutputPipe
    ) throws -> Connection {
      let folder =
        switch place {
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
