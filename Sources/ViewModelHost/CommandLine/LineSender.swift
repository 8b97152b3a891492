import OperatingSystem

/// Sends lines to a descriptor without waiting, and keeps bytes that do not fit.
package nonisolated final class LineSender {
  private let pipe: OutputPipe
  private var waiting: ArraySlice<UInt8> = []

  package init(_ descriptor: Descriptor) { pipe = OutputPipe(descriptor) }

  package var descriptor: Descriptor { pipe.descriptor }

  /// The number of waiting bytes.
  package var waitingCount: Int { waiting.count }

  /// Appends a line to the waiting bytes.
  package func append(_ line: String) {
    waiting += line.utf8
    waiting.append(UInt8(ascii: "\n"))
  }

  /// Writes as many bytes as fit. If the reader is gone, drops the rest.
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
