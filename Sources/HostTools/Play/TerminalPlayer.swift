import ViewModelHost
import OperatingSystem

/// Carries what is typed to a ``Frontend``, its messages to a host and back, and its text to a terminal or a pipe.
final class TerminalPlayer {
  private var frontend: Frontend
  private let typed: any TypedLines
  private let output: Descriptor
  private let host: ChildProcess
  private let errors: HostErrors
  /// What to poll for what the host writes to its standard error, if that is shown here.
  private var heldErrors = Descriptor.none
  private let toHost: LineSender
  private let fromHost: LineReader
  /// What ends an input that does not return, in words.
  private let wayOut: String
  /// Whether nobody reads the output any more.
  private var isUnread = false
  private var lingering: Lingering
  /// Whether somebody has quit, and the host does not answer any more.
  private var isSilent = false
  /// What somebody was told of a host that does not answer, as long as it does not.
  private var silence: String?
  /// Whether somebody was told that an input does not return.
  private var hasWarned = false
  /// Whether every line has been handed on.
  private var hasHandedOnAll = false

  /// How long a host may take to end when it has nothing more to do, in seconds.
  private static let patience = 10
  /// After how long a host that does not deal with a line is said not to, in seconds.
  private static let interval = 2
  /// While more bytes than this wait for the host, nothing more is read.
  private static let waitingLimit = 65_536

  /// - Parameters:
  ///   - frontend: what is typed, told and shown.
  ///   - typed: where the lines come from.
  ///   - output: where the text goes.
  ///   - host: what plays.
  ///   - wayOut: what ends an input that does not return, in words.
  ///   - waiting: how long to wait at the end of the lines for what goes on by itself, in seconds.
  init(
    _ frontend: Frontend, typed: any TypedLines, output: Descriptor, host: PlayedHost,
    wayOut: String, waiting: Int
  ) {
    self.frontend = frontend
    self.typed = typed
    self.output = output
    self.wayOut = wayOut
    lingering = Lingering(limit: waiting * 1000)
    (self.host, errors) = (host.process, host.errors)
    (toHost, fromHost) = (host.input, host.output)
  }

  /// Goes on until somebody quits, the input has ended, or the host has.
  func run() throws -> ExitStatus {
    // What the host writes to the terminal would stand within the line that is typed.
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

  /// A crash's report begins with a line whose end comes late.
  private static func wholeLines(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : "\(text)\n"
  }

  /// Whether nothing more is to be said, or nobody is there any more to whom.
  private var isDone: Bool {
    if fromHost.hasEnded || isUnread || isSilent { return true }
    return switch frontend.phase {
    case .running: lingering.isOver
    case .quitting: false
    case .quit, .failed: true
    }
  }

  /// Hands on what there is, and waits for more.
  private func exchange() throws {
    let milliseconds = linger()
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
    // What is only tried has a limit of its own.
    let isAwaited = frontend.isBehind && !frontend.isTrying
    let limit: Int? = isQuitting ? Self.patience : isAwaited ? Self.interval : nil
    Poll.wait(&entries, milliseconds: limit.map { $0 * 1000 } ?? milliseconds)
    if !entries.contains(where: \.isReady) {
      if milliseconds != nil { lingering.hasWaited() }
      isSilent = isQuitting
      if isAwaited { try noteSilence() }
    }
    if !frontend.isBehind && frontend.unanswered.isEmpty { silence = nil }
    isUnread = entries[1].isReady

    if entries[0].isReady { fromHost.read() }
    while frontend.phase != .quit, let line = fromHost.next() { frontend.receive(line) }
    if frontend.takeRestart() { errors.forgetCrash() }
    if readsTyped && entries[3].isReady { typed.read() }
    isSilent = isSilent || typed.isImpatient || isGivenUp
    handOnLines()
    if hasHandedOnAll { frontend.endTyping() }
    // At a terminal the end means to quit; what comes from a pipe is waited for.
    if typed.isInteractive && typed.hasEnded && frontend.phase == .running { frontend.quit() }
  }

  /// The host has not dealt with the last line for some time.
  private func noteSilence() throws {
    let name = frontend.stuck.map { VisibleText.escaped($0) } ?? "The host"
    let text =
      errors.isCrashing
      ? "The host has crashed\(during); it writes a report before it ends.\n"
      : "\(name) has not returned for \(Self.interval) s; \(wayOut).\n"
    guard text != silence else {
      if typed.isInteractive { frontend.stopAwaitingTurn() }
      return
    }
    silence = text
    hasWarned = true
    if typed.isInteractive {
      try typed.show(text)
      // What comes behind it is sent too: it may be quit.
      frontend.stopAwaitingTurn()
    } else {
      // What comes behind it waits for as long as it takes: a host that crashes may take long to end.
      Descriptor.standardError.warn(text)
    }
  }

  /// Whether somebody at a terminal ends a host that does not answer.
  private var isGivenUp: Bool {
    typed.isInteractive && typed.hasEnded && hasWarned && frontend.openTurns > 0
  }

  /// Hands on the lines that there are. One waits until the host has dealt with the one before: when the host crashes,
  /// what it has done before has been shown, and what it was doing is known.
  private func handOnLines() {
    var isEmpty = false
    while !isEmpty, frontend.phase == .running, frontend.isReady, !frontend.isBehind {
      if let line = typed.next() {
        frontend.type(line)
        frontend.awaitTurn()
      } else {
        isEmpty = true
      }
    }
    hasHandedOnAll = typed.hasEnded && (isEmpty || hasHandedOnAll || typed.isInteractive)
  }

  /// How long to wait for what the ViewModels still do by themselves, in milliseconds, when nothing else is expected.
  private func linger() -> Int? {
    guard frontend.phase == .running, hasHandedOnAll, !typed.isInteractive, !frontend.isWaiting,
      toHost.waitingCount == 0
    else { return nil }
    guard let milliseconds = lingering.next(frontend.pending) else {
      frontend.askForPending()
      return nil
    }
    return milliseconds
  }

  /// The inputs that the host did when it ended, if any; of many the last.
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
    if let words = lingering.complaint { Descriptor.standardError.warn(words) }
    let hasCrashed = fromHost.hasEnded
    // One that has stayed silent for so long does not become better.
    let patience = isSilent ? 0 : Self.patience
    toHost.close()
    // What it says to its end is not shown, but it must be able to say it.
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
