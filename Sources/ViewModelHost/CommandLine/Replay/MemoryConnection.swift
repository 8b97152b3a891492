import HostEngine
import HostLoop
import JSONRPC
import Transcripts

/// Talks with a session in this process, without pipes. Does the work of the event loop in each
/// call.
package final class MemoryConnection: HostConnection {
  private let session: Session
  private let loop: EventLoop
  private var decoder: LineDecoder

  package init(_ session: Session, _ loop: EventLoop) {
    self.session = session
    self.loop = loop
    decoder = LineDecoder(limit: session.options.lineLimit)
  }

  package func exchange(_ line: String) -> HostAnswer {
    // Use the decoder, so that lines are the same as with pipes.
    decoder.limit = session.options.lineLimit
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      _ = decoder.fill { buffer in
        let count = min(buffer.count, bytes.count)
        buffer.copyBytes(from: bytes.prefix(count))
        bytes.removeFirst(count)
        return count
      }
      while session.phase != .ended, let line = decoder.next() { session.perform(.line(line)) }
    }
    return HostAnswer(lines: takeOutput())
  }

  package func finish() -> HostAnswer {
    session.perform(.end)
    return HostAnswer(lines: takeOutput())
  }

  private func takeOutput() -> [String] {
    loop.finishWork(of: session)
    defer { session.outbox.bytes.removeAll() }
    return session.outbox.bytes.withBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
