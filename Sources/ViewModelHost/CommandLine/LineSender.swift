import OperatingSystem

/// Sends lines to a descriptor without waiting: what there is no room for is kept.
package nonisolated final class LineSender {
  private let pipe: OutputPipe
  private var waiting: ArraySlice<UInt8> = []

  package init(_ descriptor: Descriptor) { pipe = OutputPipe(descriptor) }

  package var descriptor: Descriptor { pipe.descriptor }

  /// How many bytes wait for room.
  package var waitingCount: Int { waiting.count }

  /// Puts a line behind what waits.
  package func append(_ line: String) {
    waiting += line.utf8
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Writes what there is room for; when nobody reads any more the rest is thrown away.
  package func flush() {
    while !waiting.isEmpty {
      switch waiting.withUnsafeBytes({ try? pipe.write($0) }) {
      case .bytes(let count)?: waiting.removeFirst(count)
      case .wouldBlock?: return
      case .closed?, nil: waiting = []
      }
    }
  }

  package func close() { pipe.descriptor.close() }
}
