/// Carries what is typed to a ``Frontend``, its messages to a host and back, and its text to a terminal or a pipe.
final class TerminalPlayer {
  private var frontend: Frontend
  private let typed: LineReader
  private let output: Descriptor
  private let isInteractive: Bool
  private let host: ChildProcess
  private let toHost: LineSender
  private let fromHost: LineReader
  /// Whether nobody reads the output any more.
  private var isUnread = false
  /// Since when nothing is expected any more but what the ViewModel still does by itself.
  private var idleSince: ContinuousClock.Instant?
  private var hasBeenQuiet = false
  /// Whether somebody has quit, and the host does not answer any more.
  private var isSilent = false

  /// How long a host may take to end when it has nothing more to do.
  private static let patience = 10
  /// For how long a ViewModel is listened to at the end of the input while it goes on by itself, and when it is taken to
  /// be quiet, in milliseconds.
  private static let lingering = (longest: 2000, quiet: 250)
  /// While more bytes than this wait for the host, nothing more is read.
  private static let waitingLimit = 65_536

  init(_ frontend: Frontend, input: Descriptor, output: Descriptor) throws {
    self.frontend = frontend
    typed = LineReader(input)
    self.output = output
    isInteractive = input.isTerminal
    host = try ChildProcess(Process.executable, [])
    toHost = LineSender(host.input)
    fromHost = LineReader(host.output)
  }

  /// Goes on until somebody quits, the input has ended, or the host has.
  func run() throws -> ExitStatus {
    if isInteractive { try output.show("? lists the inputs, quit ends.\n") }
    while !isDone {
      let hasTyped = exchange()
      try show(prompting: hasTyped)
    }
    return try end()
  }

  /// Whether nothing more is to be said, or nobody is there any more to whom.
  private var isDone: Bool {
    if fromHost.hasEnded || isUnread || isSilent { return true }
    return switch frontend.phase {
    case .running: hasBeenQuiet
    case .quitting: false
    case .quit, .failed: true
    }
  }

  /// Hands on what there is, and waits for more.
  ///
  /// - Returns: whether somebody has typed something.
  private func exchange() -> Bool {
    for message in frontend.takeMessages() { toHost.append(message) }
    toHost.flush()

    var entries = [Poll.Entry(fromHost.descriptor, .read), Poll.Entry(output, .hangUp)]
    let isQuitting = frontend.phase == .quitting
    let readsTyped =
      frontend.isReady && !isQuitting && !typed.hasEnded
      && toHost.waitingCount < Self.waitingLimit
    if readsTyped { entries.append(Poll.Entry(typed.descriptor, .read)) }
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    let lingers = lingeringLimit()
    Poll.wait(&entries, milliseconds: isQuitting ? Self.patience * 1000 : lingers)
    if lingers != nil && !entries.contains(where: \.isReady) { hasBeenQuiet = true }
    isSilent = isQuitting && !entries.contains(where: \.isReady)
    isUnread = entries[1].isReady

    if entries[0].isReady { fromHost.read() }
    while frontend.phase != .quit, let line = fromHost.next() { frontend.receive(line) }
    let hasTyped = readsTyped && entries[2].isReady
    if hasTyped { typed.read() }
    while frontend.phase == .running, let line = typed.next() { frontend.type(line) }
    if typed.hasEnded { frontend.endTyping() }
    // At a terminal the end means to quit; what comes from a pipe is waited for.
    if isInteractive && typed.hasEnded && frontend.phase == .running { frontend.quit() }
    return hasTyped
  }

  /// How long to wait for what the ViewModel still does by itself, in milliseconds, when nothing else is expected.
  private func lingeringLimit() -> Int? {
    guard frontend.phase == .running, typed.hasEnded, !frontend.isWaiting, toHost.waitingCount == 0
    else {
      idleSince = nil
      return nil
    }
    let start = idleSince ?? .now
    idleSince = start
    let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
    return max(min(Self.lingering.quiet, Self.lingering.longest - elapsed), 0)
  }

  private func show(prompting hasTyped: Bool) throws {
    let text = frontend.takeText()
    guard isInteractive else { return try output.show(text) }
    // A text starts where the prompt is.
    if hasTyped || !text.isEmpty { try output.show("\r\(text)> ") }
  }

  private func end() throws -> ExitStatus {
    if isInteractive { try output.show("\n") }
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
      Descriptor.standardError.warn("The host has ended with \(end).\n")
      return .failure
    }
    return frontend.phase == .failed ? .failure : .success
  }
}
