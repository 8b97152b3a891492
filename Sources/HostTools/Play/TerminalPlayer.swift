import ViewModelHost
import OperatingSystem

/// Connects a ``Frontend`` with typed lines, a host, and a terminal or pipe.
final class TerminalPlayer {
  private var frontend: Frontend
  private let typed: any TypedLines
  private let output: Descriptor
  private let host: ChildProcess
  private let errors: HostErrors
  /// The descriptor of the host's standard error, if its text is shown here.
  private var heldErrors = Descriptor.none
  private let toHost: LineSender
  private let fromHost: LineReader
  /// How to end an input that does not return, in words.
  private let remedy: String
  /// Whether the reader has closed the output.
  private var hasNoReader = false
  private var drainWait: DrainWait
  /// Whether the user has quit a host that does not answer.
  private var isSilent = false
  /// The warning about a host that does not answer, until it answers.
  private var silence: String?
  /// Whether the user was warned of an input that does not return.
  private var hasWarned = false
  /// Whether every typed line was passed to the frontend.
  private var hasSubmittedAll = false

  /// How long an idle host may take to end, in seconds.
  private static let patience = 10
  /// The time after which an unanswered line causes a warning, in seconds.
  private static let interval = 2
  /// While more bytes than this are unread by the host, no typed line is read.
  private static let waitingLimit = 65_536

  /// - Parameters:
  ///   - frontend: the frontend to run.
  ///   - typed: the source of typed lines.
  ///   - output: the descriptor for the text.
  ///   - host: the started host.
  ///   - remedy: how to end an input that does not return, in words.
  ///   - waiting: how long to wait for timers and tasks after the last line, in seconds.
  init(
    _ frontend: Frontend, typed: any TypedLines, output: Descriptor, host: PlayedHost,
    remedy: String, waiting: Int
  ) {
    self.frontend = frontend
    self.typed = typed
    self.output = output
    self.remedy = remedy
    drainWait = DrainWait(limit: waiting * 1000)
    (self.host, errors) = (host.process, host.errors)
    (toHost, fromHost) = (host.input, host.output)
  }

  /// Runs until the user quits, the input ends, or the host ends.
  func run() throws -> ExitStatus {
    // The host's messages would break the line that is being typed.
    if typed.isInteractive && Descriptor.standardError.isTerminal { heldErrors = try errors.hold() }
    if typed.isInteractive {
      try typed.show("help lists the inputs, quit ends; Tab completes names.\n")
    }
    while !isDone {
      try exchange()
      try typed.show(Self.wholeLines(errors.takeHeld()) + frontend.takeText())
    }
    return try end()
  }

  /// The text with a line feed at its end: a crash report's first line arrives in parts.
  private static func wholeLines(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : "\(text)\n"
  }

  /// Whether the session has ended, or its output has no reader.
  private var isDone: Bool {
    if fromHost.hasEnded || hasNoReader || isSilent { return true }
    return switch frontend.phase {
    case .running: drainWait.isOver
    case .quitting: false
    case .quit, .failed: true
    }
  }

  /// Sends and shows what is ready, and waits for more.
  private func exchange() throws {
    let milliseconds = drainDelay()
    for message in frontend.takeMessages() { toHost.append(message) }
    toHost.flush()

    var entries = [Poll.Entry(fromHost.descriptor, .read), Poll.Entry(output, .hangUp)]
    entries.append(Poll.Entry(heldErrors, .read))
    let isQuitting = frontend.phase == .quitting
    let wantsLines =
      frontend.isReady && !frontend.isBehind && !isQuitting && !typed.hasEnded
      && toHost.waitingCount < Self.waitingLimit
    let readsTyped = wantsLines || typed.isAlwaysRead
    if readsTyped { entries.append(Poll.Entry(typed.descriptor, .read)) }
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    // The host limits a trial itself.
    let isAwaited = frontend.isBehind && !frontend.isTrying
    let limit: Int? = isQuitting ? Self.patience : isAwaited ? Self.interval : nil
    Poll.wait(&entries, milliseconds: limit.map { $0 * 1000 } ?? milliseconds)
    if !entries.contains(where: \.isReady) {
      if milliseconds != nil { drainWait.hasWaited() }
      isSilent = isQuitting
      if isAwaited { try warnOfSilence() }
    }
    if !frontend.isBehind && frontend.unanswered.isEmpty { silence = nil }
    hasNoReader = entries[1].isReady

    if entries[0].isReady { fromHost.read() }
    while frontend.phase != .quit, let line = fromHost.next() { frontend.receive(line) }
    if frontend.takeRestart() { errors.forgetCrash() }
    if readsTyped && entries[3].isReady { typed.read() }
    isSilent = isSilent || typed.isImpatient || isAbandoned
    submitLines()
    if hasSubmittedAll { frontend.endTyping() }
    // The end of input means quit at a terminal only; lines from a pipe are finished first.
    if typed.isInteractive && typed.hasEnded && frontend.phase == .running { frontend.quit() }
  }

