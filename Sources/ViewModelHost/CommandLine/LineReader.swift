import JSONRPC
import OperatingSystem

/// Reads lines from a descriptor: the player and the frontend in this program read so.
package nonisolated final class LineReader {
  package let descriptor: Descriptor
  /// Whether nothing more comes after the lines that are there.
  package private(set) var hasEnded = false
  private var decoder = LineDecoder(limit: .max / 2)

  package init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Reads what is there, and waits when nothing is.
  package func read() {
    let count = decoder.fill { buffer in
      if case .bytes(let count) = descriptor.read(into: buffer) { count } else { 0 }
    }
    hasEnded = count <= 0
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: false when nothing comes for so many seconds.
  package func isReady(within seconds: Int) -> Bool {
    Poll.wait(for: [Poll.Entry(descriptor, .read)], milliseconds: seconds * 1000)[0].isReady
  }

  /// What has come of a line whose end has not.
  package var begun: String { String(decoding: decoder.unread, as: UTF8.self) }

  /// The next line that has come, without its end.
  ///
  /// - Parameter takesRest: whether what has no end before all has ended is a line, too.
  package func next(takesRest: Bool = true) -> String? {
    var line = decoder.next()
    if line == nil && hasEnded && takesRest { line = decoder.finish() }
    guard case .complete(let bytes)? = line else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
