import JSONRPC

/// Carries a session's lines over two descriptors. It never waits: whoever owns it does, and calls when there is
/// something to read or room to write.
final class Connection {
  /// What to wait for.
  struct Wait: Equatable {
    var reading: Bool
    var writing: Bool
  }

  let session: Session
  let input: Descriptor
  let output: OutputPipe
  private var decoder: LineDecoder
  private var inputHasEnded = false

  init(_ session: Session, input: Descriptor, output: Descriptor) {
    self.session = session
    self.input = input
    self.output = OutputPipe(output)
    decoder = LineDecoder(limit: session.options.lineLimit)
    session.makeRoom = { [weak self] in self?.drain(patience: nil) }
  }

  /// Reads what is there.
  func read() {
    let count = decoder.fill { buffer in
      if case .bytes(let count) = input.read(into: buffer) { count } else { 0 }
    }
    inputHasEnded = count <= 0
  }

  /// Handles the lines that are there, each as a turn, and then writes what there is room for.
  ///
  /// - Returns: what to wait for before the next call; nothing when the conversation is over.
  func work() -> Wait? {
    while true {
      while session.wantsInput, let line = decoder.next() { session.receive(line) }
      let hasStalled = !session.wantsInput
      if inputHasEnded && !hasStalled {
        if let line = decoder.finish() { session.receive(line) }
        session.end()
      }
      guard flush() else {
        session.end()
        return nil
      }
      if session.phase == .ended {
        session.end()
        guard flush(), session.output.count > 0 else { return nil }
        return Wait(reading: false, writing: true)
      }
      // Lines that waited for room can be handled now.
      if hasStalled && session.wantsInput { continue }
      return Wait(
        reading: session.wantsInput && !inputHasEnded, writing: session.output.count > 0)
    }
  }

  /// The process is to end now: what is left is written as long as the frontend reads, and no longer.
  func terminate() {
    session.end()
    drain(patience: 200)
  }

  /// Writes all there is, waiting for room, until nobody reads any more or the process is to end.
  ///
  /// - Parameter patience: how many milliseconds to wait for the frontend to take something; nothing for no limit.
  private func drain(patience: Int?) {
    while flush(), session.output.count > 0 {
      let entries = Poll.wait(
        for: [Poll.Entry(output.descriptor, .write)], milliseconds: patience)
      if !entries[0].isReady && (patience != nil || Process.isToldToEnd) { return }
    }
  }

  /// Writes what there is room for.
  ///
  /// - Returns: false when nobody reads any more.
  private func flush() -> Bool {
    while session.output.count > 0 {
      switch session.output.withBytes({ output.write($0) }) {
      case .bytes(let count): session.output.removeFirst(count)
      case .wouldBlock:
        session.isBackedUp = true
        return true
      case .closed: return false
      }
      if session.output.count == 0 && session.isBackedUp {
        // Updates that were put off meanwhile.
        session.isBackedUp = false
        session.settle()
      }
    }
    return true
  }
}