  /// Warns that the host has not answered the last line.
  private func warnOfSilence() throws {
    let name = frontend.stuck.map { VisibleText.escaped($0) } ?? "The host"
    let text =
      errors.isCrashing
      ? "The host has crashed\(during); it writes a report before it ends.\n"
      : "\(name) has not returned for \(Self.interval) s; \(remedy).\n"
    guard text != silence else {
      if typed.isInteractive { frontend.stopAwaitingTurn() }
      return
    }
    silence = text
    hasWarned = true
    if typed.isInteractive {
      try typed.show(text)
      // Later lines are sent too: one may be `quit`.
      frontend.stopAwaitingTurn()
    } else {
      // Later lines wait, however long that takes: a crashing host may end late.
      Descriptor.standardError.warn(text)
    }
  }

  /// Whether the user has ended input at a terminal while the host does not answer.
  private var isAbandoned: Bool {
    typed.isInteractive && typed.hasEnded && hasWarned && frontend.openTurns > 0
  }

  /// Passes typed lines to the frontend. Each waits until the host has handled the one before: then
  /// the effects of earlier lines are shown before a crash, and the crash is reported with its
  /// line.
  private func submitLines() {
    var isEmpty = false
    while !isEmpty, frontend.phase == .running, frontend.isReady, !frontend.isBehind {
      if let line = typed.next() {
        frontend.type(line)
        frontend.awaitTurn()
      } else {
        isEmpty = true
      }
    }
    hasSubmittedAll = typed.hasEnded && (isEmpty || hasSubmittedAll || typed.isInteractive)
  }

  /// How long to wait for timers and tasks of the ViewModels, in milliseconds; `nil` while other
  /// messages are expected.
  private func drainDelay() -> Int? {
    guard frontend.phase == .running, hasSubmittedAll, !typed.isInteractive, !frontend.isWaiting,
      toHost.waitingCount == 0
    else { return nil }
    guard let milliseconds = drainWait.next(frontend.pending) else {
      frontend.askForPending()
      return nil
    }
    return milliseconds
  }

  /// The inputs that were running when the host ended, at most the last three, in words.
  private var during: String {
    let lines = frontend.unanswered.suffix(3).map { VisibleText.escaped($0) }
    return switch lines.count {
    case 0: ""
    case 1: " during \(lines[0])"
    default: " during one of \(lines.joined(separator: ", "))"
    }
  }

  private func end() throws -> ExitStatus {
    typed.finish()
    errors.release()
    if let fault = frontend.fault {
      Descriptor.standardError.warn("\(VisibleText.escaped(fault))\n")
    }
    if let words = drainWait.complaint { Descriptor.standardError.warn(words) }
    let hasCrashed = fromHost.hasEnded
    // Do not wait again for a host that was already silent.
    let patience = isSilent ? 0 : Self.patience
    toHost.close()
    // Drain the output, so that the host can write the rest and end.
    while !fromHost.hasEnded, fromHost.isReady(within: patience) { fromHost.read() }
    guard let end = host.wait(seconds: patience) else {
      host.kill()
      _ = host.wait()
      let name = frontend.stuck.map { VisibleText.escaped($0) }
      Descriptor.standardError.warn(
        "\(name.map { "\($0) did not return" } ?? "The host did not end"); the host was killed.\n")
      return .failure
    }
    if hasCrashed || end != .status(0) {
      let words = errors.words(for: end, during: hasCrashed ? during : "")
      Descriptor.standardError.warn("The host \(words)\n")
      return .failure
    }
    errors.finish()
    let isWrong = frontend.phase == .failed || frontend.hasFailed && !typed.isInteractive
    return isWrong ? .failure : .success
  }
}
