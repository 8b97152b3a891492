import HostEngine
import HostLoop
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem

/// The connection of a session that outlives the process that has it.
package final class SupervisedConnection {
  package let connection: Connection
  private let journal: Journal
  private let loop: EventLoop
  private let input: JournaledInput
  private let output: JournaledOutput
  private let state: JournalState

  package init(
    _ session: Session, _ loop: EventLoop, _ journal: Journal, input: Descriptor,
    output: OutputPipe
  ) throws(SystemError) {
    self.loop = loop
    self.journal = journal
    self.input = JournaledInput(input, journal)
    self.output = JournaledOutput(output, journal)
    state = try JournalState(journal)
    connection = Connection(session, input: self.input, output: self.output)
  }

  /// Restores the session, and writes it down from here on.
  package func begin() throws {
    let death = state.death
    if death == .own { state.restoreDeaths += 1 }
    if state.restoreDeaths > Self.restoreLimit {
      throw CommandFailure(.faulty, "the session cannot be restored: \(state.reason)")
    }
    var restore = try Restore(
      connection, loop, from: input, journal.records, sent: output.sent
    ) { [self] in state.busy = $0 + 1 }
    let end = try Process.withoutPrinting { try restore.run() }
    state.busy = 0
    state.restoreDeaths = 0
    let isLost = try blame(death, at: end)
    state.death = .none

    var file = try JournalFile(journal.records, at: end.index)
    if let missing = end.missing { try file.append(missing) }
    loop.endRestore(since: state.start)
    connection.session.turnLog = JournalWriter(
      file, try JournalState(journal), of: loop, pipe: end.pipe
    ) { error in
      Descriptor.standardError.warn("the journal cannot be written: \(error)\n")
      Process.exit(ExitStatus.cannotWrite.rawValue)
    }
    if death != .none {
      let time = (Process.nanoseconds() - state.deathTime) / 1_000_000
      let restarted = RestartedNotification(CrashReason(state.reason), milliseconds: time)
      connection.session.perform(.restarted(Turn.Restart(restarted)))
    }
    if isLost, let line = connection.takeLine(input.readStored) {
      connection.session.perform(.lost(line, CrashReason(state.reason).error))
    }
    connection.takeRest(input.readStored)
  }

  /// The session is over.
  package func end() { state.isOver = true }

  /// How many processes may die while they restore the session, and how many at one place of it.
  private static let (restoreLimit, placeLimit) = (3, 5)

  /// Counts the deaths at one place.
  ///
  /// - Returns: whether the line that was under way is given up. One that something outside has ended is tried once
  ///   more, as it has said nothing.
  private func blame(_ death: JournalState.Death, at end: Restore.End) throws -> Bool {
    if death == .none { return false }
    let count = state.deaths.place == end.index ? state.deaths.count + 1 : 1
    state.deaths = (end.index, count)
    if case .line? = end.interrupted { return death == .own || count > 1 }
    if death == .own && count >= Self.placeLimit {
      throw CommandFailure(.faulty, "this happens again and again: \(state.reason)")
    }
    return false
  }
}
