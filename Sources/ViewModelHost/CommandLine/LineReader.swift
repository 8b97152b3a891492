import JSONRPC
import OperatingSystem

/// Reads lines from a descriptor, for the player and the frontends in this program.
package nonisolated final class LineReader {
  package let descriptor: Descriptor
  /// Whether the input ends after the available lines.
  package private(set) var hasEnded = false
  private var decoder = LineDecoder(limit: .max / 2)

  package init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Reads available input; waits if there is none.
  package func read() {
    let count = decoder.fill { buffer in
      if case .bytes(let count) = descriptor.read(into: buffer) { count } else { 0 }
    }
    hasEnded = count <= 0
  }

  /// Waits for input.
  ///
  /// - Returns: false after a number of seconds without input.
  package func isReady(within seconds: Int) -> Bool {
    Poll.wait(for: [Poll.Entry(descriptor, .read)], milliseconds: seconds * 1000)[0].isReady
  }

  /// The start of an incomplete line.
  package var begun: String { String(decoding: decoder.unread, as: UTF8.self) }

  /// The next available line, without its end.
  ///
  /// - Parameter takesRest: whether an unterminated last line is a line, too.
  package func next(takesRest: Bool = true) -> String? {
    var line = decoder.next()
    if line == nil && hasEnded && takesRest { line = decoder.finish() }
    guard case .complete(let bytes)? = line else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
