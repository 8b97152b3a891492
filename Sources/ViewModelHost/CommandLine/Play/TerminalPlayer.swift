/// Carries what is typed to a ``Frontend``, its messages to a host and back, and its text to a terminal or a pipe.
final class TerminalPlayer {
  private var frontend: Frontend
  private let typed: LineReader
  private let output: Descriptor
  private let isInteractive: Bool
  private let host: ChildProcess
  private let toHost: LineSender
  private let fromHost: LineReader

  /// How long a host may take to end when it has nothing more to do.
  private static let patience = 10
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
    while frontend.phase == .running && !fromHost.hasEnded && !isDone {
      let hasTyped = exchange()
      try show(prompting: hasTyped)
    }
    return try end()
  }

  /// Whether the input has ended and everything in it is answered; at a terminal the end means to quit.
  private var isDone: Bool {
    typed.hasEnded && (isInteractive || (!frontend.isWaiting && toHost.waitingCount == 0))
  }

  /// Hands on what there is, and waits for more.
  ///
  /// - Returns: whether somebody has typed something.
  private func exchange() -> Bool {
    for message in frontend.takeMessages() { toHost.append(message) }
    toHost.flush()

    var entries = [Poll.Entry(fromHost.descriptor, .read)]
    let readsTyped =
      frontend.isReady && !typed.hasEnded && toHost.waitingCount < Self.waitingLimit
    if readsTyped { entries.append(Poll.Entry(typed.descriptor, .read)) }
    if toHost.waitingCount > 0 { entries.append(Poll.Entry(toHost.descriptor, .write)) }
    Poll.wait(&entries, milliseconds: nil)

    if entries[0].isReady { fromHost.read() }
    while let line = fromHost.next() { frontend.receive(line) }
    let hasTyped = readsTyped && entries[1].isReady
    if hasTyped { typed.read() }
    while frontend.phase == .running, let line = typed.next() { frontend.type(line) }
    return hasTyped
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
    toHost.close()
    // What it says to its end is not shown, but it must be able to say it.
    while !fromHost.hasEnded, fromHost.isReady(within: Self.patience) { fromHost.read() }
    guard let end = host.wait(seconds: Self.patience) else {
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
