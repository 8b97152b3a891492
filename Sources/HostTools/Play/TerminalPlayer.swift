import ViewModelHost
import OperatingSystem

/// Carries what is typed to a ``Frontend``, its messages to a host and back, and its text to a terminal or a pipe.
final class TerminalPlayer {
  private var frontend: Frontend
  private let typed: any TypedLines
  private let output: Descriptor
  private let host: ChildProcess
  private let toHost: LineSender
  private let fromHost: LineReader
  /// Whether nobody reads the output any more.
  private var isUnread = false
  private var lingering: Lingering
  /// Whether somebody has quit, and the host does not answer any more.
  private var isSilent = false
  /// Whether every line has been handed on.
  private var hasHandedOnAll = false

  /// How long a host may take to end when it has nothing more to do.
  private static let patience = 10
  /// While more bytes than this wait for the host, nothing more is read.
  private static let waitingLimit = 65_536

  /// - Parameters:
  ///   - frontend: what is typed, told and shown.
  ///   - typed: where the lines come from.
  ///   - output: where the text goes.
  ///   - waiting: how long to wait at the end of the lines for what goes on by itself, in seconds.
  init(
    _ frontend: Frontend, typed: any TypedLines, output: Descriptor, waiting: Int
  ) throws {
    self.frontend = frontend
    self.typed = typed
    self.output = output
    lingering = Lingering(limit: waiting * 1000)
    host = try ChildProcess(Process.executable, [])
    toHost = LineSender(host.input)
    fromHost = LineReader(host.output)
  }

  /// Goes on until somebody quits, the input has ended, or the host has.
  func run() throws -> ExitStatus {
    if typed.isInteractive {
      try typed.show("help lists the inputs, quit ends; Tab completes names.\n")
    }
    while !isDone {
      exchange()
      try typed.show(frontend.takeText())
    }
    return try end()
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
  private func exchange() {
    let milliseconds = linger()
    for message in frontend.takeMessages() { toHost.append(message) }
    toHost.flush()

    var entries = [Poll.Entry(fromHost.descriptor, .read), Poll.Entry(output, .hangUp)]
    let isQuitting = frontend.phase == .quitting
    let wantsLines =
      frontend.isReady && !frontend.isBehind && !isQuitting && !typed.hasEnded
      && toHost.waitingCount < Self.waitingLimit
    let readsTyped = wantsLines || typed.isAlwaysRead
    if readsTyped { entries.append(Poll.Entry(typed.descriptor, .read)) }
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    let isImpatient = isQuitting || frontend.isBehind
    Poll.wait(&entries, milliseconds: isImpatient ? Self.patience * 1000 : milliseconds)
    if !entries.contains(where: \.isReady) {
      if milliseconds != nil { lingering.hasWaited() }
      isSilent = isQuitting
      // What comes behind an input that does not end is sent too: it may be quit.
      frontend.stopAwaitingTurn()
    }
    isUnread = entries[1].isReady

    if entries[0].isReady { fromHost.read() }
    while frontend.phase != .quit, let line = fromHost.next() { frontend.receive(line) }
    if readsTyped && entries[2].isReady { typed.read() }
    isSilent = isSilent || typed.isImpatient
    handOnLines()
    if hasHandedOnAll { frontend.endTyping() }
    // At a terminal the end means to quit; what comes from a pipe is waited for.
    if typed.isInteractive && typed.hasEnded && frontend.phase == .running { frontend.quit() }
  }

  /// Hands on the lines that there are. One from a pipe waits until the host has dealt with the one before: when the
  /// host crashes, what it has done before has been shown, and what it was doing is known.
  private func handOnLines() {
    var isEmpty = false
    while !isEmpty, frontend.phase == .running, frontend.isReady, !frontend.isBehind {
      if let line = typed.next() {
        frontend.type(line)
        if !typed.isInteractive { frontend.awaitTurn() }
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
      Descriptor.standardError.warn("The host did not end.\n")
      return .failure
    }
    if hasCrashed || end != .status(0) {
      Descriptor.standardError.warn("The host has ended with \(end)\(hasCrashed ? during : "").\n")
      return .failure
    }
    let isWrong = frontend.phase == .failed || frontend.hasFailed && !typed.isInteractive
    return isWrong ? .failure : .success
  }
}
