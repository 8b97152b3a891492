import HostProtocol
import JSON
import JSONRPC
import OperatingSystem

/// Carries a session's messages in and out as bytes, framed as the frontend frames its own. It never waits: whoever
/// owns it does, and calls when there is something to read or room to write.
package final class Connection {
  /// What to wait for.
  package struct Wait: Equatable {
    package var reading: Bool
    package var writing: Bool
    /// Whether lines are left that can be handled at once.
    package var goesOn = false

    package init(reading: Bool, writing: Bool, goesOn: Bool = false) {
      self.reading = reading
      self.writing = writing
      self.goesOn = goesOn
    }
  }

  package let session: Session
  package let input: any ByteSource
  package let output: any ByteSink
  @exclusivity(unchecked) private var decoder: MessageDecoder
  /// Messages with their headers, when the frontend sends such; they are written before anything else.
  @exclusivity(unchecked) private var framed = JSONWriter(minimumCapacity: 0)
  @exclusivity(unchecked) private var inputHasEnded = false
  /// Why nothing more can be written, if that is not as nobody reads.
  package private(set) var failure: SystemError?
  /// Is called before more is read.
  package var willRead: (() -> Void)?
  /// Where signals that end the process are told while this waits.
  package var wakeup: Wakeup?

  package init(_ session: Session, input: any ByteSource, output: any ByteSink) {
    self.session = session
    self.input = input
    self.output = output
    decoder = MessageDecoder(limit: session.options.lineLimit)
    makeRoomByWriting()
  }

  /// Has a turn wait, that says more than may wait to be sent, until it is sent.
  package func makeRoomByWriting() {
    session.outbox.makeRoom = { [weak self] in self?.drain(patience: nil) }
  }

  /// Whether there is nothing to handle, and nothing to send.
  package var isIdle: Bool { decoder.isBetweenMessages && !hasOutput && !session.outbox.isBackedUp }

  /// Reads what is there.
  package func read() {
    willRead?()
    decoder.limit = session.options.lineLimit
    let count = decoder.fill { buffer in
      if case .bytes(let count) = input.read(into: buffer) { count } else { 0 }
    }
    inputHasEnded = count <= 0
    if inputHasEnded && decoder.isWithinLine { input.endLine() }
  }

  // MARK: Restoring a session

  /// Takes the next line that a session had, which is then to be performed.
  ///
  /// - Parameter read: gives more of the bytes that the session had, and returns how many; 0 when there are no more.
  /// - Returns: `nil` when there are no more lines.
  package func takeLine(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Frame? {
    while true {
      if let line = decoder.next() { return line }
      if decoder.fill(read) <= 0 { return decoder.finish() }
    }
  }

  /// Takes in what a session had not handled. It is handled with what comes.
  ///
  /// - Parameter read: as above.
  package func takeRest(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    while decoder.fill(read) > 0 {}
  }

  /// Another frontend is there: nothing that came from the one before is handled, nothing is sent to it, and how lines
  /// are framed is open.
  package func beginAnew() {
    decoder = MessageDecoder(limit: session.options.lineLimit)
    session.outbox.bytes.removeAll()
    framed.removeAll()
  }

  /// Forgets the first bytes of what is to be sent, as the frontend has them.
  ///
  /// - Parameter count: how many bytes it has of what has not been forgotten.
  /// - Returns: how many were forgotten.
  package func forget(_ count: Int) -> Int {
    guard count > 0 else { return 0 }
    let forgotten = min(count, withUnsent(\.count))
    if decoder.framing == .headers {
      framed.removeFirst(forgotten)
    } else {
      session.outbox.bytes.removeFirst(forgotten)
    }
    return forgotten
  }

  /// Gives all bytes that are to be sent.
  package func withUnsent<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard decoder.framing == .headers else { return try session.outbox.bytes.withBytes(body) }
    while session.outbox.bytes.count > 0 { session.outbox.bytes.moveLine(to: &framed) }
    return try framed.withBytes(body)
  }

  /// Sends these bytes first, and nothing else of what is to be sent.
  ///
  /// - Parameter bytes: as they are to be sent, with what frames them.
  package func replaceUnsent(with bytes: [UInt8]) {
    session.outbox.bytes.removeAll()
    framed.removeAll()
    bytes.withUnsafeBytes { bytes in
      if decoder.framing == .headers {
        framed.writeRaw(bytes)
      } else {
        session.outbox.bytes.writeRaw(bytes)
      }
    }
  }

  /// Sends these lines in place of the last ones, of which nothing has been sent since they were said.
  ///
  /// - Parameters:
  ///   - count: how many bytes those have.
  ///   - lines: whole lines, without what frames them else.
  package func replaceLast(_ count: Int, with lines: [UInt8]) {
    session.outbox.bytes.truncate(to: session.outbox.bytes.count - count)
    lines.withUnsafeBytes { session.outbox.bytes.writeRaw($0) }
  }

  // MARK: Work

  /// Handles the lines that are there, each as a turn, and then writes what there is room for.
  ///
  /// - Returns: what to wait for before the next call; `nil` when the conversation is over.
  package func work() -> Wait? {
    while true {
      session.outbox.wantsFlush = false
      while session.wantsInput, !session.outbox.wantsFlush, let line = decoder.next() {
        session.perform(.line(line))
      }
      let hasStalled = !session.wantsInput
      if inputHasEnded && !hasStalled && !session.outbox.wantsFlush {
        if let line = decoder.finish() { session.perform(.line(line)) }
        session.perform(.end)
      }
      guard flush() else {
        session.perform(.end)
        return nil
      }
      if session.phase == .ended {
        session.perform(.end)
        guard flush(), hasOutput else { return nil }
        return Wait(reading: false, writing: true)
      }
      // Lines that waited for room can be handled now.
      if hasStalled && session.wantsInput { continue }
      let goesOn = session.outbox.wantsFlush && session.wantsInput
      return Wait(
        reading: session.wantsInput && !inputHasEnded && !goesOn, writing: hasOutput,
        goesOn: goesOn)
    }
  }

  /// The process is to end now: what is left is written as long as the frontend reads, and no longer.
  package func terminate() {
    session.perform(.end)
    drain(patience: 200)
  }

  /// Writes all there is, waiting for room, until nobody reads any more or the process is to end.
  ///
  /// - Parameter patience: how many milliseconds to wait for the frontend to take something; `nil` for no limit.
  private func drain(patience: Int?) {
    while send(), hasOutput {
      var entries = [Poll.Entry(output.descriptor, .write)]
      if patience == nil, let wakeup {
        if Process.isTerminationRequested { return }
        entries.append(Poll.Entry(wakeup.descriptor, .read))
      }
      Poll.wait(&entries, milliseconds: patience)
      if entries.count > 1 && entries[1].isReady { wakeup?.drain() }
      if patience != nil && !entries[0].isReady { return }
    }
  }

  /// Whether something is still to be sent.
  package var hasOutput: Bool { session.outbox.bytes.count > 0 || framed.count > 0 }

  /// Writes what there is room for, with the updates that were put off while there was none.
  ///
  /// - Returns: as ``send()``.
  private func flush() -> Bool {
    while send() {
      session.rest()
      if hasOutput || !session.outbox.isBackedUp || session.outbox.timeToRest != nil { return true }
      session.perform(.room)
    }
    return false
  }

  /// Writes what there is room for.
  ///
  /// - Returns: false when nobody reads any more, or nothing more can be written.
  @discardableResult package func send() -> Bool {
    do throws(SystemError) {
      while hasOutput {
        switch try writeSome() {
        case .bytes: break
        case .wouldBlock:
          session.outbox.isBackedUp = true
          return true
        case .closed: return false
        }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// How many bytes are written at once, about.
  private static let writeSize = 65_536

  private func writeSome() throws(SystemError) -> Descriptor.Outcome {
    guard decoder.framing == .headers else {
      return try session.outbox.bytes.writeSome(to: output)
    }
    while session.outbox.bytes.count > 0 && framed.count < Self.writeSize {
      session.outbox.bytes.moveLine(to: &framed)
    }
    return try framed.writeSome(to: output)
  }
}

extension JSONWriter {
  /// Writes some of the bytes, and forgets them.
  fileprivate mutating func writeSome(
    to output: any ByteSink
  ) throws(SystemError) -> Descriptor.Outcome {
    let outcome = try withBytes { bytes throws(SystemError) in try output.write(bytes) }
    if case .bytes(let count) = outcome { removeFirst(count) }
    return outcome
  }

  /// Moves the first line, and puts a header with its length before it.
  fileprivate mutating func moveLine(to framed: inout JSONWriter) {
    let count = withBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0x0A })
      framed.writeRaw(utf8: Framing.header(of: line.count))
      framed.writeRaw(line)
      return line.count + 1
    }
    removeFirst(count)
  }
}

