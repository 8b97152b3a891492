import HostProtocol
import JSON
import JSONRPC
import OperatingSystem

/// Carries a session's messages as bytes, framed as the frontend frames its own. It does not block:
/// the owner polls, and calls it when there is something to read or room to write.
package final class Connection {
  /// What the owner has to wait for.
  package struct Wait: Equatable {
    package var reading: Bool
    package var writing: Bool
    /// Whether lines are left that can be handled at once.
    package var hasMoreLines = false

    package init(reading: Bool, writing: Bool, hasMoreLines: Bool = false) {
      self.reading = reading
      self.writing = writing
      self.hasMoreLines = hasMoreLines
    }
  }

  package let session: Session
  package let input: any ByteSource
  package let output: any ByteSink
  @exclusivity(unchecked) private var decoder: MessageDecoder
  /// Messages with headers, if the frontend sends headers. They are written before
  /// ``Session/outbox``.
  @exclusivity(unchecked) private var framed = JSONWriter(minimumCapacity: 0)
  @exclusivity(unchecked) private var inputHasEnded = false
  /// The error that prevents writing, unless the reader has closed the pipe.
  package private(set) var failure: SystemError?
  /// Called before more input is read.
  package var willRead: (() -> Void)?
  /// Wakes a wait for the reader when a signal ends the process.
  package var wakeup: Wakeup?

  package init(_ session: Session, input: any ByteSource, output: any ByteSink) {
    self.session = session
    self.input = input
    self.output = output
    decoder = MessageDecoder(limit: session.options.lineLimit)
    makeRoomByWriting()
  }

  /// Makes a turn whose output exceeds the limit wait until the frontend has read it.
  package func makeRoomByWriting() {
    session.outbox.makeRoom = { [weak self] in self?.drain(patience: nil) }
  }

  /// Whether no input and no output is pending.
  package var isIdle: Bool { decoder.isBetweenMessages && !hasOutput && !session.outbox.isBackedUp }

  /// Reads the available input.
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

  /// Returns the next line of the recorded input.
  ///
  /// - Parameter read: fills a buffer with more of the input, and returns the number of bytes; 0 at
  ///   its end.
  /// - Returns: `nil` when there are no more lines.
  package func nextLine(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Frame? {
    while true {
      if let line = decoder.next() { return line }
      if decoder.fill(read) <= 0 { return decoder.finish() }
    }
  }

  /// Buffers the input that the session has not handled. It is handled with the input that follows.
  ///
  /// - Parameter read: fills a buffer with more of the input, and returns the number of bytes; 0 at
  ///   its end.
  package func bufferRest(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    while decoder.fill(read) > 0 {}
  }

  /// Starts over with another frontend: buffered input and unsent output are dropped, and the
  /// framing is open.
  package func resetStreams() {
    decoder = MessageDecoder(limit: session.options.lineLimit)
    session.outbox.bytes.removeAll()
    framed.removeAll()
  }

  /// Removes the first unsent bytes, which the frontend has already.
  ///
  /// - Parameter count: how many bytes the frontend has.
  /// - Returns: how many bytes were removed.
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

  /// Calls a closure with all unsent bytes.
  package func withUnsent<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard decoder.framing == .headers else { return try session.outbox.bytes.withBytes(body) }
    while session.outbox.bytes.count > 0 { session.outbox.bytes.moveLine(to: &framed) }
    return try framed.withBytes(body)
  }

  /// Replaces all unsent bytes.
  ///
  /// - Parameter bytes: with their framing.
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

  /// Replaces the last lines of the output, none of which has been sent or framed.
  ///
  /// - Parameters:
  ///   - count: the number of bytes to replace.
  ///   - lines: whole lines, without framing.
  package func replaceLast(_ count: Int, with lines: [UInt8]) {
    session.outbox.bytes.truncate(to: session.outbox.bytes.count - count)
    lines.withUnsafeBytes { session.outbox.bytes.writeRaw($0) }
  }

  // MARK: Work

  /// Handles the available lines, each as a turn, and writes what there is room for.
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
      let hasMoreLines = session.outbox.wantsFlush && session.wantsInput
      return Wait(
        reading: session.wantsInput && !inputHasEnded && !hasMoreLines, writing: hasOutput,
        hasMoreLines: hasMoreLines)
    }
  }

  /// Ends the conversation. Unsent output is written only as long as the frontend keeps reading.
  package func terminate() {
    session.perform(.end)
    drain(patience: 200)
  }

  /// Writes all output, waiting for room, until the reader has closed the pipe or the process is to
  /// exit.
  ///
  /// - Parameter patience: how many milliseconds to wait for room each time; `nil` for no limit.
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

  package var hasOutput: Bool { session.outbox.bytes.count > 0 || framed.count > 0 }

  /// Writes what there is room for, including updates that were deferred until now.
  ///
  /// - Returns: false when the reader has closed the pipe, or writing has failed.
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
  /// - Returns: false when the reader has closed the pipe, or writing has failed.
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

  /// The approximate number of bytes in one write.
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
  /// Writes some of the bytes, and removes them.
  fileprivate mutating func writeSome(
    to output: any ByteSink
  ) throws(SystemError) -> Descriptor.Outcome {
    let outcome = try withBytes { bytes throws(SystemError) in try output.write(bytes) }
    if case .bytes(let count) = outcome { removeFirst(count) }
    return outcome
  }

  /// Moves the first line to `framed`, behind a header with its length.
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

/// The unsent output, in order.
package struct Outbox: ~Copyable {
  /// Whole lines; the start of the first one may have been sent.
  package var bytes = JSONWriter(minimumCapacity: 4096)
  /// Whether the reader is slow: there are bytes that the pipe has no room for.
  package var isBackedUp = false
  /// Until when the reader counts as slow to keep updates apart, in nanoseconds of
  /// ``Process/nanoseconds()``.
  var restsUntil: Int64?
  /// Whether an update has been written since the last rest.
  var hasUpdate = false
  /// Whether the output is to be flushed, and other work to run, before the next line is handled.
  package var wantsFlush = false
  /// The recorded state of the pipe, while a session with a slow reader is replayed or restored.
  package var replayedPipe: PipeRequest?
  /// Waits until the frontend has read the output.
  package var makeRoom: (() -> Void)?
  /// How many bytes may wait before the host stops reading.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// The size in bytes of the deferred seqs, which are stored in instances.
  var deferred = 0

  /// The time for which updates are still kept apart, in milliseconds, rounded up; `nil` if they
  /// are not.
  package var timeToRest: Int? {
    guard let restsUntil else { return nil }
    let left = restsUntil - Process.nanoseconds()
    return left > 0 ? Int((left + 999_999) / 1_000_000) : nil
  }

  package var isFull: Bool { bytes.count + deferred >= limit }
}