/// What is to be sent to the frontend, in order, and whether there is room for more.
package struct Outbox: ~Copyable {
  /// Whole lines, but for the first, of which some may have been sent.
  package var bytes = JSONWriter(minimumCapacity: 4096)
  /// Whether the reader is slow: bytes wait that could not be sent.
  package var isBackedUp = false
  /// Until when the reader counts as slow although it is not, in nanoseconds of ``Process/nanoseconds()``.
  var restsUntil: Int64?
  /// Whether an update has been written after which there was no rest.
  var hasUpdate = false
  /// Whether what has been said is to be sent, and others are to have their turn, before the next line is handled.
  package var wantsFlush = false
  /// Stands for the pipe to the frontend while a session with a slow reader is replayed or restored.
  package var replayedPipe: PipeRequest?
  /// Waits until the frontend has taken what is to be sent.
  package var makeRoom: (() -> Void)?
  /// How many bytes may wait before nothing more is read.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// How many bytes the seqs have that wait in instances, to be merged.
  var deferred = 0

  /// For how many milliseconds, rounded up, the reader still counts as slow although it is not; `nil` if it does not.
  package var timeToRest: Int? {
    guard let restsUntil else { return nil }
    let left = restsUntil - Process.nanoseconds()
    return left > 0 ? Int((left + 999_999) / 1_000_000) : nil
  }

  /// Whether as much waits as may wait.
  package var isFull: Bool { bytes.count + deferred >= limit }
}
